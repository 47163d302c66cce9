// Gradient: rows of a partition that were tokenized once: a file in blocks, read in place.

import SpamFilter

/// A row as it is in the file.
struct PreparedRow {
    let group: UInt64
    let norm: Float
    let kind: Int
    /// Bits of `MatrixEntry`, unaligned.
    let entries: UnsafeRawBufferPointer
    let checksum: UInt64

    var entryCount: Int { entries.count / 4 }

    @inline(__always)
    func entry(_ i: Int) -> MatrixEntry {
        MatrixEntry(bits: UInt32(littleEndian: entries.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self)))
    }
}

/// Which rows were read: the same for the same rows in any order.
struct RowsDigest: Equatable {
    var rows: UInt64 = 0
    /// The sum of the checksums of rows, modulo 2^64.
    var content: UInt64 = 0

    mutating func add(_ other: RowsDigest) {
        rows &+= other.rows
        content &+= other.content
    }
}

/// Prepared rows of a partition, in memory or from a stream.
public struct PreparedRows {
    /// Gives the next bytes: at most so many, and fewer only at the end. They are good until it is
    /// called again.
    public typealias Source = (_ count: Int) throws(GradientError) -> UnsafeRawBufferPointer

    private let plan: GradientPlan
    private let open: () -> Source

    /// Rows in memory. The bytes must outlive the value.
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) {
        self.plan = plan
        open = {
            var left = bytes[...]
            return { count in
                defer { left = left.dropFirst(count) }
                return UnsafeRawBufferPointer(rebasing: left.prefix(count))
            }
        }
    }

    /// Rows of a stream, which can be read once. Memory: that of a block, some 256 KiB.
    public init(from source: @escaping Source, _ plan: GradientPlan) {
        self.plan = plan
        open = { source }
    }

    /// Calls `body` with each row. A block is checked before its first row is read.
    ///
    /// - Throws: `GradientError` for bytes that are no prepared rows of the plan, or do not end as
    ///   they must.
    /// - Complexity: O(bytes).
    @discardableResult
    func forEach(_ body: (PreparedRow) -> Void) throws(GradientError) -> RowsDigest {
        let source = open()
        try checkHead(try source(GradientLayout.Header.size))
        var at = GradientLayout.Header.size, read = RowsDigest()
        while true {
            let headBytes = try source(GradientLayout.blockHead)
            guard headBytes.count == GradientLayout.blockHead else {
                throw .truncated(expected: at + GradientLayout.blockHead, found: at + headBytes.count)
            }
            var head = GradientReader(headBytes, at: 0)
            let length = Int(try head.next(UInt32.self)), count = try head.next(UInt32.self),
                checksum = try head.next(UInt64.self)
            guard length <= GradientLayout.mostBlockBytes else {
                throw .invalid(atByte: at, expected: "at most \(GradientLayout.mostBlockBytes) bytes of rows")
            }
            at += GradientLayout.blockHead
            guard count > 0 else {
                guard length == 0, checksum == read.rows else {
                    throw .invalid(atByte: at - 8, expected: "the number of all rows")
                }
                let more = try source(1).count
                guard more == 0 else { throw .leftoverBytes(expected: at, found: at + more) }
                return read
            }
            let block = try source(length)
            guard block.count == length else { throw .truncated(expected: at + length, found: at + block.count) }
            let found = WordChecksum.of(block)
            guard found == checksum else { throw .checksum(expected: checksum, found: found) }
            read.content &+= try forEach(of: block, count, at: at, body)
            at += length
            read.rows += UInt64(count)
        }
    }

    private func checkHead(_ bytes: UnsafeRawBufferPointer) throws(GradientError) {
        let length = try GradientReader.checkHead(bytes, .rows, plan: plan.digest)
        guard length == GradientLayout.Header.size else {
            throw .invalid(atByte: GradientLayout.Header.length, expected: "the length of a head")
        }
        _ = try GradientReader(bytes, .rows, plan: plan.digest)
    }

    private func forEach(
        of block: UnsafeRawBufferPointer, _ count: UInt32, at start: Int, _ body: (PreparedRow) -> Void
    ) throws(GradientError) -> UInt64 {
        var reader = GradientReader(block, at: 0), content: UInt64 = 0
        for _ in 0..<count {
            let first = reader.at
            let group = try reader.next(UInt64.self), norm = try reader.float()
            let kind = try reader.next(UInt32.self), entries = Int(try reader.next(UInt32.self))
            // A norm is at most 1, since it is 1 / sqrt of the number of features.
            guard kind < plan.kinds.count, 0...1 ~= norm, entries <= (block.count - reader.at) / 4 else {
                throw .invalid(atByte: start + first, expected: "a row")
            }
            let end = reader.at + 4 * entries
            let row = PreparedRow(
                group: group, norm: norm, kind: Int(kind), entries: UnsafeRawBufferPointer(rebasing: block[reader.at..<end]),
                checksum: WordChecksum.of(UnsafeRawBufferPointer(rebasing: block[first..<end])))
            var most: UInt32 = 0
            for i in 0..<entries { most = max(most, row.entry(i).bits) }
            guard entries == 0 || Int(most >> 8) < plan.features.count else {
                throw .invalid(atByte: start + first, expected: "columns of the plan")
            }
            content &+= row.checksum
            body(row)
            reader = GradientReader(block, at: end)
        }
        try reader.end()
        return content
    }
}

/// Writes prepared rows, a block at a time.
struct PreparedRowsWriter {
    private var block: [UInt8] = []
    private var blockRows: UInt32 = 0
    private(set) var written = RowsDigest()
    private let write: ([UInt8]) throws -> Void

    init(_ plan: GradientPlan, write: @escaping ([UInt8]) throws -> Void) throws {
        self.write = write
        try write(GradientWriter(.rows, plan: plan.digest).finish())
    }

    mutating func add(group: UInt64, norm: Float, kind: Int, entries: [UInt32]) throws {
        let start = block.count
        append(group)
        append(norm.bitPattern)
        append(UInt32(kind))
        append(UInt32(entries.count))
        for entry in entries { append(entry) }
        written.content &+= block.withUnsafeBytes { WordChecksum.of(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        blockRows += 1
        if block.count >= GradientLayout.blockBytes { try closeBlock() }
    }

    mutating func finish() throws {
        if blockRows > 0 { try closeBlock() }
        append(UInt32(0))
        append(UInt32(0))
        append(written.rows)
        try write(block)
        block = []
    }

    private mutating func closeBlock() throws {
        let body = block
        block = []
        append(UInt32(body.count))
        append(blockRows)
        append(body.withUnsafeBytes { WordChecksum.of($0) })
        try write(block + body)
        written.rows += UInt64(blockRows)
        (block, blockRows) = ([], 0)
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { block.append(contentsOf: $0) }
    }
}
