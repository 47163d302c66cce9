// Corpus: the window of a file in which the current row stands. Bytes of the file in, UTF-8 lines out. Does not know columns.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension UnsafeBufferPointer<UInt8> {
    /// Whether both hold the same bytes. `elementsEqual` compares them one by one.
    func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count, let start = baseAddress, let otherStart = other.baseAddress else {
            return count == other.count
        }
        return memcmp(start, otherStart, count) == 0
    }
}

/// Reads in chunks, drops what rows have been taken from, and so holds one row and one chunk, whatever the size of the file.
struct RowBuffer: ~Copyable {
    /// How far a format looks ahead to find its columns: whichever is reached first.
    private static let sampleLimit = (rows: 20, bytes: 64 << 10)

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

    var fileName: String { file.name }
    var bytesRead: Int { file.bytesRead }
    var totalBytes: Int? { file.totalBytes }

    /// Steps over a byte order mark and takes its word for the encoding, but for one that was asked for. UTF-8 without one.
    init(_ file: consuming InputFile, rowLimitBytes: Int, encoding asked: TextEncoding? = nil) throws(CorpusError) {
        self.file = file
        self.rowLimitBytes = rowLimitBytes
        // No longer than the bytes may be a mark: whoever writes to a pipe may wait for the first answer.
        while bytes.count < 4, bytes.first.map({ $0 >= 0xEF || $0 == 0 }) ?? true, try fill() {}
        if let signature = FileSignature(of: bytes[...]) { throw .notText(file: self.file.name, signature) }
        let marked = TextEncoding.marked(by: bytes[...])
        if asked == nil, marked == nil, let likely = TextEncoding.told(byZerosOf: bytes[...]) {
            throw .unmarkedEncoding(file: self.file.name, likely)
        }
        encoding = asked ?? marked?.encoding ?? .utf8
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
    }

    /// Lines end with CR alone if the first 64 KiB hold a CR and no LF. Waits for no more than the first line.
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
        // The LF of a CR at the cut may come after it.
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

    /// Takes the next line and hands its bytes, without LF or CR LF, to `body`; `nil` at the end. Only spaces make a blank line,
    /// which is stepped over unless `takesBlanks`.
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

    /// The bytes from `start` to the next LF or the end of the file; `nil` when there are none left.
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
    /// `scan` gets all bytes of the row that there are so far, and whether the file ends after them. It answers how many the
    /// row takes with its line end, or `nil` to get more.
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

    /// What `read` makes of the first rows, which stay to be read. Ends early, without a word, at a row that `read` refuses: the
    /// same row is refused again, with the right columns, when it is read.
    mutating func sample<R>(_ read: (inout RowBuffer) throws(CorpusError) -> R?) -> [R] {
        let (startBefore, lineBefore) = (start, line)
        keepsBytes = true
        var rows: [R] = []
        while rows.count < Self.sampleLimit.rows, start - startBefore < Self.sampleLimit.bytes, let row = try? read(&self) {
            rows.append(row)
        }
        keepsBytes = false
        (start, line) = (startBefore, lineBefore)
        return rows
    }

    /// The bytes of the first line that is not blank, which stays to be read.
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
