// Text: Han, kana and Hangul, scripts without spaces or with optional ones.
// Features: characters, each once a message (KnownTokens), and n-grams of neighbours; of Hangul the
// word between spaces too. Spaces and punctuation between two characters are skipped, so 加 微 信 and
// 加.微.信 hold the pairs of 加微信.

struct CJKTokenizer {
    let window: Window
    var joints: CJKJoints

    init(_ window: Window) {
        self.window = window
        joints = CJKJoints(window)
    }

    /// Reads the Han and kana from `i` on. Returns the index behind them.
    @inline(__always)
    mutating func readHanOrKana(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        emitter.settings.cjkNgrams > 2 ? readTriples(at: i, areHangul: false, &emitter) : readHanPairs(at: i, &emitter)
    }

    /// Reads the Hangul from `i` on: each run as a word, and each syllable; and further runs behind
    /// a space.
    @inline(__always)
    mutating func readHangul(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        emitter.settings.cjkNgrams > 2 ? readTriples(at: i, areHangul: true, &emitter) : readHangulPairs(at: i, &emitter)
    }

    @inline(never)
    private mutating func readHanPairs(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        readCharacters(at: i, areHangul: false, triples: false, &emitter)
    }

    @inline(never)
    private mutating func readHangulPairs(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        readCharacters(at: i, areHangul: true, triples: false, &emitter)
    }

    @inline(never)
    private mutating func readTriples(at i: Int, areHangul: Bool, _ emitter: inout TokenEmitter) -> Int {
        readCharacters(at: i, areHangul: areHangul, triples: true, &emitter)
    }

    @inline(__always)
    private mutating func readCharacters(at i: Int, areHangul: Bool, triples: Bool, _ emitter: inout TokenEmitter) -> Int {
        // Three features for a character and one for a word.
        let window = window
        guard let place = emitter.features.place(forMost: 4 &* (window.count &- i)) else { return i + 1 }
        var writer = CJKWriter(window, emitter, place: place)
        var begin = i, next = i
        while true {
            var word: UInt64 = 0
            repeat {
                writer.add(next, triples: triples, &emitter)
                if areHangul { word = FeatureHash.roll(word, writer.scalars[next].scalar) }
                next = next &+ 1
            } while areHangul ? writer.scalars[next].kind == .syllable : writer.scalars[next].isHanOrKana
            guard areHangul else { break }
            // A run no longer than the longest n-gram is a feature already.
            if next &- begin > Int(writer.longest) { writer.addWord(FeatureHash.close(word, .word), begin, next, &emitter) }
            guard writer.scalars[next].kind == .space, writer.scalars[next &+ 1].kind == .syllable else { break }
            if next &- begin == 1 { joints.countSpaced(next, &emitter) }
            next = next &+ 1
            begin = next
        }
        writer.finish(&emitter)
        return next
    }
}

/// What the loop over characters keeps in registers; with triples not all of it.
private struct CJKWriter {
    let scalars: UnsafePointer<FoldedScalar>
    let starts: UnsafePointer<UInt32>
    let longest: UInt8
    private var place: UnsafeMutablePointer<Feature>
    private var last: UInt64
    private var lastStart: UInt32
    private var lastCJK: UInt64

    @inline(__always)
    init(_ window: Window, _ emitter: borrowing TokenEmitter, place: UnsafeMutablePointer<Feature>) {
        scalars = window.scalars
        starts = window.starts
        longest = emitter.settings.cjkNgrams
        self.place = place
        last = emitter.last
        lastStart = emitter.lastStart
        lastCJK = UInt64(emitter.lastCJK)
    }

    /// Adds the character at `i`, if the message had it not, and its n-grams with those before.
    @inline(__always)
    mutating func add(_ i: Int, triples: Bool, _ emitter: inout TokenEmitter) {
        let c = UInt64(scalars[i].scalar)
        let start = starts[i], end = starts[i &+ 1]
        let first = c &* FeatureHash.m1
        let one = FeatureHash.close(first, .cjk)
        place.initialize(to: Feature(hash: one, start: start, end: end))
        place += emitter.known.isNew(one) ? 1 : 0
        if lastCJK != 0 {
            if longest >= 2 {
                let two = first &+ lastCJK &* FeatureHash.m2
                append(FeatureHash.close(two, .cjk), lastStart, end)
                if triples, emitter.secondLastCJK != 0 {
                    let three = two &+ UInt64(emitter.secondLastCJK) &* FeatureHash.m3
                    append(FeatureHash.close(three, .cjk), emitter.secondLastStart, end)
                }
            }
        } else if last != 0, emitter.settings.wordNgrams > 1 {
            // A number or word and the character behind it: 0元, QQ群.
            append(FeatureHash.pair(last, one), lastStart, end)
        }
        if triples {
            emitter.secondLastCJK = UInt32(truncatingIfNeeded: lastCJK)
            emitter.secondLastStart = lastStart
        }
        lastCJK = c
        last = one
        lastStart = start
    }

    @inline(__always)
    mutating func addWord(_ word: UInt64, _ begin: Int, _ end: Int, _ emitter: inout TokenEmitter) {
        place.initialize(to: Feature(hash: word, start: starts[begin], end: starts[end]))
        place += emitter.known.isNew(word) ? 1 : 0
    }

    @inline(__always)
    private mutating func append(_ hash: UInt64, _ start: UInt32, _ end: UInt32) {
        place.initialize(to: Feature(hash: hash, start: start, end: end))
        place += 1
    }

    /// Hands over what was written.
    @inline(__always)
    func finish(_ emitter: inout TokenEmitter) {
        emitter.features.take(upTo: place)
        emitter.last = last
        emitter.lastStart = lastStart
        emitter.lastCJK = UInt32(truncatingIfNeeded: lastCJK)
    }
}
