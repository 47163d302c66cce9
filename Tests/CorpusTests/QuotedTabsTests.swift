// TSV that was written as CSV is read without its quotes; where quotes are letters they stay.

import Testing

@testable import Corpus

@Suite struct QuotedTabsTests {
    private static let quoted: [(file: String, texts: [String], why: String)] = [
        ("label\ttext\nham\t\"say \"\"hi\"\" now\"\nspam\tgold\n", ["say \"hi\" now", "gold"], "a quote within"),
        ("ham\t\"see\nyou\"\r\nspam\t\"two\ttabs\t\"\r\n", ["see\nyou", "two\ttabs\t"], "a line end, tabs"),
        ("\"label\"\t\"text\"\n\"ham\"\t\"see you\"\n\"spam\"\t\"gold\"", ["see you", "gold"], "each field"),
        (
            "\u{FEFF}\"ham\"\t\"see you\"\n\"spam\"\t\"\"\"gold\"\"\"\n", ["see you", "\"gold\""],
            "a mark before"
        ),
        ("text\tlabel\n\"say \"\"hi\"\"\"\tham\n\ngold\tspam\n", ["say \"hi\"", "gold"], "the label last, a blank line"),
    ]

    @Test(arguments: quoted.indices, ["a.tsv", "a.txt"])
    func quotesOfTheFileAreTakenOff(index: Int, name: String) throws {
        let (file, texts, why) = Self.quoted[index]
        for chunkBytes in [1, 64 << 10] {
            var options = CorpusOptions()
            options.chunkBytes = chunkBytes
            let found = try read(file, name: name, options: options)
            #expect(found.texts == texts && found.labels == ["allow", "junk"], "\(why): \(String(describing: found.error))")
            #expect(found.format == .csv && found.layout.description.hasPrefix("tab, "), "\(why)")
        }
        // Who says that it is TSV has the quotes.
        let asked = CorpusOptions(format: .tsv, needsLabels: false, skipsBadRows: true)
        #expect(try read(file, name: name, options: asked).texts.contains { $0.contains("\"") })
    }

    private static let literal: [(file: String, quotedTexts: Int, why: String)] = [
        ("ham\tshe said \"soon\nspam\t\"gold\" now\"\n", 0, "stray quotes"),
        ("ham\t\"see you\"\nspam\tgold\n", 0, "a quotation that needs no quotes of CSV"),
        ("ham\t\"see you\nspam\tgold\nham\tbye\"\nham\tx\n", 0, "two stray quotes with rows between them"),
        ("ham\t\"say \"\"hi\"\"\"\nspam\tthe \"gold\"\n", 1, "one as of CSV, one that CSV would have quoted"),
        ("ham\t\"say \"\"hi\"\"\"\nspam\tgo\tld\n", 1, "rows of several lengths"),
        ("ham\t\"say \"\"hi\"\"\"\nspam\t\"gold\n", 1, "a quote left open"),
        ("ham\t\"\"\nspam\tgold\n", 0, "an empty quotation"),
    ]

    @Test(arguments: literal.indices)
    func otherQuotesAreLetters(index: Int) throws {
        let (text, quotedTexts, why) = Self.literal[index]
        let file = try CorpusFile(text.utf8)
        let reader = try CorpusReader(path: file.path)
        var texts: [String] = []
        while let row = try reader.next() { texts.append(row.message.body) }
        #expect(texts == text.split(separator: "\n").map { String($0[$0.firstIndex(of: "\t")!...].dropFirst()) }, "\(why)")
        let (format, found) = (reader.format, reader.quotedTexts)
        #expect(format == .tsv && found == quotedTexts, "\(why)")
    }
}
