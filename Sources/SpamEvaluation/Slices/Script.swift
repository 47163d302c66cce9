// Evaluation: the script of a text, for slices where the corpus names no language. Text in, a name
// out. No model reads it.

/// The script in which most of a text is written.
public enum Script: Int, CaseIterable, Hashable, Sendable {
    /// Latin.
    case latin
    /// Cyrillic.
    case cyrillic
    /// Greek.
    case greek
    /// Arabic.
    case arabic
    /// Hebrew.
    case hebrew
    /// Devanagari.
    case devanagari
    /// Thai.
    case thai
    /// Korean syllables.
    case hangul
    /// Chinese characters without kana.
    case han
    /// Japanese, with or without Han.
    case kana
    /// Letters of no script above.
    case other
    /// No letters: digits, signs, pictures.
    case none

    /// The name in reports.
    public var name: String {
        switch self {
        case .latin: "Latin"
        case .cyrillic: "Cyrillic"
        case .greek: "Greek"
        case .arabic: "Arabic"
        case .hebrew: "Hebrew"
        case .devanagari: "Devanagari"
        case .thai: "Thai"
        case .hangul: "Hangul"
        case .han: "Han"
        case .kana: "Kana"
        case .other: "other script"
        case .none: "no letters"
        }
    }

    /// The script with the most letters; in a tie, the first in the order above. Han count as Kana
    /// where a tenth or more of both is kana, as in Japanese except names. A stray の is not enough.
    ///
    /// - Complexity: O(scalars).
    public init(of text: some StringProtocol) {
        var counts = [Int](repeating: 0, count: Script.allCases.count)
        for scalar in text.unicodeScalars {
            if let script = Script(of: scalar) { counts[script.rawValue] += 1 }
        }
        let han = Script.han.rawValue, kana = Script.kana.rawValue
        if 10 * counts[kana] >= counts[han] + counts[kana] {
            counts[kana] += counts[han]
            counts[han] = 0
        }
        let most = counts.max() ?? 0
        self = most == 0 ? .none : Script.allCases[counts.firstIndex(of: most)!]
    }

    /// `nil` for what is no letter of a script above. By the blocks of Unicode.
    private init?(of scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0x1D400...0x1D7CB:
            self = .latin
        case 0..<0x370: return nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x590...0x5FF: self = .hebrew
        case 0x600...0x6FF, 0x750...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFC: self = .arabic
        case 0x900...0x97F: self = .devanagari
        case 0xE00...0xE7F: self = .thai
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC: self = .hangul
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .kana
        case 0x3005, 0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: self = .han
        default:
            guard scalar.properties.isAlphabetic else { return nil }
            self = .other
        }
    }
}
