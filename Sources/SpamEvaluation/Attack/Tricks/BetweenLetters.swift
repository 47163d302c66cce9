// Evaluation, attack: words pulled apart by what is put between their letters: invisible scalars,
// spaces, punctuation, pictures.

import Statistics

extension UnitTrick {
    /// Puts scalars between the letters of Latin words, and between CJK characters.
    ///
    /// - Parameter isOneAMessage: whether a message has the same scalar everywhere.
    private init(_ name: String, _ summary: String, between signs: String, isOneAMessage: Bool) {
        let signs = Array(signs.unicodeScalars)
        @Sendable func sign(_ style: Int, _ random: inout SplitMix) -> Unicode.Scalar {
            signs[isOneAMessage ? style % signs.count : random.below(signs.count)]
        }
        self.init(
            name: name, scripts: TrickScript.allCases, summary: summary,
            find: { text in
                var units = text.latinWords()
                for i in text.kinds.indices.dropLast() where text.kinds[i].isCJK && text.kinds[i + 1].isCJK {
                    units.append(i..<i + 1)
                }
                return units.sorted { $0.lowerBound < $1.lowerBound }
            },
            rewrite: { unit, style, random, out in
                for (i, scalar) in unit.enumerated() {
                    out.append(scalar)
                    if i + 1 < unit.count || unit.count == 1 { out.append(sign(style, &random)) }
                }
            })
    }

    static let zeroWidth = UnitTrick(
        "zero-width", "zero-width spaces and joiners, word joiners, soft hyphens and byte order marks between letters",
        between: "\u{200B}\u{200C}\u{200D}\u{2060}\u{AD}\u{FEFF}", isOneAMessage: false)

    static let rareInvisible = UnitTrick(
        "rare-invisible",
        "invisible scalars that fewer filters know: variation selectors, tags, marks of direction, invisible operators",
        between:
            "\u{34F}\u{61C}\u{180E}\u{200E}\u{200F}\u{2061}\u{2062}\u{2063}\u{2064}\u{206A}\u{FE00}\u{FE0F}\u{1D173}\u{E0061}\u{E0101}",
        isOneAMessage: false)

    static let spaces = UnitTrick("spaces", "a space between letters", between: " ", isOneAMessage: true)

    static let thinSpaces = UnitTrick(
        "rare-spaces", "spaces of other widths between letters",
        between: "\u{A0}\u{2002}\u{2005}\u{2009}\u{200A}\u{202F}\u{3000}",
        isOneAMessage: false)

    static let signs = UnitTrick(
        "signs", "one sign between letters, the same in the whole message", between: ".-*_·~|/'+^=", isOneAMessage: true)

    static let mixedSigns = UnitTrick(
        "mixed-signs", "signs between letters, any of them anywhere", between: ".-*_·~|/'+^=,:;•°¤‧∙", isOneAMessage: false)

    static let pictures = UnitTrick(
        "pictures", "U+FFFC, the place of a picture, between letters", between: "\u{FFFC}", isOneAMessage: true)

    static let emoji = UnitTrick("emoji", "emoji between letters", between: "🔥💰⭐✨❤🎁✅💎", isOneAMessage: false)
}
