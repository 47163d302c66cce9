import SpamFilter
import Testing

@testable import Corpus

@Suite struct BadRowsTests {
    @Test func skippedRowsAreCountedWithTheirFirstLines() throws {
        let bad = (0..<15).map { "no tab \($0)\n" }.joined()
        let reading = try read("ham\ta\n\(bad)lottery\tb\nspam\tc\n", options: .skipping)
        #expect(reading.texts == ["a", "c"])
        #expect(reading.skipped.count == 16)
        #expect(reading.skipped.firstLines == Array(2...11))
        #expect(reading.skipped.firstError == .noTab(file: reading.path, line: 2))
    }

    /// Rows without a label are counted apart from bad ones. A file of such rows is not meant.
    @Test(arguments: [
        ("a.csv", "label,text\nham,a\n,b\nspam,c\n", "label,text\n,a\n,b\n"),
        (
            "a.jsonl", "{\"text\":\"a\",\"label\":\"ham\"}\n{\"text\":\"b\"}\n{\"text\":\"c\",\"label\":\"spam\"}\n",
            "{\"text\":\"a\",\"label\":\"\"}\n"
        ),
    ])
    func rowsWithoutALabelArePassedOver(name: String, some: String, none: String) throws {
        var options = CorpusOptions()
        options.passesOverUnlabelled = true
        let file = try CorpusFile(some.utf8, name: name)
        let reader = try CorpusReader(path: file.path, options: options)
        var texts: [String] = []
        while let row = try reader.next() { texts.append(row.message.body) }
        #expect(texts == ["a", "c"] && reader.unlabelledRows == 1 && reader.skippedRows.count == 0)
        let empty = try read(none, name: name, options: options)
        #expect(empty.texts.isEmpty)
        guard case .noLabel(_, let line) = try #require(empty.error) else { throw try #require(empty.error) }
        #expect(line == (name == "a.csv" ? 2 : 1))
    }

    @Test func readingGoesOnAfterABadRowAndEndsAtABadFile() throws {
        let rows = try CorpusFile("ham\ta\nbad\nham\tb\n".utf8)
        let reader = try CorpusReader(path: rows.path)
        _ = try reader.next()
        #expect(throws: CorpusError.noTab(file: rows.path, line: 2)) { try reader.next() }
        let after = try reader.next()
        #expect(after?.message.body == "b")

        let open = try CorpusFile("ham,a\nham,\"b".utf8, name: "a.csv")
        let quoted = try CorpusReader(path: open.path)
        _ = try quoted.next()
        for _ in 0..<2 {
            #expect(throws: CorpusError.unclosedQuote(file: open.path, line: 2)) { try quoted.next() }
        }
    }

    @Test(arguments: ["a.tsv", "a.csv", "a.jsonl", "a.txt"], [1, 7, 256 << 10])
    func rowLongerThanTheLimitIsRefused(name: String, chunkBytes: Int) throws {
        var options = CorpusOptions()
        options.rowLimitBytes = 100
        options.chunkBytes = chunkBytes
        let start =
            switch name {
            case "a.jsonl": "{\"text\":\"a\",\"label\":\"ham\"}\n{"
            case "a.csv": "ham,a\nham,\""
            default: "ham\ta\nham\t"
            }
        for ending in ["", "\n", "\"\nham,b\n"] {
            let reading = try read("\(start)\(String(repeating: "x", count: 101))\(ending)", name: name, options: options)
            #expect(reading.error == .rowTooLong(file: reading.path, line: 2, limitBytes: 100))
            #expect(reading.texts == ["a"])
        }
    }

    @Test(arguments: ["", "\n", "\nspam\tb"])
    func rowOfTheLimitIsRead(ending: String) throws {
        var options = CorpusOptions()
        options.rowLimitBytes = 100
        let text = String(repeating: "x", count: 96)
        for chunkBytes in [1, 99, 100, 101, 4096] {
            options.chunkBytes = chunkBytes
            #expect(try read("ham\t\(text)\(ending)", options: options).texts.first == text)
            #expect(try read("ham\t\(text)x\(ending)", options: options).error?.line == 1)
        }
    }

    @Test func limitIsSixteenMebibytes() {
        #expect(CorpusOptions().rowLimitBytes == 16 << 20)
    }

    // MARK: Nothing leaks

