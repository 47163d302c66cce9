import SpamFilter
import Testing

@testable import Corpus

@Suite struct FormatByContentTests {
    @Test(
        arguments: [
            "text,label\nsee you,ham\ngold,spam\n", "label;text\r\nham;see you\r\nspam;gold\r\n",
            "\"text\",\"label\"\n\"see you\",\"ham\"\n\"gold\",\"spam\"\n", "id|Body\n1|see you\n2|gold\n",
            "text, remark\nsee you,\ngold,x\nnot, of, three\n", "text,label\n",
        ], ["a.txt", "texts", "a.tsv"])
    func headerMakesItCSV(content: String, name: String) throws {
        let reading = try read(content, name: name, options: .unlabeled)
        #expect(reading.format == .csv)
        #expect(reading.texts == (content == "text,label\n" ? [] : ["see you", "gold"]))
    }

    @Test func headerMakesItCSVWhenLabelsAreNeededToo() throws {
        #expect(try read("text,label\nsee you,ham\n", name: "a.txt").labels == ["allow"])
    }

    @Test(arguments: [
        "\"see you\",\"ham\"\n\"gold\",\"spam\"\n", "\"see you, at six\",ham\n\"gold\",spam\n", "\"see you\",\"ham\"",
        "\"see\nyou\",ham\ngold,spam\n",
    ])
    func quotedRowsWithoutAHeaderAreRefusedWithBothWaysOut(content: String) throws {
        let reading = try read(content, name: "a.txt", options: .unlabeled)
        #expect(reading.error == .unknownFormat(file: reading.path, candidates: [.csv, .text]))
        #expect(reading.error!.description.contains("--format csv or --format text"))
        #expect(try read(content, name: "a.txt", options: CorpusOptions(format: .text, needsLabels: false)).error == nil)
    }

    @Test(arguments: [
        "see you, at six, bring bread\nok\n", "\"soon\", she said\nand left\n", "\"soon\" she said, and left\nso, it\nis, so\n",
        "\"an open quote, and more\nlater\n", "Text me, when you are home\nok, bye\n", "Message, for you", "a, b\nc, d\n",
        "Message\nsee you, later\n",
    ])
    func proseIsText(content: String) throws {
        let reading = try read(content, name: "a.txt", options: .unlabeled)
        #expect(reading.format == .text)
        #expect(reading.error == nil)
        #expect(reading.texts == content.split(separator: "\n").map(String.init))
    }
}
