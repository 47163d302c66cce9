// Corpus: how probable bytes are as text of an encoding: the product of the probabilities of their
// letters in a language that is written in it. The right encoding gives common letters beside each
// other, a wrong one rare ones, so a few words are enough.

/// An encoding, and the languages that people write in it.
struct EncodingLikelihood {
    let encoding: TextEncoding
    private let languages: [Language]
    /// Added to each cost: what few people use needs more evidence.
    private let rarity: Double

    private enum Language {
        case letters(String, LetterPairs)
        case eastAsian(EastAsianLetters)

        /// `nil` for those without an alphabet.
        var name: String? {
            if case .letters(let name, _) = self { name } else { nil }
        }
    }

    private static let western = "en fr de es pt it nl sv da no fi is ca sq", eastern = "pl cs sk hu ro hr sl sq"
    private static let cyrillic = "ru uk bg sr"

    /// Those in which words of ASCII are of the language too.
    fileprivate static let latin: [String: LetterPairs] = Dictionary(
        "\(western) \(eastern) tr lt lv et vi".split(separator: " ").map { (String($0), LetterPairs.all[String($0)]!) },
        uniquingKeysWith: { first, _ in first })

    private var isAlphabetic: Bool {
        if case .letters? = languages.first { true } else { false }
    }

    private static let eastAsian: [(name: String, letters: EastAsianLetters)] = [
        ("CP949", .korean), ("GB18030", .simplified), ("BIG5-HKSCS", .traditional), ("CP932", .japanese), ("EUC-JP", .japanese),
    ]

    /// Those of East Asia.
    static let eastAsianNames = eastAsian.map(\.name)

    /// Encodings that can be recognised by their letters, the more usual first: where several give
    /// the same text, the first is named. Windows-1252, 1254, 949 and 932 include ISO 8859-1 and
    /// 8859-9, EUC-KR and Shift-JIS.
    static let all: [EncodingLikelihood] = {
        let alphabetic: [(names: String, languages: String, rarity: Double)] = [
            ("WINDOWS-1252", western, 0), ("WINDOWS-1251", cyrillic, 0), ("WINDOWS-1250", eastern, 0), ("WINDOWS-1254", "tr", 0),
            ("WINDOWS-1253", "el", 0), ("WINDOWS-1255", "he", 0), ("WINDOWS-1256", "ar fa", 0), ("WINDOWS-1257", "lt lv et", 0),
            ("WINDOWS-1258", "vi", 0), ("CP874", "th", 0), ("ISO-8859-2", eastern, 0), ("KOI8-R", "ru bg", 0),
            ("KOI8-U", "uk", 0),
            ("ISO-8859-5", cyrillic, rare), ("ISO-8859-6", "ar", rare), ("ISO-8859-7", "el", 0), ("ISO-8859-13", "lt lv et", 0),
            ("ISO-8859-15", western + " et", 0), ("MACINTOSH", western, rare), ("MAC-CYRILLIC MACCYRILLIC", cyrillic, rare),
            ("CP866", cyrillic, rare), ("CP850", western, rare), ("CP437", western, rare), ("CP852", eastern, rare),
            ("CP857", "tr", rare), ("CP737", "el", rare), ("CP775", "lt lv et", rare), ("CP862", "he", rare),
            ("MAC-CENTRALEUROPE MACCENTRALEUROPE", eastern, rare),
        ]
        return alphabetic.compactMap { names, languages, rarity in
            guard let encoding = names.split(separator: " ").lazy.compactMap({ TextEncoding(String($0)) }).first else {
                return nil
            }
            let known = languages.split(separator: " ").map { Language.letters(String($0), LetterPairs.all[String($0)]!) }
            return EncodingLikelihood(encoding: encoding, languages: known, rarity: rarity)
        }
            + eastAsian.compactMap { name, letters in
                TextEncoding(name).map { EncodingLikelihood(encoding: $0, languages: [.eastAsian(letters)], rarity: 0) }
            }
    }()

