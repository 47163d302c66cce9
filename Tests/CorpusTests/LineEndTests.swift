import SpamFilter
import Testing

@testable import Corpus

@Suite struct LineEndTests {
    @Test(arguments: ["a.tsv", "a.csv", "a.jsonl", "a.txt"], [1, 7, 256 << 10])
    func returnsAloneEndLines(name: String, chunkBytes: Int) throws {
        let rows =
            switch name {
            case "a.csv": "label,text\rham,see you\rspam,\"gold\"\r"
            case "a.jsonl": "{\"text\":\"see you\"}\r{\"text\":\"gold\"}"
            case "a.txt": "see you\rgold\r"
            default: "ham\tsee you\rspam\tgold\r"
            }
        var options = CorpusOptions.unlabeled
        options.chunkBytes = chunkBytes
        #expect(try read(rows, name: name, options: options).texts == ["see you", "gold"])
        let marked = [0xEF, 0xBB, 0xBF] + Array(rows.utf8)
        #expect(try read(marked, name: name, options: options).texts == ["see you", "gold"])
    }

    @Test(arguments: [1000, 256 << 10])
    func returnAtTheCutMayBelongToALineFeed(chunkBytes: Int) throws {
        var options = CorpusOptions(format: .text, needsLabels: false)
        options.chunkBytes = chunkBytes
        let line = String(repeating: "x", count: (64 << 10) - 1)
        #expect(try read("\(line)\r\nb\r\n", options: options).texts == [line, "b"])
        #expect(try read("\(line)\rb\rc", options: options).texts == ["\(line)\rb\rc"])
        #expect(try read("a\rb\n\(line)\rc", options: options).texts == ["a\rb", "\(line)\rc"])
    }
}
