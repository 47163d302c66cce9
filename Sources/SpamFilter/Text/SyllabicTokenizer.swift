// Text: Han, kana and Hangul, scripts without spaces or with optional ones.
// Features: characters, pairs and triples of neighbours; for Hangul the word between spaces too. Spaces and signs between two
// characters are passed over, so that 加 微 信 and 加.微.信 hold the pairs of 加微信.

extension MessageReader {
    /// Reads one Han or kana character.
    @inline(__always)
    mutating func readSyllabic(at i: Int) -> Int {
        let scalar = window.scalars[i].scalar
        let start = window.starts[i], end = window.starts[i + 1]
        let c = UInt64(scalar)
        let one = FeatureHash.close(c &* FeatureHash.m1, .syllabic)
        features.add(one, start: start, end: end)
        if lastSyllabic != 0 {
            if settings.syllabicOrder >= 2 {
                let two = c &* FeatureHash.m1 &+ UInt64(lastSyllabic) &* FeatureHash.m2
                features.add(FeatureHash.close(two, .syllabic), start: lastStart, end: end)
                if settings.syllabicOrder >= 3, secondLastSyllabic != 0 {
                    let three = two &+ UInt64(secondLastSyllabic) &* FeatureHash.m3
                    features.add(FeatureHash.close(three, .syllabic), start: secondLastStart, end: end)
                }
            }
        } else if last != 0, settings.wordOrder > 1 {
            // A number or word and the character behind it: 0元, QQ群.
            features.add(FeatureHash.pair(last, one), start: lastStart, end: end)
        }
        secondLastSyllabic = lastSyllabic
        secondLastStart = lastStart
        lastSyllabic = scalar
        last = one
        lastStart = start
        return i + 1
    }

    /// Reads a run of Hangul syllables: the run as a word, and each syllable.
    @inline(__always)
    mutating func readHangul(at i: Int) -> Int {
        var end = i
        var word: UInt64 = 0
        while end < window.count, window.scalars[end].kind == .syllable {
            word = FeatureHash.roll(word, window.scalars[end].scalar)
            _ = readSyllabic(at: end)
            end += 1
        }
        // A run of up to three syllables is already a feature as their n-gram.
        if end - i > Int(settings.syllabicOrder) {
            features.add(FeatureHash.close(word, .word), start: window.starts[i], end: window.starts[end])
        }
        return end
    }
}
