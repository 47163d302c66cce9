// What a command says of how it reads a file.

import Corpus
import Statistics

/// Tells what was guessed of a file: its format, its encoding, its columns.
func noteReading(_ reader: CorpusReader, of path: String, isEncodingAsked: Bool) {
    let isEncodingGuessed = !isEncodingAsked && reader.encoding != .utf8
    let layout = reader.layout.description.isEmpty ? "" : ", \(reader.layout)"
    if reader.layout.isGuessed || isEncodingGuessed {
        note("\(path): read as \(reader.format), \(reader.encoding)\(layout); if that is wrong: --format, --encoding, --column")
    } else if reader.isFormatGuessed {
        note("\(path): read as \(reader.format)\(layout); if that is wrong: --format")
    }
}

/// Tells of columns that are read as nothing.
///
/// - Parameter roles: those without a column, of which they may be.
func noteNotRead(_ columns: String, of path: String, lacking roles: [CorpusColumns.Role]) {
    guard !columns.isEmpty else { return }
    let remedy =
        roles == [.id]
        ? "if one tells each message from all others: \(columnOption(.id))"
        : "to read one: \(roles.isEmpty ? "spamkit help columns" : columnOption(roles))"
    note("\(path): columns not read: \(columns); \(remedy)")
}

/// Tells of texts whose quotes may be of the file: they were read as they are.
func noteQuotes(_ texts: Int, of path: String) {
    guard texts > 0 else { return }
    warn(
        "\(path): \(counted(texts, "text")) \(texts == 1 ? "was" : "were") read with the quotes around \(texts == 1 ? "it" : "them"); to drop the quotes: --format csv --delimiter tab",
        .reading)
}

/// Tells what was guessed and left out of a file that was read to its end.
///
/// - Parameter isOneOfMany: whether what was taken for labels is told of all files together.
func noteRead(_ reader: CorpusReader, of path: String, for purpose: ReadingPurpose, isOneOfMany: Bool = false) {
    if purpose.needsLabels {
        for guess in isOneOfMany ? [] : reader.guesses where guess.rows > 0 { note("\(path): \(guess)") }
    } else if purpose == .comparing, reader.flagsNotTaken > 0 {
        warn(
            "\(path): \(counted(reader.flagsNotTaken, "row")) \(reader.flagsNotTaken == 1 ? "has" : "have") a label of 0 or 1, false or true, which may mean anything; say what: --label-map 0=LABEL,1=LABEL",
            .reading)
    }
    noteUnlabelled(reader.unlabelledRows, of: path)
    note(reader.skippedRows, of: path)
    noteQuotes(reader.quotedTexts, of: path)
    noteUnknown(reader.unknownLabels, of: path)
    noteValues(
        reader.valueProblems, in: reader.format.name, reader.encoding.name, from: reader.layout.name(of: .sender), of: path,
        rows: reader.rowNumber)
    noteQuotedRows(reader.skippedRows.inQuotes, of: path)
    noteRowsBesideNames(reader.rowsBesideNames, of: path)
    // The columns of a table were told of before its rows were read.
    if purpose.needsLabels, reader.format.name.hasPrefix("json") { noteLooks(reader.layout, of: path) }
    noteLooseNumbers(reader.looseNumbers, below: reader.layout.name(of: .label), of: path)
    for (found, count) in reader.recordsNotReceived.found.sorted(by: { $0.key < $1.key }) {
        // The log of who sent them all, such as a company.
        let isAll = found == "one that was sent" && count == reader.rowNumber
        note(
            "\(path): \(counted(count, "message")) left out: \(found == "none" ? "no text" : found)\(isAll ? "; to read them: --column direction=-" : "")"
        )
    }
}

