// Text: words of alphabetic scripts: Latin, Cyrillic, Greek, Arabic, Hebrew, Thai, Devanagari…
// Rules: a word is a run of letters and digits that holds a letter; every digit in it reads as 0; apostrophes split.
// Features: the word, its pair with the token before, and the n-grams of its characters with both edges marked.

extension MessageReader {
    @inline(__always)
    mutating func readWord<S: FeatureSink & ~Copyable>(at i: Int, into sink: inout S) -> Int {
        var end = i
        var word: UInt64 = 0
        // The last four characters of the word, oldest first; 1 marks its edge, 0 is before it.
        var c0: UInt64 = 0, c1: UInt64 = 0, c2: UInt64 = 0, c3: UInt64 = 1
        while end < window.count, window.scalars[end].isAlphanumeric {
            let folded = window.scalars[end]
            let scalar = folded.kind == .digit ? 0x30 : folded.scalar
            word = FeatureHash.roll(word, scalar)
            end += 1
            addGrams(c0, c1, c2, c3, UInt64(scalar), from: i, to: end, into: &sink)
            (c0, c1, c2, c3) = (c1, c2, c3, UInt64(scalar))
        }
        addGrams(c0, c1, c2, c3, 1, from: i, to: end, into: &sink)
        addUnit(FeatureHash.close(word, .word), start: window.starts[i], end: window.starts[end], into: &sink)
        return end
    }

    /// Adds the n-grams that end at character `c4`, which stands in front of index `end`; the word begins at index `begin`.
    @inline(__always)
    private func addGrams<S: FeatureSink & ~Copyable>(
        _ c0: UInt64, _ c1: UInt64, _ c2: UInt64, _ c3: UInt64, _ c4: UInt64, from begin: Int, to end: Int, into sink: inout S
    ) {
        let shortest = settings.shortestGram, longest = settings.longestGram
        let stop = window.starts[end]
        // The right edge is no character of the text: an n-gram that ends there has one character less.
        let edge = c4 == 1 ? 1 : 0
        @inline(__always) func add(_ h: UInt64, _ n: Int, _ sink: inout S) {
            sink.add(FeatureHash.close(h, .gram), start: window.starts[max(begin, end - n + edge)], end: stop)
        }
        var h = c4 &* FeatureHash.m1 &+ c3 &* FeatureHash.m2
        if shortest == 2, c3 != 0 { add(h, 2, &sink) }
        guard c2 != 0 else { return }
        h = h &+ c2 &* FeatureHash.m3
        if shortest <= 3, longest >= 3 { add(h, 3, &sink) }
        guard c1 != 0, longest >= 4 else { return }
        h = h &+ c1 &* FeatureHash.m4
        if shortest <= 4 { add(h, 4, &sink) }
        guard c0 != 0, longest >= 5 else { return }
        h = h &+ c0 &* FeatureHash.m5
        add(h, 5, &sink)
    }
}