    private static let rare = 3.0

    /// What bytes cost as text of an encoding.
    struct Cost {
        let encoding: TextEncoding
        let text: String
        fileprivate let isAlphabetic: Bool
        /// -ln of the probability of all characters, and of those beyond ASCII alone.
        fileprivate(set) var all: Double
        fileprivate(set) var high = 0.0
        /// How much more it would cost in a language that the plain words beside are of.
        fileprivate(set) var doubt = 0.0
        fileprivate(set) var highCount = 0

        /// Whether some bytes are no character.
        var isDamaged: Bool { text.unicodeScalars.contains("\u{FFFD}") }
        /// More than a few signs, or some damage.
        var hasManyLetters: Bool { highCount >= 40 }
        /// Rare letters throughout: another language or encoding, or a text that was converted
        /// twice. Many letters of an alphabet are mostly common ones.
        var isForeign: Bool {
            highCount >= 4 && high > (isAlphabetic && hasManyLetters ? 8 : 9.5) * Double(highCount)
        }

        /// How many characters are not the same in another encoding's text.
        func differences(from other: Cost) -> Int {
            let scalars = text.unicodeScalars, others = other.text.unicodeScalars
            guard scalars.count == others.count else { return max(highCount, other.highCount) }
            return zip(scalars, others).count { $0 != $1 }
        }
    }

    /// The cost of lines of words. Each line is of the language in which it costs least.
    func cost(of bytes: [UInt8], beside plain: [PlainWords]) -> Cost? {
        guard let transcoder = encoding.charsetTranscoder else { return nil }
        var utf8: [UInt8] = []
        transcoder.transcode(bytes[...], into: &utf8)
        transcoder.finish(into: &utf8)
        var sum = Cost(
            encoding: encoding, text: String(decoding: utf8, as: UTF8.self), isAlphabetic: isAlphabetic, all: rarity)
        let lines = sum.text.unicodeScalars.split(separator: "\n")
        for (number, line) in lines.enumerated() {
            let line = SpelledLine(line), plain = lines.count == plain.count ? plain[number] : nil
            let costs = languages.map { language in
                switch language {
                case .letters(_, let pairs): line.cost(in: pairs)
                case .eastAsian(let letters): line.cost(in: letters)
                }
            }
            guard let least = costs.min(by: { $0.all < $1.all }) else { return nil }
            if let plain {
                let consistent = zip(costs, languages).map { $0.all + plain.cost(in: $1.name) }.min() ?? least.all
                sum.doubt += consistent - least.all
            }
            sum.all += least.all
            sum.high += least.high
            sum.highCount += line.highCount
        }
        return sum
    }
}

/// The words of ASCII in a line. They are the same in all encodings, and tell the language: a lone
/// `å` is a word of Norwegian, and none beside English.
struct PlainWords {
    private let costs: [String: Double]
    private let count: Int
    /// What a few words of a language may cost more in it than in another; and the most that a line
    /// says, as it may hold a name or a link.
    private static let usual = 12.0, most = 12.0
    /// A word of another alphabet, or beside characters of East Asia.
    private static let foreign = 3.0, foreignBesideHan = 1.5

    init(_ words: [UInt8]) {
        count = words.split(separator: .space).count
        let line = SpelledLine(String(decoding: words, as: UTF8.self).unicodeScalars[...])
        let costs = EncodingLikelihood.latin.mapValues { line.cost(in: $0).all }, least = costs.values.min() ?? 0
        self.costs = costs.mapValues { $0 - least }
    }

    /// How much more they cost than in the likeliest language, beyond what is usual. `nil` is one
    /// without an alphabet.
    func cost(in language: String?) -> Double {
        let word = language == nil ? PlainWords.foreignBesideHan : PlainWords.foreign
        let cost = language.flatMap { costs[$0] } ?? word * Double(count)
        return min(PlainWords.most, max(0, cost - PlainWords.usual))
    }
}