/// Tells what columns look like that are read as nothing.
func noteLooks(_ layout: FileLayout, of path: String) {
    for look in layout.looks {
        let what = "\(look.role == .time ? "time" : look.role.rawValue)s"
        let swapped = look.meanings.split(separator: "allow", omittingEmptySubsequences: false)
            .map { $0.replacing("junk", with: "allow") }.joined(separator: "junk")
        let maps = look.meanings.isEmpty ? [] : look.isOpen ? [look.meanings, swapped] : [look.meanings]
        let map = maps.map { " --label-map \($0.quoted)" }.joined(separator: ", or")
        let taken = look.role == .text ? layout.name(of: .text).map { ", but \($0) is" } ?? "" : ""
        // An option takes a comma for the end of a name.
        let chosen = look.name.contains(",") && look.number > 0 ? String(look.number) : look.name
        warnEarly(
            "\(path): the column \(look.name) looks like \(what) and is not read\(taken); to read it: --column \(look.role.rawValue)=\(chosen.quoted)\(map)"
        )
    }
    if let text = layout.guessedText {
        warnEarly("\(path): the text is guessed to be \(text), as the longest; for another: --column text=NAME")
    }
    if !layout.meaningsAbove.isEmpty {
        note("\(path): labels are read as a line above the header says; otherwise: --label-map \(layout.meaningsAbove)")
    }
    if layout.mayHaveHeader {
        warnEarly("\(path): the first line is read as a message; if it names the columns: --header")
    }
    if let zone = layout.zoneColumn {
        warnEarly(
            "\(path): the column \(zone) is not read, so a time without a zone is UTC; write the zone behind the time, such as 10:20 +09:00"
        )
    }
    if let receivers = layout.receiversWhoSend, let senders = layout.name(of: .sender) {
        warnEarly(
            "\(path): \(senders) and \(receivers) have a value in common, likely the phone's owner, so sent messages may be among these; to leave them out, write Me in its place: --column direction=\(senders.quoted)"
        )
    }
    if let label = layout.name(of: .label) {
        for other in layout.otherLabels {
            note("\(path): \(other) has labels too, and \(label) is read; for the other: --column label=\(other.quoted)")
        }
    }
    for name in layout.repeatedNames {
        warnEarly("\(path): several columns are named \(name), and one of them is read; for another: --column ROLE=NUMBER")
    }
    if layout.columnsInText > 1 {
        warnEarly(
            "\(path): \(layout.columnsInText) columns \(layout.isLabelLast ? "before" : "after") the label are read as one text; to read one of them: --column text=NUMBER,label=NUMBER"
        )
    }
    if let label = layout.name(of: .label), !layout.otherFlags.isEmpty {
        let others = layout.otherFlags.joined(separator: ", ")
        warnEarly(
            "\(path): only \(label) is read as the label, so rows of \(others) count as allow; write one column with all labels")
    }
    if layout.isUnread("group") {
        note("\(path): the column group is not read, since it may be a chat; if it is the template: --column group=group")
    }
}

/// Tells of numbers that were not taken for labels.
func noteLooseNumbers(_ numbers: LooseNumbers, below name: String?, of path: String) {
    let name = name ?? "the label's column"
    if !numbers.words.areNone {
        warn(
            "\(path): \(name) has only numbers, which are not read as labels; if they are labels: \(numbers.remedy(below: name))",
            .reading)
    }
    if numbers.perhapsSent > 0 {
        warn(
            "\(path): \(counted(numbers.perhapsSent, "message")) may have been sent, by the number under type; to leave them out: --column direction=type",
            .reading)
    }
    if numbers.sent > 0 {
        warn(
            "\(path): \(counted(numbers.sent, "message")) left out as sent, by the number under type; to read them: --column direction=-"
        )
    }
}

extension LooseNumbers {
    /// The options that make labels of them. 0 and 1 are some by themselves.
    fileprivate func remedy(below name: String) -> String {
        let areFlags = words.words.allSatisfy { LabelMap().label(for: $0.text) != nil }
        return "--column label=\(name.quoted)" + (areFlags ? "" : " \(words.remedy)")
    }
}

/// Tells of rows that a quote has swallowed.
func noteQuotedRows(_ rows: Int, of path: String) {
    guard rows > 0 else { return }
    warn(
        "\(path): \(counted(rows, "row")) lost inside of a quote of another row; close that quote, or write one that belongs to the text twice"
    )
}

/// Tells of texts in columns without a name.
func noteRowsBesideNames(_ rows: Int, of path: String) {
    guard rows > 0 else { return }
    warn(
        "\(path): \(counted(rows, "row")) \(rows == 1 ? "has" : "have") more in columns without a name, which are not read; quote texts that contain a delimiter"
    )
}

