import SpamFilter
import Testing

@testable import Corpus

@Suite struct TabRowsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var texts: [String]
        var labels: [String]
        var why: String
        var testDescription: String { why }
    }

    @Test(arguments: [
        Case(
            file: "ham\tsee you at six\nspam\tfree gold\n", texts: ["see you at six", "free gold"], labels: ["allow", "junk"],
            why: "label, text"),
        Case(file: "ham\tsee you", texts: ["see you"], labels: ["allow"], why: "no line end at the end"),
        Case(file: "ham\tsee you\r\nspam\tgold\r\n", texts: ["see you", "gold"], labels: ["allow", "junk"], why: "CR LF"),
        Case(
            file: "\nham\tsee you\n\n  \nspam\tgold\n\n", texts: ["see you", "gold"], labels: ["allow", "junk"],
            why: "blank lines"),
        Case(file: "ham\ta\tb\t\nspam\tc\n", texts: ["a\tb\t", "c"], labels: ["allow", "junk"], why: "tabs within a text"),
        Case(
            file: "ham\tshe said \"soon\nspam\t\"gold\" now\"\n", texts: ["she said \"soon", "\"gold\" now\""],
            labels: ["allow", "junk"],
            why: "quotes are letters"),
        Case(file: "ham\t\nspam\tgold\n", texts: ["gold"], labels: ["junk"], why: "an empty text is no message"),
        Case(file: "ham\ta\u{0}b\nspam\t\u{0}\n", texts: ["a\u{0}b", "\u{0}"], labels: ["allow", "junk"], why: "NUL is data"),
        Case(
            file: "see you at six\tham\nfree\tgold\tspam\n", texts: ["see you at six", "free\tgold"], labels: ["allow", "junk"],
            why: "text, label: the label begins after the last tab"),
        Case(
            file: "17\t0\t오늘 저녁에 봐요\n18\t1\t무료 상품권\n", texts: ["오늘 저녁에 봐요", "무료 상품권"], labels: ["allow", "junk"],
            why: "number, label, text"),
        Case(file: "0\t晚上见\n1\t点击领奖\n", texts: ["晚上见", "点击领奖"], labels: ["allow", "junk"], why: "a number may be the label"),
        Case(
            file: "label\ttext\nham\tsee\tyou\n", texts: ["see\tyou"], labels: ["allow"],
            why: "with a header the last column may hold tabs if it is the text"),
        Case(
            file: "Teks\tLabel\nsampai nanti\tham\n", texts: ["sampai nanti"], labels: ["allow"], why: "one name of two is enough"
        ),
        Case(
            file: "ham\ttext\nspam\tbody\n", texts: ["text", "body"], labels: ["allow", "junk"],
            why: "a first row with a known label is no header, whatever its text"),
        Case(
            file: "transaction/finance\tcode 1\nPromotion\tsale\n", texts: ["code 1", "sale"],
            labels: ["transaction/finance", "promotion"],
            why: "strict spellings in any case"),
        Case(file: "", texts: [], labels: [], why: "an empty file has no rows"),
        Case(file: "\n\n", texts: [], labels: [], why: "a blank file has no rows"),
    ])
    func tabSeparatedFilesAreRead(_ row: Case) throws {
        let reading = try read(row.file)
        #expect(reading.error == nil)
        #expect(reading.texts == row.texts)
        #expect(reading.labels == row.labels)
        #expect(reading.format == .tsv)
    }

    @Test func namedColumnsAreFoundInAnyOrder() throws {
        let header = "Sender\tLANG\tcountry\tsource\ttemplate\tBody\tClass\tremark"
        let reading = try read("\(header)\nSHOP\tko\tKR\tdiary\t7\t세일\tpromo\tx\n\t\t\t\t\t안녕\tham\t\n")
        let file = "messages.tsv"
        #expect(
            reading.rows == [
                CorpusRow(
                    message: Message(body: "세일", sender: "SHOP", receiverCountry: "KR"), label: Label(.promotion), language: "ko",
                    source: "diary", group: "7", line: 2),
                CorpusRow(message: Message(body: "안녕"), label: .allow, source: file, line: 3),
            ])
    }

    @Test func rowWithoutATabIsRefusedWithItsLine() throws {
        let reading = try read("ham\tsee you\n\nno tab here\nspam\tgold\n")
        #expect(reading.error == .noTab(file: reading.path, line: 3))
        #expect(reading.texts == ["see you"])
        let unlabeled = try read("ham\tsee you\nno tab here\n", options: .unlabeled)
        #expect(unlabeled.error == .noTab(file: unlabeled.path, line: 2))
    }

    @Test func rowWithFewerColumnsThanTheHeaderIsRefused() throws {
        let reading = try read("text\tlabel\tlang\nsee you\tham\ten\nsee\tyou\tham\ten\n")
        #expect(reading.error == .columnCount(file: reading.path, line: 3, expected: 3, found: 4))
        let short = try read("label\tlang\ttext\nham\ten\n")
        #expect(short.error == .columnCount(file: short.path, line: 2, expected: 3, found: 2))
    }

    @Test func headerWithoutANeededColumnIsRefused() throws {
        let reading = try read("sender\tlang\ttext\nSHOP\ten\tsale\n")
        #expect(
            reading.error == .noColumn(file: reading.path, line: 1, role: .label, asked: nil, found: ["sender", "lang", "text"]))
        #expect(try read("sender\tlang\ttext\nSHOP\ten\tsale\n", options: .unlabeled).rows.first?.message.sender == "SHOP")
    }

    @Test func rowsWithoutLabelsAreRowsWhenLabelsAreNotNeeded() throws {
        let reading = try read("ham\tone\nmaybe\ttwo\n\tthree\n", options: .unlabeled)
        #expect(reading.texts == ["one", "two", "three"])
        #expect(reading.labels == ["allow", nil, nil])
    }

    @Test func columnsThatLookLikeNeitherLabelNorTextAreRefused() throws {
        let reading = try read("see you there\tat six o'clock\nI am late\tas I always am\n")
        #expect(reading.error == .noLabelColumn(file: reading.path, rows: 2))
    }
}
