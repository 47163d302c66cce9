// Text: looks one scalar up in the generated table. One or two cache lines, no branch on the
// script.

/// What a scalar folds to. The pointers are to constant data of the program: nothing to set up or
/// free.
struct FoldingTable {
    private let pages = UnsafeRawPointer(FoldingTableData.pages.utf8Start)
    private let blocks = UnsafeRawPointer(FoldingTableData.blocks.utf8Start)
    private let hanOthers = UnsafeRawPointer(FoldingTableData.hanOthers.utf8Start)
    private let expansions = UnsafeRawPointer(FoldingTableData.expansions.utf8Start)
    private let simplifiesHan: Bool

    /// - Parameter simplifiesHan: whether Traditional characters become Simplified ones.
    init(simplifiesHan: Bool) { self.simplifiesHan = simplifiesHan }

    /// The flag and the class of a Traditional character.
    private static let traditional = FoldedScalar.variantFlag | UInt32(ScalarClass.han.rawValue)

    /// The folded form of `scalar`; of class `expansion` where it is several scalars.
    @inline(__always)
    func fold(_ scalar: UInt32) -> FoldedScalar {
        guard scalar < FoldingTableData.limit else { return foldBeyondTable(scalar) }
        let e = entry(scalar)
        let target = FoldingTable.unpack(e), look = e >> 24
        // Most scalars fold to themselves. The target of a look-alike that does is its ASCII
        // letter.
        let isItself =
            target == 0 || look & FoldedScalar.lookAlikeFlag != 0 && target < 0x80
            || !simplifiesHan && look & (FoldedScalar.variantFlag | FoldedScalar.classMask) == FoldingTable.traditional
        return FoldedScalar(bits: (isItself ? scalar : target) << FoldedScalar.scalarShift | look)
    }

    /// The main block of Han, U+4E00 to U+9FFF.
    private static var firstHan: UInt32 { 0x4E00 }
    private static var hanCount: UInt32 { 0x5200 }

    /// Whether it is a Han character of the main block that folds to itself.
    @inline(__always)
    func isCommonHan(_ scalar: UInt32) -> Bool {
        let han = scalar &- FoldingTable.firstHan
        guard han < FoldingTable.hanCount else { return false }
        // han / 7, exact below 2^15.
        let byte = (han &* 37_450) &>> 18
        let flags = hanOthers.load(fromByteOffset: Int(byte), as: UInt8.self)
        return flags &>> UInt8(truncatingIfNeeded: han &- byte &* 7) & 1 == 0
    }

    /// The small ASCII letter that a folded scalar flagged as a look-alike looks like.
    func lookAlike(of folded: FoldedScalar) -> UInt32 { lookAlike(of: folded.scalar) }

    /// - Parameter scalar: below U+30000.
    @inline(__always)
    func lookAlike(of scalar: UInt32) -> UInt32 { FoldingTable.unpack(entry(scalar)) }

    @inline(__always)
    private func entry(_ scalar: UInt32) -> UInt32 {
        let page = Int(scalar >> FoldingTableData.pageShift)
        let low = pages.load(fromByteOffset: 2 * page, as: UInt8.self)
        let high = pages.load(fromByteOffset: 2 * page + 1, as: UInt8.self)
        let block = Int(low) | Int(high) << 7
        let index = block << Int(FoldingTableData.pageShift) | Int(scalar & (1 << FoldingTableData.pageShift - 1))
        return UInt32(littleEndian: blocks.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
    }

    /// The scalars that an `expansion` expands to, one by one. None of them is an expansion.
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
        case "\u{30000}"..."\u{3FFFF}": FoldedScalar(scalar, .han)
        case "\u{E0000}"..."\u{E0FFF}": FoldedScalar(scalar, .ignorable)
        default: FoldedScalar(scalar, .symbol)
        }
    }
}