/// Tells of values in known columns that could not be read, look wrong, or were read otherwise than
/// they stand.
///
/// - Parameter encoding: its name; one of an old code page has no pictures.
/// - Parameter senders: the name of the column of senders.
/// - Parameter rows: how many rows were read.
func noteValues(
    _ values: ValueProblems, in format: String, _ encoding: String, from senders: String?, of path: String, rows: Int
) {
    func tell(_ count: Int, _ noun: String, _ words: String, by tell: (String) -> Void) {
        guard count > 0 else { return }
        tell("\(path): \(noun == "text" ? "\(grouped(count)) of \(counted(rows, noun))" : counted(count, noun)) \(words)")
    }
    // JSON may have escapes for the letters, and knows no other encoding.
    let repair =
        format.hasPrefix("json")
        ? "to correct each text in Python: text.encode('cp1252').decode()"
        : "export again as UTF-8, or if this ends without an error: iconv -f UTF-8 -t WINDOWS-1252 FILE > CORRECTED"
    // In Latin letters people write spaces before question marks.
    let isOfEastAsia = ["CP949", "GB18030", "CP932", "BIG5-HKSCS", "EUC-JP"].contains(encoding)
    let warnings = [
        (
            values[.countries], "row",
            "with an unknown country, kept without it; write KR, KOR, Korea or +82, or give --column country=-"
        ),
        (
            values[.openCountries], "row",
            "with the country NA, +1 or +7, which may be Namibia or none, or one of two; kept without it; write NAM, US, CA, RU or KZ, or give --column country=-"
        ),
        (values[.languages], "row", "with an unknown language, kept without it; write ko or Korean, or give --column lang=-"),
        (
            values[.weights], "row",
            "with a weight that is no number from 0 to 1000, counted as 1; correct it, or give --column weight=-"
        ),
        (
            values[.spoiltSenders], "sender",
            "spoilt by a spreadsheet, such as 4.479E+11 or #NAME?; export again with senders as text"
        ),
        (
            values[.ownSenders], "message",
            "from Me or You, likely the phone's owner; to leave them out: --column direction=\((senders ?? "NAME").quoted)"
        ),
        (values[.twiceEncoded], "text", "with UTF-8 read as Windows-1252, such as Ã¼ for ü; \(repair)"),
        (
            values[.readAs1251], "text",
            "with UTF-8 read as Windows-1251, such as РґР° for да; to correct the file: iconv -f UTF-8 -t WINDOWS-1251 FILE > CORRECTED"
        ),
        (
            values[.readAsEastAsian], "text",
            "with letters of another encoding, such as 锟斤拷, 占쏙옙 or 縺; export again as UTF-8"
        ),
        (
            values[.foreignLetters], "text",
            values.foreignEncodings.isEmpty
                ? "that read as no language: letters of another encoding; export again as UTF-8"
                : "in \(values.foreignEncodings.joined(separator: " or ")) that was read as \(values.foreignReadAs); export again as UTF-8"
        ),
        (
            10 * values[.numberTexts] >= 9 * rows && values[.numberTexts] > 1 ? values[.numberTexts] : 0, "text",
            "only a number, such as a count or an id; name the right column: --column text=NAME"
        ),
        (
            values[.perhapsSwapped], "time",
            "in another form than others, so a spreadsheet may have swapped day and month; export again with times as text"
        ),
        (
            values[.openLanguages], "row",
            "with a language such as br, my or se next to letters of countries; if it is a country: --column lang=-,country=NAME"
        ),
        (
            2 * values[.inSingleQuotes] > rows ? values[.inSingleQuotes] : 0, "text",
            "between single quotes, which are read with them; export again with double quotes"
        ),
        (
            values[.spoiltGroups], "row",
            "with a template spoilt by a spreadsheet, such as 1.10717E+18; export again with the column as text, or give --column template=-"
        ),
        (values[.spoiltTexts], "text", "spoilt by a spreadsheet, such as #NAME? or 1E+05; export again with the column as text"),
        (
            values[.lostLetters] + (isOfEastAsia ? values[.looseQuestionMarks] : 0), "text",
            ["UTF", "CESU"].contains(where: encoding.hasPrefix)
                ? "with �, ??? or f?r for letters that an export lost, unless people wrote them, and perhaps more with one ?; export the original as UTF-8"
                : "with �, ??? or ? for letters that an export lost, and perhaps more; \(encoding == "GB18030" ? "GBK" : encoding) lacks emoji, so export again as UTF-8"
        ),
        (values[.streets], "sender", "with a street address; name the right column: --column sender=NAME"),
        (
            values[.namedNumbers], "sender",
            "with a word around the number, such as tel:+49 or Ann <+49>, read as they stand; write the number alone"
        ),
        (
            values[.timesSince2001], "time",
            "likely in seconds since 2001, as on a Mac, but read as since 1970; add 978307200 to each, or give --column time=-"
        ),
        (
            values[.ticks], "time",
            "likely ticks of .NET, but read as a Mac's; write (TICKS - 621355968000000000) / 10000000, or give --column time=-"
        ),
    ]
    for (count, noun, words) in warnings { tell(count, noun, words) { warn($0) } }
    // Nothing is lost, and a decision rarely changes.
    let readAsTheyStand = [
        (
            values[.coded],
            "in a program's code, such as \\n, \\', \\u00fc, <U+00FC>, =C3=BC, base64 or control characters, read as they stand; decode them in the file"
        ),
        (values[.hexTexts], "with hexadecimal digits alone, read as they stand; decode them in the file"),
        (
            values[.parts],
            "likely parts of longer messages, read as they stand; join those of one sender and reference in the file, by their numbers"
        ),
        (values[.entities], "with signs of HTML, such as &amp; for & or <br>, read as they stand; decode them in the file"),
    ]
    for (count, words) in readAsTheyStand { tell(count, "text", words) { warn($0, .reading) } }
    let notes = [
        (values[.cutTexts], "text", "as long as the longest, so the rest may be cut off; export again with whole texts"),
        (values[.pictures], "text", "a picture alone (U+FFFC), read as a message; leave these rows out, or label them"),
        (values[.openGroups], "row", "with a template such as none, 0 or other, read as none"),
        (values[.formulaSenders], "sender", "written as a formula, such as =\"079\", read as 079"),
        (values[.unknownSenders], "sender", "written as -1, unknown or the like, read as none"),
        (values[.groupSenders], "message", "from a group without a sender, since the file names its members alone"),
        (
            values[.sendersGivenZero], "sender",
            "without their first 0, such as \(values.numberWithoutZero), read as 0\(values.numberWithoutZero)"
        ),
        (
            values[.sendersWithoutZero], "sender",
            "written as 1012345678; if a spreadsheet dropped the first 0, say where the phone was: --country KR"
        ),
        (
            values[.sendersWithoutPlus], "sender",
            "with 12 digits or more and no +, so they count as local; if a spreadsheet or gateway dropped the +, write it again, else do nothing"
        ),
    ]
    for (count, noun, words) in notes { tell(count, noun, words) { note($0) } }
}

/// Tells of messages that have no label where labels are needed.
func noteUnlabelled(_ count: Int, of path: String) {
    if count > 0 { note("\(path): \(counted(count, "message")) without a label left out") }
}

private func note(_ skipped: SkippedRows, of path: String) {
    guard skipped.count > 0 else { return }
    let lines = skipped.firstLines.map(String.init).joined(separator: ", ")
    let rest = skipped.count > skipped.firstLines.count ? ", …" : ""
    let first = skipped.firstError.map { "; the first: \($0)" } ?? ""
    note("\(path): \(counted(skipped.count, "row")) left out, \(skipped.count == 1 ? "line" : "lines") \(lines)\(rest)\(first)")
}

/// Tells of all words that are no labels, with the option that explains them and what goes with it.
func noteUnknown(_ unknown: UnknownLabels, of path: String, besides: String = "") {
    guard unknown.areMany else { return }
    warn(
        "\(path): rows with unknown labels left out: \(unknown); say what they mean, or - to leave them out: \(unknown.remedy)\(besides)"
    )
}
