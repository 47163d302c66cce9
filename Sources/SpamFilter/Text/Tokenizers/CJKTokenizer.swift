// Text: Han, kana and Hangul, scripts without spaces or with optional ones.
// Features: characters, each once a message (KnownTokens), pairs and triples of neighbours; for Hangul the word between spaces too. Spaces and signs between two
// characters are passed over, so that 加 微 信 and 加.微.信 hold the pairs of 加微信.

extension MessageReader {
    /// Reads the Han and kana characters from `i` on. Returns the index behind them.
    @inline(__always)
    mutating func readSyllabic(at i: Int) -> Int {
        settings.syllabicOrder > 2 ? readTriples(at: i, areHangul: false) : readHanPairs(at: i)
    }

    /// Reads the Hangul from `i` on: each run as a word, and each syllable; and further runs with a space between.
    @inline(__always)
    mutating func readHangul(at i: Int) -> Int {
        settings.syllabicOrder > 2 ? readTriples(at: i, areHangul: true) : readHangulPairs(at: i)
    }

    @inline(never)
    private mutating func readHanPairs(at i: Int) -> Int { readCharacters(at: i, areHangul: false, triples: false) }

    @inline(never)
    private mutating func readHangulPairs(at i: Int) -> Int { readCharacters(at: i, areHangul: true, triples: false) }

    @inline(never)
    private mutating func readTriples(at i: Int, areHangul: Bool) -> Int {
        readCharacters(at: i, areHangul: areHangul, triples: true)
    }

    /// What the loop needs is in registers; with triples not all of it.
    @inline(__always)
    private mutating func readCharacters(at i: Int, areHangul: Bool, triples: Bool) -> Int {
        // Three for a character and one for a word.
        guard var place = features.place(forMost: 4 &* (window.count &- i)) else { return i + 1 }
        let scalars = UnsafePointer(window.scalars), starts = UnsafePointer(window.starts)
        let order = settings.syllabicOrder
        var last = last, lastStart = lastStart, lastSyllabic = UInt64(lastSyllabic)
        var begin = i, next = i
        while true {
            var word: UInt64 = 0
            repeat {
                let c = UInt64(scalars[next].scalar)
                let start = starts[next], end = starts[next &+ 1]
                let first = c &* FeatureHash.m1
                let one = FeatureHash.close(first, .syllabic)
                place.initialize(to: Feature(hash: one, start: start, end: end))
                place += known.isNew(one) ? 1 : 0
                if lastSyllabic != 0 {
                    if order >= 2 {
                        let two = first &+ lastSyllabic &* FeatureHash.m2
                        place.initialize(to: Feature(hash: FeatureHash.close(two, .syllabic), start: lastStart, end: end))
                        place += 1
                        if triples, secondLastSyllabic != 0 {
                            let three = two &+ UInt64(secondLastSyllabic) &* FeatureHash.m3
                            let hash = FeatureHash.close(three, .syllabic)
                            place.initialize(to: Feature(hash: hash, start: secondLastStart, end: end))
                            place += 1
                        }
                    }
                } else if last != 0, settings.wordOrder > 1 {
                    // A number or word and the character behind it: 0元, QQ群.
                    place.initialize(to: Feature(hash: FeatureHash.pair(last, one), start: lastStart, end: end))
                    place += 1
                }
                if triples {
                    secondLastSyllabic = UInt32(truncatingIfNeeded: lastSyllabic)
                    secondLastStart = lastStart
                }
                lastSyllabic = c
                last = one
                lastStart = start
                if areHangul { word = FeatureHash.roll(word, scalars[next].scalar) }
                next = next &+ 1
            } while areHangul ? scalars[next].kind == .syllable : scalars[next].isHanOrKana
            guard areHangul else { break }
            // A run of no more syllables than `order` is a feature already, as their n-gram.
            if next &- begin > Int(order) {
                let hash = FeatureHash.close(word, .word)
                place.initialize(to: Feature(hash: hash, start: starts[begin], end: starts[next]))
                place += known.isNew(hash) ? 1 : 0
            }
            guard scalars[next].kind == .space, scalars[next &+ 1].kind == .syllable else { break }
            if next &- begin == 1 { countSpaced(next) }
            next = next &+ 1
            begin = next
        }
        features.take(upTo: place)
        self.last = last
        self.lastStart = lastStart
        self.lastSyllabic = UInt32(truncatingIfNeeded: lastSyllabic)
        return next
    }
}
