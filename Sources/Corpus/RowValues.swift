// Corpus: the values of a row's known columns, read and checked. Words in; codes and senders out,
// and a count of what could not be read.

/// Reads the values of one file. A value that comes again is looked up once.
struct RowValues {
    let mayBeOfSpreadsheet: Bool
    private var counted = ValueProblems()
    private var page = WrongPage(), misread = MisreadPage(), lengths = TextLengths()
    /// Dates by the sign before the year at their end, 0 for others: how many there are, how many
    /// may be read both ways, and how many are another day then.
    private var dates: [UInt8: SIMD3<Int>] = [:]
    private var times = 0
    /// Texts of hexadecimal digits, and those of them with a letter.
    private var hexadecimal = (all: 0, letters: 0)
    /// Question marks within words, and behind them; texts with one within.
    private var marks = (within: 0, behind: 0, texts: 0)
    /// Letters of countries in the place of languages, and those that are of a language too.
    private var countriesForLanguages = (certain: 0, open: 0)
    private var countries = Lookup { word in
        let letters = CountryWord.letters(of: word)
        return (letters: letters, isOpen: letters.map { CountryWord.isOpen(word, $0) } ?? false)
    }
    private var languages = Lookup { word in
        let tag = LanguageWord.tag(of: word), isShort = word.utf8.count == 2
        return (
            tag: tag, isCountry: isShort && tag == nil && CountryWord.letters(of: word) != nil,
            isOfBoth: isShort && RowValues.lettersOfBoth.contains(word.lowercased())
        )
    }
    private var persons = Lookup { word in
        let folded = word.foldedName
        return DirectionField.areOwners(folded) ? "owner" : RowValues.unknown.contains(folded) ? "unknown" : nil
    }

    init(mayBeOfSpreadsheet: Bool) { self.mayBeOfSpreadsheet = mayBeOfSpreadsheet }

    /// What was found, and what only all rows tell.
    var problems: ValueProblems {
        var problems = counted
        for problem in [ValueProblem.timesSince2001, .ticks] where 2 * counted[problem] <= times { problems[problem] = 0 }
        if hexadecimal.letters > 0, 10 * hexadecimal.all >= 9 * lengths.texts { problems[.hexTexts] = hexadecimal.all }
        problems[.cutTexts] = lengths.likelyCut
        if marks.texts > 2, marks.within > marks.behind { problems[.lostLetters] += marks.texts }
        if countriesForLanguages.certain > 0 { problems[.openLanguages] = countriesForLanguages.open }
        // A spreadsheet reads some texts as dates, the day as the month, and leaves the others.
        if dates.count > 1 { problems[.perhapsSwapped] = dates.values.reduce(0) { $0 + ($1[0] == $1[1] ? $1[2] : 0) } }
        let latin: MisreadPage.Mistake? = page.likely.map { ($0, MisreadPage.latin, page.texts) }
        if let (encodings, readAs, texts) = misread.likely(besides: latin) {
            if readAs != MisreadPage.latin { problems[.readAsEastAsian] = 0 }
            (problems[.foreignLetters], problems.foreignEncodings, problems.foreignReadAs) = (texts, encodings, readAs)
        }
        return problems
    }

    mutating func country(_ word: String) -> String? {
        let (letters, isOpen) = countries[word]
        if isOpen {
            counted[.openCountries] += 1
            return nil
        }
        if letters == nil { counted[.countries] += 1 }
        return letters
    }

