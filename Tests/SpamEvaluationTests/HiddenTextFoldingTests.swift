// What the core undoes: folding of a message under these tricks gives the scalars of the message as
// it was.

import SpamEvaluation
import Testing

@testable import SpamFilter

@Suite struct HiddenTextFoldingTests {
    static let tricks = [
        "zero-width", "rare-invisible", "cyrillic", "mathematical", "circled", "squared", "full-width", "kangxi", "jamo",
        "jamo-conjoining",
        "stacked-marks", "struck-through", "traditional",
    ]

    /// Without Simplified characters that two Traditional ones share. Long enough in Latin to mix
    /// look-alikes and plain letters.
    static let texts = [
        "claim your free prize and cash bonus today", "무료 대출 상담 신청", "加微信领取优惠贷款", "大人一日三金", "ガチャの無料コイン",
    ]

    private func folded(_ text: String) -> [UInt32] {
        var window = FoldedWindow(simplifiesHan: true)
        var text = text
        return text.withUTF8 { utf8 in
            _ = window.fill(utf8, from: 0)
            return (0..<window.count).map { window.scalars[$0].scalar }
        }
    }

    @Test(arguments: tricks)
    func foldingGivesBackWhatWasHidden(name: String) throws {
        let trick = try #require(TrickLibrary.all.first { $0.name == name })
        var touched = 0
        for text in Self.texts {
            for seed in UInt64(1)...3 {
                guard let hidden = trick.hidden(text, seed: seed) else { continue }
                touched += 1
                #expect(folded(hidden) == folded(text), "\(name): \(hidden)")
            }
        }
        #expect(touched > 0)
    }
}
