// Corpus: the part of a file that contains the current row. Bytes in, UTF-8 lines out.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads in chunks and drops the rows that were taken. Memory: one row and one chunk.
struct RowBuffer: ~Copyable {
    /// How far a format looks ahead to find its columns: the limit that is reached first.
    private static let sampleLimit = (rows: 20, bytes: 64 << 10)
    /// Formats look at one row only: who writes to a pipe may wait for the answer to the first.
    var isFirstRowEnough = false

    private var file: InputFile
    private let rowLimitBytes: Int
    private var transcoder: (any Transcoder)?
    private(set) var encoding = TextEncoding.utf8
    private var bytes: [UInt8] = []
    /// The first byte not yet taken; `bytes[..<start]` may be dropped, unless `keepsBytes`.
    private var start = 0
    private var keepsBytes = false
    private var isAtEnd = false
    /// Each CR is read as an LF.
    private var endsLinesWithReturn = false
    /// The line on which the next row starts, from 1.
    private(set) var line = 1
    /// Whether tabs stand between quoted fields, in a plain file of which nobody has said a format.
    private(set) var hasQuotedTabs = false
    /// The delimiter that the first line names, as spreadsheets write it: `sep=;`.
    private(set) var delimiter: UInt8?

    var fileName: String { file.name }
    var bytesRead: Int { file.bytesRead }
    var totalBytes: Int? { file.totalBytes }

    init(path: String, options: CorpusOptions) throws(CorpusError) {
        var file = try InputFile(path: path, chunkBytes: options.chunkBytes)
        var encoding = options.encoding
        if encoding == nil, options.guessesEncoding {
            encoding = try EncodingGuess.of(&file, rowLimitBytes: options.rowLimitBytes)
        }
        var hasQuotedTabs = false
        if options.format == nil, options.delimiter == nil, file.totalBytes != nil {
            hasQuotedTabs = try file.lookingAhead(rowLimitBytes: options.rowLimitBytes) { file throws(CorpusError) in
                try QuotedTabs.areIn(&file, encoding)
            }
        }
        try self.init(
            file, rowLimitBytes: options.rowLimitBytes, encoding: encoding, isTable: options.format.map { $0 == .csv } ?? true)
        self.hasQuotedTabs = hasQuotedTabs
    }

    /// Steps over a first line that only names the delimiter.
    private mutating func skipDelimiter() throws(CorpusError) {
        guard let line = try firstLine(), (5...8).contains(line.count) else { return }
        let words = String(decoding: line, as: UTF8.self).lowercased().filter { $0 != "\"" }
        guard words.hasPrefix("sep="), words.utf8.count == 5, let sign = words.utf8.last, QuotedFields.delimiters.contains(sign)
        else { return }
        delimiter = sign
        _ = try nextLine { _, _ in }
    }

    /// Skips a byte order mark. The encoding is the one asked for, else the mark's, else UTF-8.
    ///
    /// - Parameter isTable: whether the first line may name a delimiter.
    private init(
        _ file: consuming InputFile, rowLimitBytes: Int, encoding asked: TextEncoding?, isTable: Bool
    ) throws(CorpusError) {
        self.file = file
        self.rowLimitBytes = rowLimitBytes
        // Only while the bytes may be a mark: the writer of a pipe may wait for the first answer.
        while bytes.count < 4, bytes.first.map({ $0 >= 0xEF || $0 == 0 }) ?? true, try fill() {}
        if let signature = FileSignature(of: bytes[...]) { throw .notText(file: self.file.name, signature) }
        let marked = TextEncoding.marked(by: bytes[...])
        if asked == nil, marked == nil, let likely = TextEncoding.told(byZerosOf: bytes[...]) {
            throw .unmarkedEncoding(file: self.file.name, likely)
        }
        encoding = asked ?? marked?.encoding ?? .utf8
        // UTF-16 was asked for, and the mark tells which half of a character comes first.
        if encoding == .utf16LittleEndian, marked?.encoding == .utf16BigEndian { encoding = .utf16BigEndian }
        let markLength = marked.map { $0.encoding == encoding ? $0.length : 0 } ?? 0
        if var transcoder = encoding.transcoder {
            var decoded: [UInt8] = []
            transcoder.transcode(bytes.dropFirst(markLength), into: &decoded)
            if isAtEnd { transcoder.finish(into: &decoded) }
            bytes = decoded
            self.transcoder = transcoder
        } else {
            start = markLength
        }
        try findLineEnd()
        if isTable { try skipDelimiter() }
    }

    /// Lines end with CR alone if the first 64 KiB contain a CR and no LF. Waits only for the first
    /// line.
    private mutating func findLineEnd() throws(CorpusError) {
        let limit = Self.sampleLimit.bytes
        var searched = 0
        while true {
            // `fill` moves `start`.
            let held = min(bytes.count - start, limit)
            guard !bytes[start + searched..<start + held].contains(.lineFeed) else { return }
            searched = held
            guard held < limit, try fill() else { break }
        }
        let isAll = isAtEnd && bytes.count <= start + limit
        // The LF of a CR at the limit may follow it.
        guard bytes[start..<min(bytes.count, start + limit)].dropLast(isAll ? 0 : 1).contains(.carriageReturn) else { return }
        endsLinesWithReturn = true
        replaceReturns(from: start)
    }

    private mutating func replaceReturns(from first: Int) {
        for index in first..<bytes.count where bytes[index] == .carriageReturn { bytes[index] = .lineFeed }
    }

