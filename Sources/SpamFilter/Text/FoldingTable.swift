// Text: looks one scalar up in the generated table. One or two cache lines, no branch on the script.

/// What a scalar folds to. The pointers are to constant data of the program: nothing to set up, nothing to free.
struct FoldingTable {
    private let pages = UnsafeRawPointer(FoldingTableData.pages.utf8Start)
    private let blocks = UnsafeRawPointer(FoldingTableData.blocks.utf8Start)
    private let expansions = UnsafeRawPointer(FoldingTableData.expansions.utf8Start)

    /// The folded form of `scalar`; of class `expansion` where it is several scalars.
    @inline(__always)
    func fold(_ scalar: UInt32) -> FoldedScalar {
        guard scalar < FoldingTableData.limit else { return foldBeyondTable(scalar) }
        let page = Int(scalar >> FoldingTableData.pageShift)
        let low = pages.load(fromByteOffset: 2 * page, as: UInt8.self)
        let high = pages.load(fromByteOffset: 2 * page + 1, as: UInt8.self)
        let block = Int(low) | Int(high) << 7
        let entry = (block << Int(FoldingTableData.pageShift) | Int(scalar & (1 << FoldingTableData.pageShift - 1))) * 4
        let e = UInt32(littleEndian: blocks.loadUnaligned(fromByteOffset: entry, as: UInt32.self))
        let target = FoldingTable.unpack(e)
        let tail = e >> 24
        return FoldedScalar(
            target == 0 ? scalar : target, ScalarClass(valid: UInt8(truncatingIfNeeded: tail & 31)),
            styled: tail & 32 != 0)
    }

    /// The scalars that an `expansion` stands for, one by one. None of them is an expansion.
    @inline(__always)
    func forEachScalar(of expansion: FoldedScalar, _ body: (UInt32) -> Void) {
        let offset = Int(expansion.scalar >> 5)
        for i in offset..<offset + Int(expansion.scalar & 31) {
            let b = expansions + 3 * i
            body(
                UInt32(b.load(as: UInt8.self)) | UInt32(b.load(fromByteOffset: 1, as: UInt8.self)) << 7
                    | UInt32(b.load(fromByteOffset: 2, as: UInt8.self)) << 14)
        }
    }

    /// 3 x 7 bits, low first.
    @inline(__always)
    private static func unpack(_ e: UInt32) -> UInt32 { e & 0x7F | e >> 1 & 0x3F80 | e >> 2 & 0x1F_C000 }

    /// Above U+2FFFF Unicode holds Han of extension G and on, tags and private use.
    private func foldBeyondTable(_ scalar: UInt32) -> FoldedScalar {
        switch scalar {
        case 0x30000..<0x40000: FoldedScalar(scalar, .han)
        case 0xE0000..<0xE1000: FoldedScalar(scalar, .ignorable)
        default: FoldedScalar(scalar, .symbol)
        }
    }
}
