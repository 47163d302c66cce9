// What is read depends on the bytes alone: not on how they came.

import SpamFilter
import Testing

@testable import Corpus

@Suite struct ChunkTests {
    static let chunkSizes = [1, 2, 3, 7, 64 << 10]

    static let files: [(name: String, text: String)] = [
        ("a.tsv", "\nham\tsee you\r\nspam\t무료 상품권 😀\u{0}\n\n0\t\nbad row\nlottery\tx\nham\tlast"),
        ("a.tsv", "label\tlang\ttext\nham\tko\t안녕\t하세요\nspam\n"),
        ("a.csv", "label,text,lang\r\nham,\"a, \"\"b\"\"\r\n\r\nc\",en\r\n\r\nspam,点击,zh\r\nham,\"x\"y,en\nham,d\nspam,\"open\n"),
        ("a.csv", "a;ham\n\"b\n\";spam\n\"\";0"),
        (
            "a.jsonl",
            "{\"text\":\"セール\",\"label\":1}\r\n\n{\"text\":\"b\",\"label\":\"x\"}\n{\"text\":\n{\"text\":\"c\",\"label\":\"ham\"}"
        ),
        ("a.txt", "see you\n한 번 더\r\n\n😀"),
    ]

    /// Rows, errors and skipped rows, for every option, are those of one big chunk.
    static func check(_ file: CorpusFile, _ what: String) {
        for needsLabels in [true, false] {
            for skipsBadRows in [true, false] {
                var options = CorpusOptions(needsLabels: needsLabels, skipsBadRows: skipsBadRows)
                let whole = Reading(file, options: options)
                for chunkBytes in chunkSizes {
                    options.chunkBytes = chunkBytes
                    #expect(Reading(file, options: options) == whole, "\(what), chunks of \(chunkBytes) bytes")
                }
            }
        }
    }

    @Test(arguments: files.indices)
    func rowsDoNotDependOnTheChunkSize(index: Int) throws {
        let (name, text) = Self.files[index]
        Self.check(try CorpusFile(text.utf8, name: name), name)
        let encoded = ([0xFEFF] + Array(text.utf16)).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        Self.check(try CorpusFile(encoded, name: name), "\(name) in UTF-16")
    }

    @Test(arguments: files.indices)
    func fileCutAnywhereIsReadOrRefused(index: Int) throws {
        let (name, text) = Self.files[index]
        let bytes = Array(text.utf8)
        for length in 0...bytes.count {
            Self.check(try CorpusFile(bytes[..<length], name: name), "\(name) cut at \(length)")
        }
    }

    @Test(arguments: FormatTable.rows.formats)
    func randomBytesAreReadOrRefused(format: CorpusFormat) throws {
        var random = SeededRandom(seed: 20_260_101)
        let alphabet: [UInt8] =
            Array("\t\t\n\n\r,;|\"\"{}[]:0 1ham spam label text".utf8) + [0, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF, 0xEA, 0xB0, 0x80]
        for round in 0..<60 {
            let bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
            let file = try CorpusFile(bytes)
            var options = CorpusOptions(format: format, needsLabels: round % 2 == 0, skipsBadRows: round % 3 == 0)
            let whole = Reading(file, options: options)
            for chunkBytes in Self.chunkSizes {
                options.chunkBytes = chunkBytes
                #expect(Reading(file, options: options) == whole, "round \(round), chunks of \(chunkBytes) bytes: \(bytes)")
            }
            Self.check(file, "round \(round): \(bytes)")
        }
    }

    /// Past the bytes that are looked at to find the columns.
    @Test func manyRowsAreReadInOrder() throws {
        let texts = (0..<5_000).map { "message number \($0) \(String(repeating: "길다", count: $0 % 50))" }
        let tsv = texts.map { "ham\t\($0)\n" }.joined()
        let csv = texts.map { "\"\($0)\r\n\",ham\r\n" }.joined()
        for chunkBytes in [7, 1000, 256 << 10] {
            var options = CorpusOptions()
            options.chunkBytes = chunkBytes
            let rows = try read(tsv, options: options)
            #expect(rows.texts == texts)
            #expect(rows.lines == Array(1...5_000))
            let quoted = try read(csv, name: "a.csv", options: options)
            #expect(quoted.texts == texts.map { "\($0)\r\n" })
            #expect(quoted.lines == Array(stride(from: 1, through: 9_999, by: 2)))
        }
    }
}

/// SplitMix64: the same rows in every run.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