    /// Appends a chunk to the window. `false` at the end of the file.
    private mutating func fill() throws(CorpusError) -> Bool {
        guard !isAtEnd else { return false }
        if start > 0, !keepsBytes {
            bytes.removeSubrange(..<start)
            start = 0
        }
        let held = bytes.count
        let chunk = try file.nextChunk()
        isAtEnd = chunk.isEmpty
        if transcoder == nil {
            bytes.append(contentsOf: chunk)
        } else {
            transcoder!.transcode(chunk, into: &bytes)
            if isAtEnd { transcoder!.finish(into: &bytes) }
        }
        if endsLinesWithReturn { replaceReturns(from: held) }
        return !isAtEnd || bytes.count > held
    }

    // MARK: Rows

    /// Takes the next line and hands its bytes, without LF or CR LF, to `body`; `nil` at the end. A
    /// blank line has only spaces, and is skipped unless `takesBlanks`.
    mutating func nextLine<R>(
        takesBlanks: Bool = false,
        _ body: (UnsafeBufferPointer<UInt8>, _ line: Int) throws(CorpusError) -> R
    ) throws(CorpusError) -> R? {
        while let length = try lengthToLineFeed() {
            let taken = start..<start + length
            let number = line
            start = min(taken.upperBound + 1, bytes.count)
            line += 1
            let result: R? = try bytes.withUnsafeBufferPointer { all throws(CorpusError) in
                var row = UnsafeBufferPointer(rebasing: all[taken])
                if row.last == .carriageReturn { row = .init(rebasing: row.dropLast()) }
                return !takesBlanks && row.allSatisfy { $0 == .space } ? nil : try body(row, number)
            }
            if let result { return result }
        }
        return nil
    }

    /// The number of bytes from `start` to the next LF or the end of the file; `nil` when none are
    /// left.
    private mutating func lengthToLineFeed() throws(CorpusError) -> Int? {
        var searched = 0
        while true {
            let found: Int? = bytes.withUnsafeBufferPointer { all in
                guard start + searched < all.count else { return nil }
                let from = all.baseAddress! + start
                guard let hit = memchr(from + searched, CInt(UInt8.lineFeed), all.count - start - searched) else { return nil }
                return UnsafeRawPointer(hit) - UnsafeRawPointer(from)
            }
            searched = found ?? bytes.count - start
            guard searched <= rowLimitBytes else { throw tooLong() }
            if let found { return found }
            guard try fill() else { return searched == 0 ? nil : searched }
        }
    }

    /// Takes a row whose end `scan` finds and hands its bytes to `body`; `nil` at the end.
    ///
    /// `scan` gets the bytes of the row read so far, and whether the file ends after them. It
    /// returns the bytes of the row with its line end, or `nil` to get more.
    mutating func nextRow<R>(
        scan: (UnsafeBufferPointer<UInt8>, _ isAll: Bool) throws(CorpusError) -> (bytes: Int, lines: Int)?,
        _ body: (UnsafeBufferPointer<UInt8>, _ line: Int) throws(CorpusError) -> R
    ) throws(CorpusError) -> R? {
        if start == bytes.count, try !fill() { return nil }
        var isAll = false
        while true {
            let row = try bytes.withUnsafeBufferPointer { all throws(CorpusError) in
                try scan(UnsafeBufferPointer(rebasing: all[start...]), isAll)
            }
            guard (row?.bytes ?? bytes.count - start) <= rowLimitBytes + 2 else { throw tooLong() }
            if let row {
                let taken = start..<start + row.bytes
                let number = line
                start = taken.upperBound
                line += row.lines
                return try bytes.withUnsafeBufferPointer { all throws(CorpusError) in
                    try body(UnsafeBufferPointer(rebasing: all[taken]), number)
                }
            }
            precondition(!isAll, "a row ends where the file ends")
            isAll = try !fill()
        }
    }

    private func tooLong() -> CorpusError {
        .rowTooLong(file: fileName, line: line, limitBytes: rowLimitBytes)
    }

    // MARK: Looking ahead

    /// The results of `read` for the first rows, which are read again later. Ends early at a row
    /// that `read` refuses: that row is refused again, with the right columns, when it is read.
    mutating func sample<R>(_ read: (inout RowBuffer) throws(CorpusError) -> R?) -> [R] {
        let (startBefore, lineBefore) = (start, line)
        keepsBytes = true
        var rows: [R] = []
        let most = isFirstRowEnough ? 1 : Self.sampleLimit.rows
        while rows.count < most, start - startBefore < Self.sampleLimit.bytes, let row = try? read(&self) {
            rows.append(row)
        }
        keepsBytes = false
        (start, line) = (startBefore, lineBefore)
        return rows
    }

    /// The bytes of the first line that is not blank, which is read again later.
    mutating func firstLine() throws(CorpusError) -> [UInt8]? {
        let (startBefore, lineBefore) = (start, line)
        keepsBytes = true
        defer {
            keepsBytes = false
            (start, line) = (startBefore, lineBefore)
        }
        return try nextLine { row, _ in Array(row) }
    }
}

extension String {
    /// Refuses bytes that are not UTF-8. O(n).
    init(_ bytes: UnsafeBufferPointer<UInt8>, file: String, line: Int) throws(CorpusError) {
        guard let string = String(utf8: bytes) else { throw .invalidText(file: file, line: line) }
        self = string
    }
}
