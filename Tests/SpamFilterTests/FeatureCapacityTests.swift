import Testing

@testable import SpamFilter

/// The batch of a window has room for eight features a scalar; one more would be dropped in
/// silence.
@Suite struct FeatureCapacityTests {
    /// The settings with the most features.
    private static let settings = [
        TokenizerSettings(), TokenizerSettings(shortestNgram: 2, longestNgram: 5, cjkNgrams: 3),
        TokenizerSettings(shortestNgram: 2, longestNgram: 2, cjkNgrams: 3),
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
        let copies = 0..<scalars / piece.unicodeScalars.count + 1
        // Words and characters that come again give less than others; a host or a unit is one as it
        // stands alone.
        let texts = [copies.map { _ in piece }, copies.map { shifted(piece, by: $0) }]
        return texts.map { fullestBatch(Array($0.joined().utf8)) }.max()!
    }

    /// The same with other letters, syllables and Han.
    private func shifted(_ text: String, by n: Int) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    for (first, last) in [("a", "z"), ("가", "힣"), ("\u{4E00}", "\u{9FFF}")] as [(Unicode.Scalar, Unicode.Scalar)]
                    where first <= scalar && scalar <= last {
                        let count = last.value - first.value + 1
                        return Unicode.Scalar(first.value + (scalar.value - first.value + UInt32(n)) % count)!
                    }
                    return scalar
                }))
    }

    private static let capacity = TokenEmitter.mostFeatures

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

    /// The most that any rule gives: words as long as a hidden one may be, all of whose n-grams are
    /// read twice; and behind them what folds to the most scalars, so that the window holds more
    /// than its capacity. Every trick and a picture besides, whose features come last.
    @Test func longestHiddenWordsFillNoBatch() {
        var fullest = (count: 0, text: "")
        for first in [1, 2, 31] {
            let letters = String(repeating: "b", count: HiddenLetters.capacity - 1 - first)
            let word = String(repeating: "a", count: first) + "$" + letters + "-"
            for shift in 0...64 {
                let words = String(repeating: "c", count: shift) + "-" + String(repeating: word, count: 9)
                for beginning in ["", "ⓐｂе\u{200B}c\u{336}", "ⓐｂе\u{200B}c\u{336}0c-ㄱㅏ", "\u{FFFC}ⓐｂе\u{200B}c\u{336}0c"] {
                    let scalars = (beginning + words).unicodeScalars
                    // Scalars that are dropped take no place.
                    let dropped = scalars.count - folded(beginning + words).unicodeScalars.count
                    let text = String(String.UnicodeScalarView(scalars.prefix(FoldedWindow.capacity - 1 + dropped))) + "ﷺ"
                    let count = fullestBatch(Array(text.utf8))
                    if count > fullest.count { fullest = (count, text) }
                }
            }
        }
        #expect(fullest.count < FeatureCapacityTests.capacity, "\(fullest)")
    }

    /// Pieces drawn at random, two or three at a time over and over, and the whole window at
    /// random.
    @Test func randomTextFillsNoBatch() {
        var random = SeededNumbers(seed: 11)
        let pieces = [
            "a", "b", "1", "0", "-", "'", "@", "$", ".", " ", "가", "加", "か", "ㄱ", "ㅏ", "😀", "\u{FFFC}", "(", ")", "[", "]", "x",
            "*", "#", "ⓐ", "\u{200B}", "e",
        ]
        var fullest = (count: 0, text: "")
        for _ in 0..<1000 {
            let length = Int.random(in: 1...6, using: &random)
            let piece = (0..<length).map { _ in pieces.randomElement(using: &random)! }.joined()
            let count = fullestBatch(piece, scalars: FoldedWindow.capacity)
            if count > fullest.count { fullest = (count, piece) }
        }
        for _ in 0..<100 {
            let text = (0..<FoldedWindow.capacity).map { _ in pieces.randomElement(using: &random)! }.joined()
            let count = fullestBatch(Array(text.utf8))
            if count > fullest.count { fullest = (count, text) }
        }
        #expect(fullest.count < FeatureCapacityTests.capacity, "\(fullest)")
    }
}
