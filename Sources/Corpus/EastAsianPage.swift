// Corpus: texts of East Asia that were read as another encoding, so that `확인` has become `犬牢` or
// `솗씤`. Texts in; what their bytes likely are out.

/// The texts of a file that have characters of Chinese, Japanese or Korean.
struct EastAsianPage {
    /// A line each, up to `most` bytes.
    private var lines = ""
    private(set) var texts = 0
    private static let most = 8 << 10
    /// Fewer may be of names.
    private static let leastCharacters = 8
    /// What a character costs at most, in nats, in a text that reads as a language. Messages cost 6
    /// to 8, wrong characters 9.5 to 12.
    private static let usualCost = 8.5
    /// Where more of the bytes beyond ASCII are characters of UTF-8, all are, and some were lost.
    /// Of those of messages in other encodings a tenth may be by chance.
    private static let leastUTF8 = 0.3

    mutating func add(_ text: String) {
        guard text.utf8.contains(where: { $0 >= 0xE2 }) else { return }
        guard text.unicodeScalars.contains(where: Self.isCharacter) else { return }
        texts += 1
        guard lines.utf8.count < Self.most else { return }
        let kept = text.unicodeScalars.lazy.map { Self.isPicture($0) || $0 == "\n" ? " " : $0 }
        lines.unicodeScalars.append(contentsOf: kept)
        lines += "\n"
    }

    /// What a phone or a program has put there, and no encoding.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FFFD}" || (0x1F000...0x1FFFF).contains(scalar.value)
    }

    /// Whether it is a character or a sign of East Asia.
    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFFEF, 0x20000...0x2FFFF: true
        default: false
        }
    }

    /// The encodings that the bytes are likely of, the likeliest first, and the one that they were
    /// read as. `nil` where the texts are as they should be, or nothing tells.
    var likely: (encodings: [String], readAs: String)? {
        let all = lines.split(separator: "\n").map { $0.unicodeScalars.filter(Self.isCharacter) }.filter { !$0.isEmpty }
        guard all.reduce(0, { $0 + $1.count }) >= Self.leastCharacters,
            10 * all.count(where: { Self.leastCost(of: Array($0)) > Self.usualCost }) >= 7 * all.count
        else { return nil }
        for page in EncodingLikelihood.eastAsianNames {
            guard let bytes = CharsetTranscoder.bytes(of: lines, as: page), let encodings = Self.encodings(of: bytes, page) else {
                continue
            }
            return (encodings, page)
        }
        return nil
    }

    /// The mean cost of characters in the language where it is least.
    private static func leastCost(of characters: [Unicode.Scalar]) -> Double {
        EastAsianLetters.allCases.map { letters in
            characters.reduce(0) { $0 + letters.cost(of: $1) } / Double(characters.count)
        }.min()!
    }

    /// What else than a page the bytes are; `nil` where they may be of that page.
    private static func encodings(of bytes: [UInt8], _ page: String) -> [String]? {
        if areUTF8(bytes) { return [TextEncoding.utf8.name] }
        let found: [TextEncoding]
        do throws(CorpusError) { found = [try EncodingGuess.of(bytes)] } catch {
            guard case .unknownEncoding(_, let several) = error, !several.isEmpty else { return nil }
            found = several
        }
        return found.contains { $0 == .utf8 || $0.name == page } ? nil : found.map(\.name)
    }

    /// Whether many of the bytes beyond ASCII are in characters of three bytes of UTF-8.
    static func areUTF8(_ bytes: [UInt8]) -> Bool {
        var place = 0, found = 0
        while place + 2 < bytes.count {
            let isCharacter =
                bytes[place] & 0xF0 == 0xE0 && bytes[place + 1] & 0xC0 == 0x80 && bytes[place + 2] & 0xC0 == 0x80
            found += isCharacter ? 3 : 0
            place += isCharacter ? 3 : 1
        }
        return Double(found) > leastUTF8 * Double(bytes.count { $0 >= 0x80 })
    }
}
