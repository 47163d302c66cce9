import Testing

@testable import SpamFilter

/// The batch of a window has room for eight features a scalar; one more would be dropped in silence.
@Suite struct FeatureCapacityTests {
    /// The settings with the most features.
    private static let settings = [
        TokenizerSettings(), TokenizerSettings(shortestGram: 2, longestGram: 5, syllabicOrder: 3),
        TokenizerSettings(shortestGram: 2, longestGram: 2, syllabicOrder: 3),
    ]

    /// The most features that a batch was handed with.
    private struct FullestBatch: FeatureSink {
        var count = 0
        mutating func add(_ features: UnsafeBufferPointer<Feature>) { count = max(count, features.count) }
    }

    private func fullestBatch(_ text: [UInt8]) -> Int {
        FeatureCapacityTests.settings.map { settings in
            var reader = MessageReader(settings)
            var batch = FullestBatch()
            text.withUnsafeBufferPointer { reader.readBody($0, into: &batch) }
            return batch.count
        }.max()!
    }

    private func fullestBatch(_ piece: String, scalars: Int) -> Int {
        let copies = scalars / piece.unicodeScalars.count + 1
        return fullestBatch(Array(String(repeating: piece, count: copies).utf8))
    }

    private static let capacity = 8 * FoldedWindow.capacity

    @Test(arguments: PathologicalText.pieces)
    func pathologicalTextFillsNoBatch(_ piece: String) {
        #expect(fullestBatch(piece, scalars: 2 * FoldedWindow.capacity) < FeatureCapacityTests.capacity)
    }

    /// Short words, single letters and whatever gives a token and its hidden word both.
    @Test(arguments: [
        "a b ", "ab ", "a-b ", "a-b-c ", "a'b ", "a1 ", "a1b ", "1a-", "a@b ", "a$1 ", "x.x.x ", "f r e e ", "f.r.e.e.", "a-1b",
        "1b", "a1-b2 ",
        "ab-cd ", "a1b2", "가 ", "가나다라 ", "가나다라.", "加1", "1加", "a加", "(a)", "[a]", "\n[a]", "(광고)", "a.com ", "a.a.a.com ",
        "http://a.b/", "a@a.co ", "1원", "$1 ",
        "+1", "$1-1원", "ⓐ\u{200B}-", "ﬁ ", "ﷺ", "ﷺ-", "㍿", "㈜", "<#>", "&lt;#&gt;", "\u{FFFC}a", "a\u{FFFC}", "a!1", "a!!b",
        "a|1",
    ])
    func densestTextFillsNoBatch(_ piece: String) {
        #expect(fullestBatch(piece, scalars: 2 * FoldedWindow.capacity) < FeatureCapacityTests.capacity)
    }

    /// Pieces drawn at random, two or three at a time over and over, and the whole window at random.
    @Test func randomTextFillsNoBatch() {
        var random = SeededNumbers(seed: 11)
        let pieces = [
            "a", "b", "1", "0", "-", "'", "@", "$", ".", " ", "가", "加", "か", "ㄱ", "ㅏ", "😀", "\u{FFFC}", "(", ")", "[", "]", "x",
            "*", "#", "ⓐ", "\u{200B}", "e",
        ]
        var fullest = (count: 0, text: "")
        for _ in 0..<3000 {
            let length = Int.random(in: 1...6, using: &random)
            let piece = (0..<length).map { _ in pieces.randomElement(using: &random)! }.joined()
            let count = fullestBatch(piece, scalars: FoldedWindow.capacity)
            if count > fullest.count { fullest = (count, piece) }
        }
        for _ in 0..<300 {
            let text = (0..<FoldedWindow.capacity).map { _ in pieces.randomElement(using: &random)! }.joined()
            let count = fullestBatch(Array(text.utf8))
            if count > fullest.count { fullest = (count, text) }
        }
        #expect(fullest.count < FeatureCapacityTests.capacity, "\(fullest)")
        // The densest found, so that a change is seen.
        #expect(fullest.count > 0)
        print("fullest batch", fullest.count, fullest.text.prefix(40))
    }
}
