// Corpus: a line of text as letters beside letters, and what it costs in a language: roughly -ln of
// its probability among messages.

/// A line, taken apart once for all languages.
struct SpelledLine {
    private struct Sign {
        var scalar: Unicode.Scalar
        /// In lower case; `nil` for what is no letter.
        var letter: Unicode.Scalar?
        /// What it costs in any alphabet: a sign by its rarity, a letter by its case.
        var cost: Double
    }

    /// -ln of the probability of a line, and of what is beyond ASCII in it.
    typealias Cost = (all: Double, high: Double)

    private var signs: [Sign] = []
    private(set) var highCount = 0

    /// Bytes that are invalid in the encoding.
    private static let invalid = 25.0
    private static let ascii = 3.0

    init(_ line: Substring.UnicodeScalarView) {
        let scalars = Array(line), letters = scalars.map(Self.lowercaseLetter)
        var isAfterCapital = false
        for (i, scalar) in scalars.enumerated() {
            let isAfterLetter = i > 0 && letters[i - 1] != nil
            let isBeforeLetter = i + 1 < letters.count && letters[i + 1] != nil
            let isByDigit = i > 0 && Self.isDigit(scalars[i - 1]) || i + 1 < scalars.count && Self.isDigit(scalars[i + 1])
            let isCapital = letters[i] != nil && scalar.properties.isUppercase
            var cost =
                letters[i] == nil
                ? Self.cost(of: scalar, isAfterLetter: isAfterLetter, isBeforeLetter: isBeforeLetter)
                // Words are in capitals, or begin with one.
                : !isCapital ? 0 : !isAfterLetter ? 1 : isAfterCapital ? 0.3 : 4
            // Signs of currencies and degrees stand at numbers, letters do not.
            if isByDigit, scalar.value >= 0x80, !isAfterLetter, !isBeforeLetter { cost += letters[i] == nil ? -2 : 5 }
            signs.append(Sign(scalar: scalar, letter: letters[i], cost: cost))
            isAfterCapital = isCapital
            if scalar.value >= 0x80 { highCount += 1 }
        }
    }

    private static func lowercaseLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .nonspacingMark, .modifierLetter: scalar == "ª" || scalar == "º" ? nil : scalar
        case .uppercaseLetter, .titlecaseLetter: scalar.properties.lowercaseMapping.unicodeScalars.first
        default: nil
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func cost(of sign: Unicode.Scalar, isAfterLetter: Bool, isBeforeLetter: Bool) -> Double {
        let isInWord = isAfterLetter && isBeforeLetter
        return switch sign.value {
        case 0x20: 0
        case ..<0x80: ascii
        case 0x80..<0xA0, 0xFFFD: invalid
        // Apostrophes, also turned ones, and the dot of Catalan.
        case 0x2018 where isInWord, 0x2019, 0xB4, 0xB7: 5.5
        // What stands before a word or a number, and the quote that stands behind.
        case 0xA1, 0xA3, 0xAB, 0xBF, 0x201A, 0x201E: isAfterLetter ? 8.5 : 5.5
        case 0x201D: isBeforeLetter ? 8.5 : 5.5
        case 0xA0, 0xA9, 0xAA, 0xB0, 0xBA, 0xBB, 0x2013...0x201C, 0x2022, 0x2026, 0x20AC: isInWord ? 8.5 : 5.5
        // Accents without a letter, and quotes that few programs write.
        case 0xA8, 0xAF, 0xB8, 0x2C6...0x2DD: 14
        case 0x2039, 0x203A: isInWord ? 14 : 11
        default: isInWord ? 12.5 : 9.5
        }
    }

    func cost(in pairs: LetterPairs) -> Cost {
        var all = 0.0, high = 0.0
        var before: Unicode.Scalar?
        for sign in signs {
            var cost = sign.cost
            if let letter = sign.letter {
                cost += pairs.cost(of: letter, after: before)
            } else if let before {
                all += pairs.cost(of: nil, after: before)
            }
            before = sign.letter
            all += cost
            if sign.scalar.value >= 0x80 { high += cost }
        }
        if before != nil { all += pairs.cost(of: nil, after: before) }
        return (all, high)
    }

    func cost(in letters: EastAsianLetters) -> Cost {
        var all = 0.0, high = 0.0
        for sign in signs {
            if sign.scalar.value < 0x80 {
                // A two-byte character may swallow one, and letters are rare beside it.
                all += sign.letter == nil ? sign.cost : EastAsianLetters.strangeLetter
            } else {
                high += sign.cost == Self.invalid ? sign.cost : letters.cost(of: sign.scalar)
            }
        }
        return (all + high, high)
    }
}
