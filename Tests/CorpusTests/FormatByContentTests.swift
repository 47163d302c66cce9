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
        #expect(reading.error!.description.contains("say which it is: csv or text"))
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

    @Test(arguments: ["{gold} for you\nok\n", "gold\tfor you\nok\n", "gold\tfor you\n\nand you\n"])
    func guessThatFailsAtOnceNamesTheFormatText(content: String) throws {
        let reading = try read(content, name: "a.txt", options: .unlabeled)
        #expect(reading.error!.description.contains("the format text"))
        for options in [CorpusOptions(format: reading.format!, needsLabels: false), CorpusOptions()] {
            let asked = try read(content, name: "a.txt", options: options)
            #expect(!asked.error!.description.contains("the format text"))
        }
        let late = try read("a\tb\nc\td\nok\n", name: "a.txt", options: .unlabeled)
        #expect(late.error == .noTab(file: late.path, line: 3))
    }

    @Test(arguments: [
        ("a.csv", "text\na\n", false), ("a.jsonl", "{}", false), ("a.tsv", "ham\ta\n", false), ("a.tsv", "a\n", true),
        ("a.txt", "a\n", true), ("a.txt", "ham\ta\n", true), ("a.txt", "{}\n", true), ("a.txt", "text,label\n", true),
    ])
    func readerTellsWhetherItGuessed(name: String, content: String, isGuessed: Bool) throws {
        let file = try CorpusFile(content.utf8, name: name)
        #expect(try CorpusReader(path: file.path, options: .unlabeled).isFormatGuessed == isGuessed)
        let format = try CorpusReader(path: file.path, options: .unlabeled).format
        let asked = CorpusOptions(format: format, needsLabels: false)
        #expect(try !CorpusReader(path: file.path, options: asked).isFormatGuessed)
    }
}
