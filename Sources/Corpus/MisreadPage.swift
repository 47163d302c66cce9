// Corpus: texts that were read as another encoding, so that `확인` has become `犬牢` or `솗씤`, and
// `Gebühr` `Geb√ºhr`. Texts in; what their bytes likely are out. Others: WrongPage, TwiceEncoded.

/// The texts of a file with characters beyond ASCII, of East Asia or of alphabets.
struct MisreadPage {
    private var eastAsian = Sample(), alphabetic = Sample()
    /// Fewer may be of names.
    private static let leastCharacters = 8
    /// The same of letters of alphabets, where the encodings are close.
    private static let leastLetters = 16
    /// What a character costs at most, in nats, in a text that reads as a language. Messages cost 6
    /// to 8, wrong characters 9.5 to 12.
    private static let usualCost = 8.5
    /// What programs read alphabets as by mistake, beside Windows-1252.
    private static let pagesOfAlphabets = ["MACINTOSH", "CP850", "CP437"]

    /// Texts, a line each, up to `most` bytes and the beginning of one more.
    private struct Sample {
        var lines = "", texts = 0
        static let most = 8 << 10

        mutating func add(_ text: String) {
            texts += 1
            guard lines.utf8.count < Sample.most else { return }
            for scalar in text.unicodeScalars.prefix(Sample.most) {
                lines.unicodeScalars.append(MisreadPage.isPicture(scalar) || scalar == "\n" ? " " : scalar)
            }
            lines += "\n"
        }
    }

    mutating func add(_ text: String, _ signs: TextSigns) {
        guard signs.contains(.wide) else {
            if signs.contains(.beyondASCII) { alphabetic.add(text) }
            return
        }
        var isAlphabetic = false
        for scalar in text.unicodeScalars where scalar.value >= 0x80 {
            if Self.isEastAsian(scalar) { return eastAsian.add(text) }
            isAlphabetic = isAlphabetic || !Self.isPicture(scalar)
        }
        if isAlphabetic { alphabetic.add(text) }
    }

    /// What texts are, and what they were read as.
    typealias Mistake = (encodings: [String], readAs: String, texts: Int)

    /// The encodings that the bytes are likely of, the likeliest first, the one that they were read
    /// as, and how many texts may be such. `nil` where they are as they should be, or nothing
    /// tells.
    ///
    /// - Parameter latin: what they may be where they were read as Latin-1.
    func likely(besides latin: Mistake?) -> Mistake? {
        if eastAsian.texts > 0, Self.isStrange(eastAsian.lines) {
            for page in EncodingLikelihood.eastAsianNames {
                if let found = Self.encodings(of: eastAsian.lines, page) { return (found, page, eastAsian.texts) }
            }
        }
        guard Self.hasCharacters(alphabetic.lines) else { return latin }
        let found = Self.pagesOfAlphabets.compactMap { page -> Mistake? in
            Self.encodings(of: alphabetic.lines, page).map { ($0, page, alphabetic.texts) }
        }
        if let utf8 = found.first(where: { $0.encodings == [TextEncoding.utf8.name] }) { return utf8 }
        let letters = alphabetic.lines.unicodeScalars.count { $0.value >= 0x80 && $0.properties.isAlphabetic }
        let certain = letters < Self.leastLetters ? [] : found.filter { $0.encodings.count == 1 }
        let all = (latin.map { [$0] } ?? []) + certain
        return all.min { cost(of: $0) < cost(of: $1) }
    }

    /// What the texts cost as a language, in nats, if a mistake is put right.
    private func cost(of mistake: Mistake) -> Double {
        let page = mistake.readAs == Self.latin ? "WINDOWS-1252" : mistake.readAs
        guard let bytes = CharsetTranscoder.bytes(of: alphabetic.lines, as: page),
            let likelihood = EncodingLikelihood.all.first(where: { $0.encoding.name == mistake.encodings.first })
        else { return .infinity }
        return likelihood.cost(of: bytes, beside: [])?.all ?? .infinity
    }

    /// What people call Windows-1252.
    static let latin = "Latin-1"

    /// What a phone or a program has put there, and no encoding.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FFFD}" || (0x1F000...0x1FFFF).contains(scalar.value)
    }

    /// Whether it is a character or a sign of East Asia.
    private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFFEF, 0x20000...0x2FFFF: true
        default: false
        }
    }

    private static func hasCharacters(_ lines: String) -> Bool {
        lines.unicodeScalars.count { $0.value >= 0x80 } >= leastCharacters
    }

    /// Whether most lines have characters that are rare in each language of East Asia.
    private static func isStrange(_ lines: String) -> Bool {
        let all = lines.split(separator: "\n").map { $0.unicodeScalars.filter(isEastAsian) }.filter { !$0.isEmpty }
        return all.reduce(0) { $0 + $1.count } >= leastCharacters
            && 10 * all.count { leastCost(of: Array($0)) > usualCost } >= 7 * all.count
    }

    /// The mean cost of characters in the language where it is least.
    private static func leastCost(of characters: [Unicode.Scalar]) -> Double {
        EastAsianLetters.allCases.map { letters in
            characters.reduce(0) { $0 + letters.cost(of: $1) } / Double(characters.count)
        }.min()!
    }

    /// What the bytes of a page are, if not of it; `nil` where they may be as they should be.
    private static func encodings(of lines: String, _ page: String) -> [String]? {
        guard let bytes = CharsetTranscoder.bytes(of: lines, as: page) else { return nil }
        if areUTF8(bytes) { return [TextEncoding.utf8.name] }
        let found: [TextEncoding]
        do throws(CorpusError) { found = [try EncodingGuess.of(bytes)] } catch {
            guard case .unknownEncoding(_, let several) = error, !several.isEmpty else { return nil }
            found = several
        }
        // Several have some letters in the same places.
        let own = TextEncoding(page).map { text(of: bytes, $0) }
        return found.contains { $0 == .utf8 || text(of: bytes, $0) == own } ? nil : found.map(\.name)
    }

    private static func text(of bytes: [UInt8], _ encoding: TextEncoding) -> [UInt8] {
        var text: [UInt8] = []
        encoding.charsetTranscoder?.transcode(bytes[...], into: &text)
        return text
    }

    /// Whether so many of the bytes beyond ASCII are in characters of UTF-8 that all are, and some
    /// were lost. In other encodings a tenth may be in three bytes by chance, and more in two.
    static func areUTF8(_ bytes: [UInt8]) -> Bool {
        func continues(_ place: Int) -> Bool { place < bytes.count && bytes[place] & 0xC0 == 0x80 }
        var place = 0, inThree = 0, inTwo = 0
        while place < bytes.count {
            let lead = bytes[place]
            if lead & 0xF0 == 0xE0, continues(place + 1), continues(place + 2) {
                (place, inThree) = (place + 3, inThree + 3)
            } else if (0xC2...0xDF).contains(lead), continues(place + 1) {
                (place, inTwo) = (place + 2, inTwo + 2)
            } else {
                place += 1
            }
        }
        let all = bytes.count { $0 >= 0x80 }
        return 10 * inThree > 3 * all || 10 * (inTwo + inThree) > 7 * all
    }
}
