// Gradient: rows of a partition that were tokenized once: a file in blocks, read in place.

import SpamFilter

/// A row as it is in the file.
struct PreparedRow {
    let group: UInt64
    let norm: Float
    let kind: Int
    /// Bits of `MatrixEntry`, unaligned.
    let entries: UnsafeRawBufferPointer

    var entryCount: Int { entries.count / 4 }

    @inline(__always)
    func entry(_ i: Int) -> MatrixEntry {
        MatrixEntry(bits: UInt32(littleEndian: entries.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self)))
    }
}

/// Prepared rows of a partition. The bytes must outlive the value.
public struct PreparedRows {
    private let bytes: UnsafeRawBufferPointer
    private let plan: GradientPlan

    /// - Throws: `GradientError` unless the head is that of rows of this plan. Blocks are checked
    ///   as they are read.
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        let length = try GradientReader.checkHead(bytes, .rows, plan: plan.digest)
        guard length == GradientLayout.Header.size else {
            throw .invalid(atByte: GradientLayout.Header.length, expected: "the length of a head")
        }
        _ = try GradientReader(UnsafeRawBufferPointer(rebasing: bytes[..<length]), .rows, plan: plan.digest)
        (self.bytes, self.plan) = (bytes, plan)
    }

    /// Calls `body` with each row. A block is checked before its first row is read.
    ///
    /// - Returns: the number of rows, and the sum of their checksums: the same for the same rows in
    ///   any order.
    /// - Complexity: O(bytes).
    @discardableResult
    func forEach(_ body: (PreparedRow) -> Void) throws(GradientError) -> (rows: UInt64, content: UInt64) {
        var at = GradientLayout.Header.size
        var rows: UInt64 = 0, content: UInt64 = 0
        while true {
            var head = GradientReader(bytes, at: at)
            let length = Int(try head.next(UInt32.self)), count = try head.next(UInt32.self),
                checksum = try head.next(UInt64.self)
            at = head.at
            guard count > 0 else {
                guard length == 0, checksum == rows else { throw .invalid(atByte: at - 8, expected: "the number of all rows") }
                try GradientReader(bytes, at: at).end()
                return (rows, content)
            }
            guard length <= bytes.count - at else { throw .truncated(expected: at + length, found: bytes.count) }
            let block = UnsafeRawBufferPointer(rebasing: bytes[at..<at + length])
            let found = WordChecksum.of(block)
            guard found == checksum else { throw .checksum(expected: checksum, found: found) }
            content &+= try forEach(of: block, count, at: at, body)
            at += length
            rows += UInt64(count)
        }
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
                group: group, norm: norm, kind: Int(kind), entries: UnsafeRawBufferPointer(rebasing: block[reader.at..<end]))
            var most: UInt32 = 0
            for i in 0..<entries { most = max(most, row.entry(i).bits) }
            guard entries == 0 || Int(most >> 8) < plan.features.count else {
                throw .invalid(atByte: start + first, expected: "columns of the plan")
            }
            content &+= WordChecksum.of(UnsafeRawBufferPointer(rebasing: block[first..<end]))
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
    private(set) var rows: UInt64 = 0
    private(set) var content: UInt64 = 0
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
        content &+= block.withUnsafeBytes { WordChecksum.of(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        blockRows += 1
        if block.count >= GradientLayout.blockBytes { try closeBlock() }
    }

    mutating func finish() throws {
        if blockRows > 0 { try closeBlock() }
        append(UInt32(0))
        append(UInt32(0))
        append(rows)
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
        rows += UInt64(blockRows)
        (block, blockRows) = ([], 0)
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { block.append(contentsOf: $0) }
    }
}