    /// The group; `nil` for a word that says that there is none, and for one that a spreadsheet has
    /// rounded, as others have become the same.
    mutating func group(_ word: String) -> String? {
        if word.utf8.first.map(Self.isDigit) ?? false {
            if word.utf8.contains(UInt8(ascii: "+")), isRounded(word[...]) {
                counted[.spoiltGroups] += 1
                return nil
            }
            // A spreadsheet keeps 15 digits.
            let rest = word.dropFirst(15)
            if rest.utf8.count > 2, rest.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }), word.utf8.allSatisfy(Self.isDigit) {
                counted[.spoiltGroups] += 1
            }
        }
        guard word.utf8.count <= 8, Self.noGroups.contains(word.trimmingSpaces().lowercased()) else { return word }
        counted[.openGroups] += 1
        return nil
    }

    /// What people and programs write for messages of no template. -1 is what clustering does.
    private static let noGroups: Set = ["none", "no", "n/a", "na", "-", "--", "0", "-1", "unknown", "other", "others", "misc"]

    mutating func meetPicture() { counted[.pictures] += 1 }

    mutating func meetGroupSender() { counted[.groupSenders] += 1 }

    mutating func language(_ word: String, of text: String) -> String? {
        let (tag, isCountry, isOfBoth) = languages[word]
        let isTaiwan = tag == "tw" && text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
        if isCountry || isTaiwan { countriesForLanguages.certain += 1 }
        if tag == nil { counted[.languages] += 1 }
        if isOfBoth { countriesForLanguages.open += 1 }
        return tag
    }

    /// Letters of a country and of a language elsewhere: `br` is Brazil, and Breton.
    private static let lettersOfBoth = "ar be br ca ch co ee et la lb ml my ne pa sa se sg si sv tn tw".setOfWords

    mutating func look(atTime time: String) {
        guard time.utf8.count > 7 else { return }
        times += 1
        if look(atNumber: time) { return }
        guard case let (first, second, sign)? = TimeParts(time)?.dayAndMonth else { return }
        let isEither = max(first, second) <= 12
        dates[sign, default: SIMD3()] &+= SIMD3(1, isEither ? 1 : 0, isEither && first != second ? 1 : 0)
    }

    /// Numbers of seconds of which few are of times before 2000, and of ticks: others are of a Mac,
    /// or of .NET.
    private mutating func look(atNumber time: String) -> Bool {
        let bytes = time.utf8, whole = bytes.prefix(9)
        switch bytes.count {
        case 18:
            guard let number = Int(time) else { return false }
            if Self.ticks.contains(number) { counted[.ticks] += 1 }
        case 9... where bytes.count == 9 || bytes[whole.endIndex] == UInt8(ascii: "."):
            guard let number = Int(time.prefix(upTo: whole.endIndex)) else { return false }
            if Self.since2001.contains(number) { counted[.timesSince2001] += 1 }
        default: return false
        }
        return true
    }

    /// What the times from 2005 to next year are in seconds since 2001, and in ticks.
    private static let since2001 = 126_230_400...MessageTime.lastRead - 978_307_200
    private static let ticks =
        (1_104_537_600 + 62_135_596_800) * 10_000_000...(MessageTime.lastRead + 62_135_596_800) * 10_000_000

    mutating func look(at part: MessagePart, of text: String) {
        if part.isPart(text), !MessagePart.isHead(text) { counted[.parts] += 1 }
    }

    mutating func meetBadWeight() { counted[.weights] += 1 }

    /// Whether a value is what databases, programs and phones write for none.
    static func isNothing(_ value: String) -> Bool {
        guard let first = value.utf8.first else { return true }
        return switch first {
        case .backslash, UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "i"),
            UInt8(ascii: "u"):
            value.utf8.count <= 20 && nothing.contains(value)
        default: false
        }
    }

    private static let nothing: Set = [
        "\\N", "NULL", "Null", "null", "(null)", "(NULL)", "<null>", "None", "NaN", "nan", "N/A", "n/a", "NaT", "<NA>",
        "undefined", "insert-address-token",
    ]

    /// A sender that phones do not tell, in the form that is compared. `na` is R's mark for none.
    private static let unknown: Set<String> = """
        na unknown unknownnumber unknownsender unknowncaller anonymous private privatenumber nonumber nocallerid withheld \
        restricted unavailable 발신번호표시제한 발신번호없음 알수없음 익명 未知 未知号码 未知號碼 匿名 無號碼 非通知 不明 unbekannt anonym desconocido anónimo \
        númerooculto inconnu anonyme numéromasqué desconhecido anônimo tidakdikenal bilinmeyen gizlinumara khôngxácđịnh \
        ไม่ทราบ sconosciuto anonimo неизвестно неизвестный скрытыйномер
        """.setOfWords

    mutating func look(atText text: String) {
        var copy = text
        copy.withUTF8 { look(at: $0, of: text) }
        if MessagePart.isHead(text) { counted[.parts] += 1 }
        lengths.add(text)
    }

    private mutating func look(at bytes: UnsafeBufferPointer<UInt8>, of text: String) {
        let signs = TextSigns(of: bytes)
        if signs.contains(.beyondASCII) {
            if TwiceEncoded.isLikely(bytes) { counted[.twiceEncoded] += 1 } else { page.add(text) }
            misread.add(text, signs)
        }
        switch CodedText.code(of: bytes, signs) {
        case .program?: counted[.coded] += 1
        case .hexadecimal(let areWords)?:
            hexadecimal.all += 1
            if text.contains(where: { $0.isLetter }) { hexadecimal.letters += 1 }
            if areWords { counted[.hexTexts] += 1 }
        case .windows1251?: counted[.readAs1251] += 1
        case .eastAsian?: counted[.readAsEastAsian] += 1
        case .html?: counted[.entities] += 1
        case nil: if CodedText.isCellError(text) { counted[.spoiltTexts] += 1 }
        }
        if !signs.isDisjoint(with: [.question, .beyondASCII]) {
            if CodedText.hasLostLetters(bytes) {
                counted[.lostLetters] += 1
            } else if CodedText.hasLooseQuestionMark(bytes) {
                counted[.looseQuestionMarks] += 1
            }
        }
        // Those of links stand where they must.
        if signs.contains(.question), !signs.contains(.ofLink) {
            let found = CodedText.questionMarks(in: bytes)
            marks = (marks.within + found.within, marks.behind + found.behind, marks.texts + min(1, found.within))
        }
        guard let first = bytes.first else { return }
        if Self.isDigit(first), Double(text) != nil { counted[.numberTexts] += 1 }
        let apostrophe = UInt8(ascii: "'")
        if first == apostrophe, bytes[bytes.count - 1] == apostrophe, bytes.count > 2 { counted[.inSingleQuotes] += 1 }
    }

    /// The sender without what a spreadsheet puts before a number to keep it: `="079"`, `'079`.
    /// `nil` where the word says that there is none.
    ///
    /// - Parameter country: that of the receiver, where it is known: a local number may have lost
    ///   its first 0.
    mutating func sender(_ word: String, in country: String?) -> String? {
        let bytes = word.utf8
        guard let first = bytes.first, let last = bytes.last else { return word }
        // Phones and spreadsheets put marks of direction around numbers.
        if first == 0xE2 || last >= 0x80, case let plain = Self.withoutMarks(word), plain.utf8.count < bytes.count {
            return plain.isEmpty ? nil : sender(plain, in: country)
        }
        switch first {
        case .space: return sender(word.trimmingSpaces(), in: country)
        case UInt8(ascii: "#") where CodedText.isCellError(word) || bytes.allSatisfy({ $0 == first }):
            counted[.spoiltSenders] += 1
        // Android's numbers for a sender that is unknown, hidden, or a public telephone.
        case UInt8(ascii: "-") where ["-1", "-2", "-3", "-", "-1.0", "-2.0"].contains(word):
            counted[.unknownSenders] += 1
            return nil
        case UInt8(ascii: "=") where mayBeOfSpreadsheet:
            guard let cell = Self.formulaNumber(word) else { return word }
            counted[.formulaSenders] += 1
            return number(cell, in: country)
        case UInt8(ascii: "'") where mayBeOfSpreadsheet:
            guard bytes.dropFirst().first.map({ Self.isDigit($0) || $0 == UInt8(ascii: "+") }) ?? false else { return word }
            return String(word.dropFirst())
        case UInt8(ascii: "+"): if isRounded(word.dropFirst()) { counted[.spoiltSenders] += 1 }
        case _ where Self.isDigit(first): return number(word, in: country)
        default:
            // Most names that come once have a number in them.
            guard bytes.count <= 24, !bytes.contains(where: Self.isDigit), let person = persons[word] else {
                let isWord = first >= 0x80 || (0x61...0x7A).contains(first | 0x20)
                let isAround = isWord && bytes.count > 9 && bytes.contains { "<(:".utf8.contains($0) }
                if isAround, bytes.count(where: Self.isDigit) > 6 { counted[.namedNumbers] += 1 }
                return word
            }
            if person == "owner" {
                counted[.ownSenders] += 1
            } else {
                counted[.unknownSenders] += 1
                return nil
            }
        }
        return word
    }

    /// Without marks of direction at its ends.
    private static func withoutMarks(_ word: String) -> String {
        func isMark(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        let scalars = word.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isMark($0) }), let last = scalars.lastIndex(where: { !isMark($0) }) else {
            return ""
        }
        return String(scalars[first...last])
    }

    private mutating func number(_ word: String, in country: String?) -> String {
        let bytes = word.utf8
        guard bytes.last != .space else { return number(word.trimmingSpaces(), in: country) }
        let digits = bytes.count(where: Self.isDigit)
        // A number with a fraction, as programs read a column with gaps.
        if digits + 1 == bytes.count, word.hasSuffix(".0") { return number(String(word.dropLast(2)), in: country) }
        if digits == bytes.count {
            let isLong = mayBeOfSpreadsheet && (12...15).contains(digits)
            if isLong, !["0", "1"].contains(word.first) { counted[.sendersWithoutPlus] += 1 }
            guard mayBeOfSpreadsheet, (8...11).contains(digits) else { return word }
            if let country, LostZero.isLikely(word, in: country) {
                if counted[.sendersGivenZero] == 0 { counted.numberWithoutZero = LostZero.example(in: country) }
                counted[.sendersGivenZero] += 1
                return "0" + word
            }
            if country == nil, LostZero.isLikely(word, in: "KR") { counted[.sendersWithoutZero] += 1 }
        } else if isRounded(word[...]) {
            counted[.spoiltSenders] += 1
        } else if bytes.contains(.space), word.contains(where: \.isLetter), word.split(separator: " ").count > 2 {
            counted[.streets] += 1
        }
        return word
    }

    /// `4.479E+11`, `4,479E+11`; in a table also `4479E8`, if it may be a telephone number.
    private func isRounded(_ word: Substring) -> Bool {
        let bytes = word.utf8
        guard bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let value = Double(word.replacing(",", with: ".")) else {
            return false
        }
        return bytes.contains { "+.,".utf8.contains($0) } || mayBeOfSpreadsheet && (1e7..<1e15).contains(value)
    }

    /// The content of `="079"`, `=4479…` or `=+4479…`; `nil` for a formula that computes.
    private static func formulaNumber(_ word: String) -> String? {
        if word.utf8.count > 3, word.hasPrefix("=\""), word.hasSuffix("\"") { return String(word.dropFirst(2).dropLast()) }
        let number = word.dropFirst(), digits = number.hasPrefix("+") ? number.dropFirst() : number
        return !digits.isEmpty && digits.utf8.allSatisfy(isDigit) ? String(number) : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
