// Evaluation, attack: combining marks on letters, stacked or struck through.

import Statistics

extension UnitTrick {
    /// Appends marks to each letter of Latin words and to each CJK character.
    private init(
        _ name: String, _ summary: String, marks: @escaping @Sendable (_ style: Int, _ random: inout SplitMix) -> [UInt32]
    ) {
        self.init(
            name: name, scripts: TrickScript.allCases, summary: summary,
            find: { text in
                let characters = text.kinds.indices.filter { text.kinds[$0].isCJK }.map { $0..<$0 + 1 }
                return (text.latinWords() + characters).sorted { $0.lowerBound < $1.lowerBound }
            },
            rewrite: { unit, style, random, out in
                for scalar in unit {
                    out.append(scalar)
                    for mark in marks(style, &random) { out.append(Unicode.Scalar(mark)!) }
                }
            })
    }

    static let oneMark = UnitTrick("one-mark", "one accent on each letter") { _, random in
        [0x300 + UInt32(random.below(0x10))]
    }

    /// U+0334 to U+0338 strike out, U+034F is invisible, U+0345 and from U+0350 on are rarely
    /// drawn.
    static let stackedMarks = UnitTrick("stacked-marks", "heaps of three to eight accents on each letter") { _, random in
        (0..<3 + random.below(6)).map { _ in 0x300 + UInt32(random.below(0x34)) }
    }

    static let struckThrough = UnitTrick("struck-through", "letters struck through or underlined, one way in a message") {
        style, _ in
        [[0x336, 0x335, 0x338, 0x332, 0x333, 0x20E5][style % 6]]
    }
}
