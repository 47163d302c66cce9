// Gradient: the head that all files of a training on a cluster share, and their checksum;
// Models/GRADIENT.md describes them.

import SpamFilter

/// Files that workers and the driver of a training on a cluster exchange. All numbers are
/// little-endian, floats IEEE 754.
enum GradientLayout {
    /// `\x93SPAMGRD`.
    static let magic: [UInt8] = [0x93] + Array("SPAMGRD".utf8)
    static let formatVersion: UInt16 = 2

    /// The head; the body follows it at once.
    enum Header {
        static let formatVersion = 8  // 2
        static let tokenizerVersion = 10  // 2
        static let kind = 12  // 2: Kind.rawValue
        static let reserved = 14  // 2: zero
        static let plan = 16  // 8: digest of the plan that the file belongs to; 0 in a plan
        static let length = 24  // 8: bytes of the file; of rows: those of the head
        static let checksum = 32  // 8: of all other bytes of that length
        static let size = 40
    }

    /// What a file is.
    enum Kind: UInt16, CaseIterable {
        case plan = 1
        case rows, summary, weights, sums, models, scores, iterate, curvature, objectives, state

        var name: String { "\(self)" }
    }

    /// A block of prepared rows begins with the length of its rows in bytes (4), their number (4)
    /// and their checksum (8). The last block has no rows, and the number of all rows in place of
    /// the checksum.
    static let blockHead = 16
    /// Bytes of rows from which on a block is closed.
    static let blockBytes = 1 << 18
    /// No block is larger: one row may have every column.
    static let mostBlockBytes = blockBytes + rowHead + 4 * MatrixEntry.mostColumns
    /// The head of a row: group (8), norm (4), kind (4), number of entries (4).
    static let rowHead = 20

    /// Kinds of rows in a plan: sources and labels of each fold.
    static let mostKinds = 1 << 16
    /// The class of a kind of rows that a problem does not learn from.
    static let noClass = UInt8.max
    static let mostFolds = 100
}

/// The checksum of these files: FNV-1a of 64 bits over words of eight bytes instead of bytes, each
/// step rotated by 29 bits. The last word is filled up with zeros.
///
/// Eight times as fast as CRC-32: prepared rows are checked in every pass. It finds accidents, and
/// is no signature.
struct WordChecksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func add(_ word: UInt64) {
        let mixed = value ^ word
        value = (mixed << 29 | mixed >> 35) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at + 8 <= bytes.count {
            add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
            at += 8
        }
        guard at < bytes.count else { return }
        var last: UInt64 = 0
        for i in at..<bytes.count { last |= UInt64(bytes[i]) << UInt64(8 * (i - at)) }
        add(last)
    }

    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = WordChecksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// Of a file, its checksum read as zero.
    static func of(file bytes: UnsafeRawBufferPointer) -> UInt64 {
        typealias Header = GradientLayout.Header
        var checksum = WordChecksum()
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<Header.checksum]))
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[Header.size...]))
        return checksum.value
    }
}