    @Test(arguments: [
        ("+82 10 1234 5678", "a number with spaces"), ("01012345678", "a number"), ("０１０１２３４", "a number in wide digits"),
        ("me@example.com", "an address"), ("call me when you are home", "a sentence"),
        ("좋은아침입니다오늘도", "a sentence without spaces"),
        ("请点这里领奖", "a short sentence without spaces"), ("広告メール", "as long as a word may be"),
        (String(repeating: "x", count: 41), "too long"),
    ])
    func whatStandsInTheLabelsPlaceIsShownOnlyIfItLooksLikeALabel(field: String, why: String) throws {
        let reading = try read("ham\ta\nspam\tb\n\(field)\tc\n\(field)\td\n")
        let isShown = reading.error!.description.contains(field)
        #expect(isShown == (why == "as long as a word may be"), "\(why)")
        #expect(reading.error?.line == 3)
    }

    /// A secret stands wherever a row can go wrong; no error may repeat it.
    @Test(arguments: FormatTable.rows.formats)
    func errorsHoldNoTextAndNoSender(format: CorpusFormat) throws {
        let secret = "secret words 4711"
        let rows = [
            "\(secret)", "ham\t\(secret)", "\(secret)\tham", "\(secret)\t\(secret)", "\"\(secret)\",\(secret)", "ham,\"\(secret)",
            "ham,\"\(secret)\"x",
            "ham,\(secret),\(secret)", "{\"text\":\"\(secret)\"", "{\"text\":\"\(secret)\"}", "{\"text\":{\"\(secret)\":1}}",
            "{\"text\":\"\(secret)\",\"label\":\"\(secret)\"}", "{\"sender\":\"\(secret)\",\"label\":true}", "{\"\(secret)\":1}",
            "[\"\(secret)\"]",
        ]
        // Each pair once, and each row with every header, with and without a need for labels.
        for (i, first) in rows.enumerated() {
            for (j, second) in rows.enumerated() {
                let header = ["", "text,label\n", "text\tlabel\tsender\n"][(i + j) % 3]
                let options = CorpusOptions(format: format, needsLabels: (i + j) / 3 % 2 == 0)
                let reading = try read("\(header)\(first)\n\(second)\n", options: options)
                if let error = reading.error { #expect(!error.description.contains("secret"), "\(error)") }
            }
        }
    }

    @Test func everyErrorNamesItsFileAndWhatToDo() {
        let errors: [CorpusError] = [
            .missingFile(file: "f"), .directory(file: "f"), .unreadable(file: "f", reason: "r"),
            .unknownFormat(file: "f", candidates: [.csv, .text]),
            .textHasNoLabels(file: "f"), .jsonArray(file: "f"),
            .noColumn(file: "f", line: 7, role: .text, asked: nil, found: ["a"]),
            .noColumn(file: "f", line: 7, role: .text, asked: "x", found: []),
            .unnamedColumns(file: "f", line: 7, found: ["a", "b", "c"]), .noLabelColumn(file: "f", rows: 2),
            .rowTooLong(file: "f", line: 7, limitBytes: 1 << 20),
            .unclosedQuote(file: "f", line: 7), .invalidText(file: "f", line: 7), .strayQuote(file: "f", line: 7),
            .noTab(file: "f", line: 7),
            .columnCount(file: "f", line: 7, expected: 2, found: 3), .notJSON(file: "f", line: 7),
            .wrongType(file: "f", line: 7, key: "text"),
            .noText(file: "f", line: 7), .noLabel(file: "f", line: 7), .unknownLabel(file: "f", line: 7, word: "x", length: 1),
            .unknownLabel(file: "f", line: 7, word: nil, length: 9), .unknownHeader(file: "f", line: 7),
            .quoteOverRows(file: "f", line: 7, lines: 900), .numbersAmongLabels(file: "f", line: 7, word: "1"),
            .numbersAmongLabels(file: "f", line: 7, word: nil), .unmarkedEncoding(file: "f", .utf16LittleEndian),
            .invalidText(file: "f", line: 7, encoding: .cp949), .notText(file: "f", .model), .notText(file: "f", .xml),
            .formatHasNoLabels(file: "f", format: .text), .unknownDatabase(file: "f"),
            .badLog(file: "f", log: "f-wal", found: "a folder"), .badXML(file: "f", line: 7),
            .badGzip(file: "f", isCut: true), .badGzip(file: "f", isCut: false), .unknownEncoding(file: "f", candidates: []),
            .unknownEncoding(file: "f", candidates: [.windows1252, .big5]),
            .badWeight(file: "f", line: 7, found: nil),
            .badRecord(file: "f", line: 7, expected: "a", found: "b"),
            .notReceived(file: "f", line: 7, expected: "a", found: "b"),
        ]
        for error in errors {
            let description = error.description
            #expect(description.hasPrefix(error.line == nil ? "f: expected " : "f:7: expected "))
            #expect(description.contains(", found "))
            #expect(description.contains("; "))
            #expect(!description.contains("\n") && !description.contains("--"))
            #expect(!description.contains("without words"))
        }
    }
}
