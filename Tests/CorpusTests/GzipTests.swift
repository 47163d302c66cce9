// Files packed by gzip: whole, in parts, cut, damaged, and crafted.

import SpamFilter
import Testing
import Zlib

@testable import Corpus

@Suite struct GzipTests {
    /// One member of a gzip file.
    static func packed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var bytes = Array(bytes)
        var stream = z_stream()
        deflateInit2_(
            &stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
        var room = [UInt8](repeating: 0, count: bytes.count + 100)
        bytes.withUnsafeMutableBufferPointer { bytes in
            room.withUnsafeMutableBufferPointer { room in
                stream.next_in = bytes.baseAddress
                stream.avail_in = CUnsignedInt(bytes.count)
                stream.next_out = room.baseAddress
                stream.avail_out = CUnsignedInt(room.count)
                deflate(&stream, Z_FINISH)
            }
        }
        deflateEnd(&stream)
        return Array(room.prefix(Int(stream.total_out)))
    }

    private static let table = "label,text\nham,see you at home\nspam,\"win, win\nand win\"\nham,나중에 봐\n"

    private static let contents: [(name: String, content: String)] = [
        ("sms.csv", table), ("sms.tsv", "ham\tsee you\nspam\twin\n"), ("sms", "label,text\nham,see you\n"),
        ("sms.jsonl", "{\"text\":\"see you\",\"label\":\"ham\"}\n"), ("sms.json", "[{\"text\":\"see you\",\"label\":\"ham\"}]"),
        ("empty.tsv", ""),
    ]

    /// The format is told by the name without .gz, or by what is in the file.
    @Test(arguments: contents.indices, [1, 7, 64 << 10])
    func aPackedFileIsReadAsWhatIsInIt(index: Int, chunkBytes: Int) throws {
        let (name, content) = Self.contents[index]
        for guesses in [true, false] {
            var options = CorpusOptions()
            options.chunkBytes = chunkBytes
            options.guessesEncoding = guesses
            let plain = try read(content, name: name, options: options)
            let packed = try read(Self.packed(content.utf8), name: name + ".gz", options: options)
            #expect(plain.error == nil && packed.error == nil && packed.format == plain.format)
            // Its source is named as that of the plain file.
            #expect(packed.rows == plain.rows && packed.layout == plain.layout)
        }
    }

    /// As two files put together are, and as on tapes, with zeros behind the last.
    @Test(arguments: [1, 64 << 10], [0, 1, 500])
    func membersAreReadOneBehindTheOther(chunkBytes: Int, zeros: Int) throws {
        let parts = ["ham\tsee", " you\n", "", "spam\twin\n"].map { Self.packed($0.utf8) }
        var options = CorpusOptions()
        options.chunkBytes = chunkBytes
        let file = Array(parts.joined()) + [UInt8](repeating: 0, count: zeros)
        let found = try read(file, name: "a.tsv.gz", options: options)
        #expect(found.error == nil && found.texts == ["see you", "win"])
        let spoilt = try read(file + [7], name: "a.tsv.gz", options: options)
        #expect(spoilt.error == .badGzip(file: spoilt.path, isCut: false))
    }

    /// What is missing is never taken for the end of a file.
    @Test(arguments: [1, 64 << 10])
    func aFileThatIsCutAnywhereIsRefused(chunkBytes: Int) throws {
        let whole = Self.packed(Self.table.utf8)
        var options = CorpusOptions()
        options.chunkBytes = chunkBytes
        for length in 2..<whole.count {
            let found = try read(Array(whole.prefix(length)), name: "a.csv.gz", options: options)
            #expect(found.error == .badGzip(file: found.path, isCut: true), "\(length) of \(whole.count)")
        }
    }

    /// A changed bit is noticed, unless it is one of the head that says nothing of the content.
    @Test func aFlippedBitIsNoticed() throws {
        let whole = Self.packed(Self.table.utf8), plain = try read(Self.table, name: "a.csv")
        for bit in 16..<whole.count * 8 {
            var bytes = whole
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let found = try read(bytes, name: "a.csv.gz")
            if case .badGzip = found.error { continue }
            // The rows of a damaged block may be refused before its checksum is read.
            #expect(found.error != nil || found.rows == plain.rows, "bit \(bit)")
        }
    }

    /// A row without an end is refused at the limit of rows, however small it is packed; so is one
    /// that only the search for an encoding would read.
    @Test(arguments: [true, false])
    func aSmallFileCannotFillTheMemory(guesses: Bool) throws {
        let zeros = Self.packed([UInt8](repeating: 0x78, count: 4 << 20))
        #expect(zeros.count < 8 << 10)
        var options = CorpusOptions(needsLabels: false)
        options.rowLimitBytes = 1 << 16
        options.guessesEncoding = guesses
        let found = try read(zeros + zeros, name: "a.gz", options: options)
        #expect(found.error == .rowTooLong(file: found.path, line: 1, limitBytes: 1 << 16))
    }

    @Test func whatIsPackedTwiceIsRefused() throws {
        let found = try read(Self.packed(Self.packed(Self.table.utf8)), name: "a.csv.gz")
        #expect(found.error == .notText(file: found.path, .gzip))
    }

    @Test func progressIsInBytesOfThePackedFile() throws {
        let lines = String(repeating: "ham\tsee you at home\n", count: 5000)
        let file = try CorpusFile(Self.packed(lines.utf8), name: "a.tsv.gz")
        let reader = try CorpusReader(path: file.path)
        while try reader.next() != nil {}
        let size = Self.packed(lines.utf8).count
        #expect(reader.bytesRead == size && reader.totalBytes == size)
    }
}
