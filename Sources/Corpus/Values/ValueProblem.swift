// Corpus: what can be wrong with the values of rows, and how many values have it.

/// What a value could not be read for, or looks wrong by.
package enum ValueProblem: Int, Sendable, CaseIterable {
    /// Words in the place of a country that are none; their rows have no country then.
    case countries
    /// `NA`, which is Namibia or what programs write for none, and calling codes such as `+1`,
    /// which are of two large countries; their rows have no country then.
    case openCountries
    /// Words in the place of a language that are none.
    case languages
    /// Weights that are no number from 0 to 1000, where nothing is learned; they count as 1.
    case weights
    /// Senders such as `4.479E+11` or `#NAME?`, of which a spreadsheet has lost most digits or all.
    case spoiltSenders
    /// Senders of a table such as `="079"` or `=4479…`, of which the number was read.
    case formulaSenders
    /// Senders such as `Me`: their messages are the owner's own, if no contact is called so.
    case ownSenders
    /// Senders of a table with 12 digits or more without a +, which a spreadsheet may have lost.
    case sendersWithoutPlus
    /// Senders of a table with a mobile number that has lost its first 0, and was read with it.
    case sendersGivenZero
    /// Senders of a table that may have lost their first 0, by their digits alone.
    case sendersWithoutZero
    /// Senders such as `-1` or `unknown`, read as none.
    case unknownSenders
    /// Messages of a group whose sender the file does not tell from its other members.
    case groupSenders
    /// Groups such as `none` or `0`, read as none.
    case openGroups
    /// Times of a Mac's messages whose seconds likely count from 2001, read as since 1970.
    case timesSince2001
    /// Senders that look like the address of a house.
    case streets
    /// Senders with a word around the number: `tel:+49…`, `Ann <+49…>`.
    case namedNumbers
    /// Texts between single quotes, which may be of the file.
    case inSingleQuotes
    /// Texts whose UTF-8 was read as Windows-1252 and written again: `Ã¼`.
    case twiceEncoded
    /// Texts in a program's code, such as `b'…'`, `\n`, `\u00fc`, `=C3=BC` or base64.
    case coded
    /// Texts with signs of HTML, such as `&amp;` or `<br>`.
    case entities
    /// Groups such as `1.10717E+18`, or with zeros behind their first 15 digits.
    case spoiltGroups
    /// Texts such as `#NAME?` or `1E+05`, of which a spreadsheet has lost the rest.
    case spoiltTexts
    /// Texts that have U+FFFD or question marks for letters.
    case lostLetters
    /// Other texts with a question mark where no sentence ends: at the beginning or behind a space.
    case looseQuestionMarks
    /// Texts whose UTF-8 was read as Windows-1251: `РґРѕ`.
    case readAs1251
    /// Texts whose UTF-8 was read as an encoding of East Asia, or the reverse: `锟斤拷`.
    case readAsEastAsian
    /// Texts with letters of another encoding, read as Latin-1, `Ïðèâåò`, or as one of East Asia,
    /// `犬牢`.
    case foreignLetters
    /// Times whose day and month a spreadsheet may have swapped.
    case perhapsSwapped
    /// Languages such as br, my or se in a file with letters of countries for languages.
    case openLanguages
    /// Texts that are a number alone.
    case numberTexts
    /// Parts of a longer message, by a column of their numbers or their own head.
    case parts
    /// Texts of hexadecimal digits alone, in a file of such or where words come of them.
    case hexTexts
    /// Times that are likely ticks of .NET, read as a Mac's nanoseconds.
    case ticks
    /// Texts without a label that are a picture alone.
    case pictures
    /// Texts of one length, which no text exceeds: the rest may be cut off.
    case cutTexts
}

/// How many values have each problem.
package struct ValueProblems: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: ValueProblem.allCases.count)
    /// The encodings that foreign letters may be of; empty where these tell none.
    package var foreignEncodings: [String] = []
    /// The encoding that foreign letters were read as.
    package var foreignReadAs = "Latin-1"
    /// A number as those of `sendersGivenZero`, in the form of the first one's country; made up.
    package var numberWithoutZero = LostZero.example(in: "KR")

    /// No problem yet.
    package init() {}

    /// How many values have a problem.
    package subscript(problem: ValueProblem) -> Int {
        get { counts[problem.rawValue] }
        set { counts[problem.rawValue] = newValue }
    }

    /// Adds those of another file.
    package mutating func add(_ other: ValueProblems) {
        if self[.sendersGivenZero] == 0 { numberWithoutZero = other.numberWithoutZero }
        for (place, count) in other.counts.enumerated() { counts[place] += count }
    }

    /// Which there are in more than so many rows, whatever their number.
    package func kinds(besides usual: [ValueProblem], above few: Int = 0) -> ValueProblems {
        var kinds = self
        if usual.contains(.sendersGivenZero) { kinds.numberWithoutZero = ValueProblems().numberWithoutZero }
        for problem in ValueProblem.allCases { kinds[problem] = usual.contains(problem) || self[problem] <= few ? 0 : 1 }
        return kinds
    }
}
