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
        emitter.settings.cjkNgrams == 2 ? readHanPairs(at: i, &emitter) : readNgrams(at: i, areHangul: false, &emitter)
    }

    /// Reads the Hangul from `i` on: each run as a word, and each syllable; and further runs behind
    /// a space.
    @inline(__always)
    mutating func readHangul(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        emitter.settings.cjkNgrams == 2 ? readHangulPairs(at: i, &emitter) : readNgrams(at: i, areHangul: true, &emitter)
    }

    @inline(never)
    private mutating func readHanPairs(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        readCharacters(at: i, areHangul: false, longest: 2, &emitter)
    }

    @inline(never)
    private mutating func readHangulPairs(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        readCharacters(at: i, areHangul: true, longest: 2, &emitter)
    }

    @inline(never)
    private mutating func readNgrams(at i: Int, areHangul: Bool, _ emitter: inout TokenEmitter) -> Int {
        readCharacters(at: i, areHangul: areHangul, longest: emitter.settings.cjkNgrams, &emitter)
    }

    /// - Parameter longest: `TokenizerSettings.cjkNgrams`: a constant where it is the usual one, so
    ///   that no loop asks for it.
    @inline(__always)
    private mutating func readCharacters(at i: Int, areHangul: Bool, longest: UInt8, _ emitter: inout TokenEmitter) -> Int {
        // Three features for a character and one for a word.
        let window = window
        guard let place = emitter.features.place(forMost: 4 &* (window.count &- i)) else { return i + 1 }
        var writer = CJKWriter(window, place: place)
        let scalars = window.scalars
        writer.addFirst(i, longest: longest, &emitter)
        var begin = i, next = i &+ 1
        while true {
            var word = FeatureHash.roll(0, scalars[begin].scalar)
            while areHangul ? scalars[next].kind == .syllable : scalars[next].isHanOrKana {
                writer.add(next, behind: next &- 1, longest: longest, &emitter)
                if areHangul { word = FeatureHash.roll(word, scalars[next].scalar) }
                next = next &+ 1
            }
            guard areHangul else { break }
            // A run no longer than the longest n-gram is a feature already.
            if next &- begin > Int(longest) { writer.addWord(FeatureHash.close(word, .word), begin, next, &emitter) }
            guard scalars[next].kind == .space, scalars[next &+ 1].kind == .syllable else { break }
            if next &- begin == 1 { joints.countSpaced(next, &emitter) }
            begin = next &+ 1
            writer.add(begin, behind: next &- 1, longest: longest, &emitter)
            next = begin &+ 1
        }
        writer.finish(at: next &- 1, &emitter)
        return next
    }
}

/// Writes the features of characters. What the loop changes of it stays in registers.
private struct CJKWriter {
    private let scalars: UnsafePointer<FoldedScalar>
    private let starts: UnsafePointer<UInt32>
    private var place: UnsafeMutablePointer<Feature>
    /// The last character's feature.
    private var last: UInt64 = 0

    @inline(__always)
    init(_ window: Window, place: UnsafeMutablePointer<Feature>) {
        scalars = window.scalars
        starts = window.starts
        self.place = place
    }

    /// Adds the character at `i`, and its n-grams with what was read before, which the emitter
    /// remembers.
    @inline(__always)
    mutating func addFirst(_ i: Int, longest: UInt8, _ emitter: inout TokenEmitter) {
        let first = addCharacter(i, &emitter)
        if emitter.lastCJK != 0 {
            addNgrams(i, first, behind: emitter.lastCJK, emitter.lastStart, longest: longest, &emitter)
        } else if emitter.last != 0, emitter.settings.wordNgrams > 1 {
            // A number or word and the character behind it: 0元, QQ群.
            append(FeatureHash.pair(emitter.last, last), emitter.lastStart, starts[i &+ 1])
        }
    }

    /// Adds the character at `i`, and its n-grams with the one at `before` and the one before that.
    @inline(__always)
    mutating func add(_ i: Int, behind before: Int, longest: UInt8, _ emitter: inout TokenEmitter) {
        let first = addCharacter(i, &emitter)
        addNgrams(i, first, behind: scalars[before].scalar, starts[before], longest: longest, &emitter)
    }

    /// Adds the character at `i`, if the message had it not. Returns its part of n-grams.
    @inline(__always)
    private mutating func addCharacter(_ i: Int, _ emitter: inout TokenEmitter) -> UInt64 {
        let first = UInt64(scalars[i].scalar) &* FeatureHash.m1
        last = FeatureHash.close(first, .cjk)
        place.initialize(to: Feature(hash: last, start: starts[i], end: starts[i &+ 1]))
        place += emitter.known.isNew(last) ? 1 : 0
        return first
    }

    @inline(__always)
    private mutating func addNgrams(
        _ i: Int, _ first: UInt64, behind before: UInt32, _ start: UInt32, longest: UInt8, _ emitter: inout TokenEmitter
    ) {
        if longest > 1 {
            let two = first &+ UInt64(before) &* FeatureHash.m2, end = starts[i &+ 1]
            append(FeatureHash.close(two, .cjk), start, end)
            if longest > 2, emitter.secondLastCJK != 0 {
                let three = two &+ UInt64(emitter.secondLastCJK) &* FeatureHash.m3
                append(FeatureHash.close(three, .cjk), emitter.secondLastStart, end)
            }
        }
        if longest > 2 {
            emitter.secondLastCJK = before
            emitter.secondLastStart = start
        }
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
    ///
    /// - Parameter i: the last character.
    @inline(__always)
    func finish(at i: Int, _ emitter: inout TokenEmitter) {
        emitter.features.take(upTo: place)
        emitter.last = last
        emitter.lastStart = starts[i]
        emitter.lastCJK = scalars[i].scalar
    }
}
