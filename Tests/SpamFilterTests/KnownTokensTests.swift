import Testing

@testable import SpamFilter

/// A message gives each of its words and characters once.
@Suite struct KnownTokensTests {
    private func counts(of text: String) -> [UInt64: Int] { hashes(of: text).reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    /// However it is written, and whatever stands between; of Hangul the runs between spaces are
    /// words.
    @Test(
        arguments: [
            ("gold gold", "gold"), ("Gold, GOLD gold!", "gold"), ("gold and g\u{200B}old", "gold"), ("gold 5 gold", "gold"),
            ("gold https://shop.example gold", "gold"), ("ｇｏｌｄ gold", "gold"), ("да да", "да"),
            (String(repeating: "ab ", count: FoldedWindow.capacity) + "ab", "ab"),
        ])
    func wordsComeOnceWithTheirNGrams(_ row: (text: String, word: String)) {
        let counts = counts(of: row.text)
        #expect(counts[wordFeature(row.word)] == 1)
        for gram in gramFeatures(row.word) { #expect(counts[gram] == 1) }
    }

    /// The clean word is one as well.
    @Test func hiddenWordsComeOnce() {
        #expect(counts(of: "go-ld gold")[wordFeature("gold")] == 1)
        #expect(counts(of: "gold go-ld")[wordFeature("gold")] == 1)
    }

    /// Pairs say what stands side by side, and come as often as they do.
    @Test func pairsComeEachTime() {
        let pair = FeatureHash.pair(wordFeature("gold"), wordFeature("gold"))
        #expect(counts(of: "gold gold gold")[pair] == 2)
    }

    @Test func charactersComeOnceAndPairsEachTime() {
        for (text, one, two) in [("金金金", "金", "金金"), ("金 金.金", "金", "金金"), ("かかか", "か", "かか"), ("금금금", "금", "금금")] {
            let counts = counts(of: text)
            #expect(counts[syllabicFeature(one)] == 1)
            #expect(counts[syllabicFeature(two)] == 2)
        }
    }

    /// A place of the table holds one token: whoever shares it with another is given again, not
    /// left out.
    @Test func overwrittenTokensComeAgain() {
        var known = KnownTokens()
        let a: UInt64 = 0x1_0001_07, b: UInt64 = 0x2_0101_07
        let expected = [true, false, true, false, true]
        let found = [known.isNew(a), known.isNew(a), known.isNew(b), known.isNew(b), known.isNew(a)]
        #expect(found == expected)
        known.forget()
        let after = known.isNew(a)
        #expect(after)
    }
}
