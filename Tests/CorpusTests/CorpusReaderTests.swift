import Foundation
import SpamFilter
import Testing

@testable import Corpus

@Suite struct CorpusReaderTests {
    @Test(arguments: [
        ("a.csv", "ham,a", CorpusFormat.csv), ("a.CSV", "ham\ta", .csv), ("a.jsonl", "{}", .jsonl), ("a.ndjson", "{}", .jsonl),
        ("a.json", "{}", .jsonl), ("a.tsv", "ham\ta", .tsv), ("a.txt", "\n {\"text\":\"a\"}", .jsonl), ("a.txt", "ham\ta", .tsv),
        ("collection", "ham\ta", .tsv), ("collection.v1", "{\"text\":\"a\"}", .jsonl), ("a.txt", "", .tsv),
    ])
    func formatIsFoundByNameThenByContent(name: String, content: String, format: CorpusFormat) throws {
        let file = try CorpusFile(content.utf8, name: name)
        #expect(Reading(file).format == format)
    }

    @Test func contentThatSaysNothingIsRefusedWhenLabelsAreNeeded() throws {
        let reading = try read("ham,see you\n", name: "a.txt")
        #expect(reading.error == .unknownFormat(file: reading.path, candidates: [.jsonl, .tsv, .csv]))
        #expect(try read("ham,see you\n", name: "a.txt", options: CorpusOptions(format: .csv)).texts == ["see you"])
    }

    @Test(arguments: ["a.txt", "a.tsv", "texts"])
    func bareTextsAreOneRowALine(name: String) throws {
        let reading = try read("see you, at six\r\n\n한 번 더\n{not json\n  \n\ttabbed\n\n", name: name, options: .unlabeled)
        #expect(reading.format == .text)
        #expect(reading.texts == ["see you, at six", "", "한 번 더", "{not json", "  ", "\ttabbed", ""])
        #expect(reading.lines == Array(1...7))
    }

    @Test func bareTextsHaveNoLabels() throws {
        let reading = try read("a\n", options: CorpusOptions(format: .text))
        #expect(reading.error == .textHasNoLabels(file: reading.path))
    }

    @Test func sourceAndLanguageOfTheWholeFile() throws {
        var options = CorpusOptions(sourceName: "mine", defaultLanguage: "ko")
        let text = "label\ttext\tsource\tlang\nham\ta\ttheirs\t\nham\tb\t\ten\n"
        let named = try read(text, options: options)
        #expect(named.rows.map(\.source) == ["mine", "mine"])
        #expect(named.rows.map(\.language) == ["ko", "en"])
        options.sourceName = nil
        let usual = try read(text, options: options).rows
        #expect(usual.map(\.source) == ["theirs", "messages.tsv"])
    }

    // MARK: Encodings

    static let text = "ham\t오늘 저녁 😀 \u{0} é\nspam\t点击\n"

    @Test(arguments: [true, false], [1, 2, 3, 4096])
    func utf16IsReadByItsMark(isBigEndian: Bool, chunkBytes: Int) throws {
        var options = CorpusOptions()
        options.chunkBytes = chunkBytes
        let bytes = [0xFEFF] + Array(Self.text.utf16)
        let encoded = bytes.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let reading = try read(encoded, options: options)
        #expect(reading.texts == ["오늘 저녁 😀 \u{0} é", "点击"])
        let marked = try read(Array("\u{FEFF}\(Self.text)".utf8), options: options)
        #expect(marked.rows == reading.rows)
    }

    @Test(
        arguments: [
            ([0x41, 0x00, 0x3D, 0xD8, 0x0A, 0x00], "high surrogate alone"),
            ([0x41, 0x00, 0x00, 0xDC, 0x0A, 0x00], "low surrogate alone"),
            ([0x41, 0x00, 0x42], "half a unit"), ([0x41, 0x00, 0x3D, 0xD8], "half a pair"),
        ] as [([UInt8], String)])
    func brokenUTF16IsRefusedWithItsLine(tail: [UInt8], why: String) throws {
        for chunkBytes in [1, 2, 3, 4096] {
            var options = CorpusOptions(format: .text, needsLabels: false)
            options.chunkBytes = chunkBytes
            let reading = try read([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00] + tail, options: options)
            #expect(reading.texts == ["a"])
            #expect(
                reading.error == .invalidText(file: reading.path, line: 2, encoding: .utf16LittleEndian),
                "\(why), chunks of \(chunkBytes)")
        }
    }

    @Test(arguments: ["tsv", "csv", "txt"])
    func bytesThatAreNotUTF8AreRefusedWithTheirLine(ending: String) throws {
        let separator = ending == "csv" ? "," : "\t"
        let bytes = Array("ham\(separator)a\nham\(separator)b".utf8) + [0xBE, 0xC8] + Array("\nham\(separator)c\n".utf8)
        let reading = try read(bytes, name: "a.\(ending)")
        #expect(reading.error == .invalidText(file: reading.path, line: 2))
        #expect(reading.error!.description.contains("say the file's encoding, such as CP949"))
        #expect(try read(bytes, name: "a.\(ending)", options: .skipping).texts == ["a", "c"])
    }

    // MARK: The file

    @Test func missingFileDirectoryAndUnreadableFileAreTold() throws {
        let file = try CorpusFile("ham\ta\n".utf8)
        let missing = "\(file.path).missing"
        let folder = String(file.path.dropLast("/messages.tsv".count))
        #expect(throws: CorpusError.missingFile(file: missing)) { _ = try CorpusReader(path: missing) }
        #expect(throws: CorpusError.directory(file: folder)) { _ = try CorpusReader(path: folder) }
        let below = "\(file.path)/below"
        #expect(throws: CorpusError.unreadable(file: below, reason: "Not a directory")) { _ = try CorpusReader(path: below) }
    }

    @Test func progressIsInBytesOfTheFile() throws {
        let file = try CorpusFile("ham\ta\nham\tb\n".utf8)
        let reader = try CorpusReader(path: file.path)
        while try reader.next() != nil {}
        #expect(reader.bytesRead == 12)
        #expect(reader.totalBytes == 12)
    }

    @Test func pipeHasNoTotal() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data("ham\ta\nham\tb".utf8))
        try pipe.fileHandleForWriting.close()
        let reader = try CorpusReader(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        var texts: [String] = []
        while let row = try reader.next() { texts.append(row.message.body) }
        #expect(texts == ["a", "b"])
        #expect(reader.totalBytes == nil)
        #expect(reader.bytesRead == 11)
    }

    @Test func rowBecomesALabeledMessageOnlyWithALabel() {
        var row = CorpusRow(message: Message(body: "a"), language: "en", source: "s", group: "g", line: 3)
        #expect(LabeledMessage(row) == nil)
        row.label = .junk
        row.line = 1
        var labeled = LabeledMessage(row)!
        #expect(labeled == LabeledMessage(Message(body: "a"), .junk, language: "en", source: "s", group: "g"))
        (labeled.id, labeled.groupNumber, labeled.time, labeled.weight) = ("i", 4, .written("2026-11-27T00:00:00Z"), 2)
        (row.id, row.groupNumber, row.time, row.weight) = ("i", 4, .written("2026-11-27T00:00:00Z"), 2)
        #expect(labeled.row == row && labeled.label == .junk && labeled.time?.seconds() == 1_795_737_600)
        labeled.label = .allow
        #expect(labeled.row.label == .allow)
    }
}
