import SpamFilter
import Testing

@testable import Corpus

@Suite struct QuotedRowsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var texts: [String]
        var labels: [String]
        var why: String
        var testDescription: String { why }
    }

    @Test(arguments: [
        Case(
            file: "label,text\nham,see you\nspam,gold\n", texts: ["see you", "gold"], labels: ["allow", "junk"], why: "header"),
        Case(file: "ham,see you\nspam,gold\n", texts: ["see you", "gold"], labels: ["allow", "junk"], why: "no header"),
        Case(
            file: "see you,ham\ngold,spam\n", texts: ["see you", "gold"], labels: ["allow", "junk"], why: "no header, label last"),
        Case(
            file: "1,ham,see you\n2,spam,gold\n", texts: ["see you", "gold"], labels: ["allow", "junk"],
            why: "number, label, text"),
        Case(file: "ham,\"a, b\"\n", texts: ["a, b"], labels: ["allow"], why: "delimiter within quotes"),
        Case(file: "ham,\"a\"\"b\"\"\"\"c\"\n", texts: ["a\"b\"\"c"], labels: ["allow"], why: "doubled quotes"),
        Case(file: "ham,\"\"\"\"\nspam,\"\"\n", texts: ["\""], labels: ["allow"], why: "only a quote; a blank text is none"),
        Case(
            file: "ham,\"a\nb\r\nc\"\r\nspam,gold\r\n", texts: ["a\nb\r\nc", "gold"], labels: ["allow", "junk"],
            why: "line ends within quotes"),
        Case(
            file: "ham,5\" screen\n", texts: ["5\" screen"], labels: ["allow"],
            why: "a quote within an unquoted field is a letter"),
        Case(file: "ham,\"a\"", texts: ["a"], labels: ["allow"], why: "no line end at the end, quoted"),
        Case(file: "ham,\"a\"\r", texts: ["a"], labels: ["allow"], why: "only CR at the end, quoted"),
        Case(file: "ham,a\r\n\r\n\nspam,\r\n", texts: ["a"], labels: ["allow"], why: "empty lines, empty text"),
        Case(file: "text;label\na, b;ham\n", texts: ["a, b"], labels: ["allow"], why: "semicolons"),
        Case(file: "ham|a, b; c\nspam|d\n", texts: ["a, b; c", "d"], labels: ["allow", "junk"], why: "bars"),
        Case(file: "ham\t\"a\tb\"\nspam\tc\n", texts: ["a\tb", "c"], labels: ["allow", "junk"], why: "tabs, quoted"),
        Case(file: "v1,v2,,,\nham,see you,,,\n", texts: ["see you"], labels: ["allow"], why: "columns without a name"),
        Case(
            file: "Message;Group;GroupText\nsonra görüşürüz;2;Normal\n", texts: ["sonra görüşürüz"], labels: ["allow"],
            why: "a group beside a groupText is a class number"),
        Case(file: "text,text2,label\na,b,ham\n", texts: ["a"], labels: ["allow"], why: "other columns are stepped over"),
        Case(file: "content,text,label\na,b,ham\n", texts: ["b"], labels: ["allow"], why: "of two names the better is taken"),
        Case(file: "ham,a\u{0}b\n", texts: ["a\u{0}b"], labels: ["allow"], why: "NUL is data"),
        Case(file: "", texts: [], labels: [], why: "an empty file has no rows"),
        Case(file: "label,text\n", texts: [], labels: [], why: "a header alone has no rows"),
    ])
    func quotedFilesAreRead(_ row: Case) throws {
        let reading = try read(row.file, name: "messages.csv")
        #expect(reading.error == nil)
        #expect(reading.texts == row.texts)
        #expect(reading.labels == row.labels)
        #expect(reading.rows.allSatisfy { $0.group == nil })
    }

    @Test func linesCountThoseWithinQuotes() throws {
        let reading = try read("label,text\nham,\"a\nb\n\"\n\nspam,c\n", name: "messages.csv")
        #expect(reading.lines == [2, 6])
    }

    @Test func unclosedQuoteIsRefusedWithTheLineWhereItOpened() throws {
        let reading = try read("label,text,lang\nham,a,en\nham,\"b\n\nc\",\"en\nspam,d,en\n", name: "messages.csv")
        #expect(reading.error == .unclosedQuote(file: reading.path, line: 5))
        let first = try read("ham,\"a", name: "messages.csv")
        #expect(first.error == .unclosedQuote(file: first.path, line: 1))
        let afterEmptyField = try read("label,text\nham,a\n,\"b", name: "messages.csv", options: .unlabeled)
        #expect(afterEmptyField.error == .unclosedQuote(file: afterEmptyField.path, line: 3))
    }

    @Test func unclosedQuoteIsNeverSkipped() throws {
        let reading = try read("ham,a\nham,\"b\nspam,c\n", name: "messages.csv", options: .skipping)
        #expect(reading.error == .unclosedQuote(file: reading.path, line: 2))
        #expect(reading.skipped.count == 0)
    }

    @Test func lettersAfterAClosingQuoteAreRefused() throws {
        let reading = try read("ham,a\nham,\"b\n\"c\"\nspam,d\n", name: "messages.csv")
        #expect(reading.error == .strayQuote(file: reading.path, line: 3))
        #expect(try read("ham,a\nham,\"b\"c\nspam,d\n", name: "messages.csv", options: .skipping).texts == ["a", "d"])
    }

    @Test func unquotedDelimiterInATextIsRefusedNotCut() throws {
        let reading = try read("ham,a\nham,b, c\nspam,d\n", name: "messages.csv")
        #expect(reading.error == .columnCount(file: reading.path, line: 2, expected: 2, found: 3))
    }

    @Test func columnsWithoutNamesAreNotGuessed() throws {
        let reading = try read("a,b,c,d\ne,f,g,h\n", name: "messages.csv")
        #expect(
            reading.error
                == .unnamedColumns(file: reading.path, line: 1, found: ["column 1", "column 2", "column 3", "column 4"]))
    }

    @Test func singleColumnOfTextsNeedsNoLabels() throws {
        #expect(try read("text\n\"a, b\"\nc\n", name: "messages.csv", options: .unlabeled).texts == ["a, b", "c"])
        #expect(try read("see you\ngold\n", name: "messages.csv", options: .unlabeled).texts == ["see you", "gold"])
        let labeled = try read("see you\ngold\n", name: "messages.csv")
        #expect(labeled.error == .noLabelColumn(file: labeled.path, rows: 2))
    }

    /// A quote left open takes rows for a text up to the next quote, whether that ends a field or
    /// not: no row is lost without a word.
    @Test(arguments: ["a word\"", "a \"word\" more"], [30, 3000])
    func openQuoteThatTakesRowsEndsTheReading(closing: String, rows: Int) throws {
        let between = (0..<rows).map { "ham,text \($0)\n" }.joined()
        for (head, first) in [("", ""), ("label,text\n", ""), ("", "ham,one\nspam,two\n")] {
            let text = head + first + "ham,\"open\n" + between + "spam,\(closing)\nham,last\n"
            let reading = try read(text, name: "a.csv", options: .skipping)
            let line = (head + first).split(separator: "\n").count + 1
            #expect(reading.error == .quoteOverRows(file: reading.path, line: line, lines: rows + 1))
        }
        // Where the label stands last, and where there is none.
        let last = "see,ham\n\"open,ham\n" + (0..<rows).map { "text \($0),ham\n" }.joined() + "\(closing),spam\n"
        #expect(try read(last, name: "a.csv").error?.line == 2)
        let bare = "text,sender\n\"open,x\n" + between + closing + ",y\n"
        let unlabelled = try read(bare, name: "a.csv", options: CorpusOptions(needsLabels: false, skipsBadRows: true))
        #expect((unlabelled.error != nil) == (rows > 100))
    }

    @Test func messageOfManyLinesIsAMessage() throws {
        let poem = (0..<90).map { "line \($0), and more" }.joined(separator: "\n")
        #expect(try read("label,text\nham,\"\(poem)\"\nspam,gold\n", name: "a.csv").texts == [poem, "gold"])
    }
}
