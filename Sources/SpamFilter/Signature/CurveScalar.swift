// Signature: numbers modulo the order of the curve's base point.

/// A number below the order L = 2^252 + 27742317777372353535851937790883648493.
struct CurveScalar {
    /// Little-endian.
    private var words: SIMD4<UInt64>

    private static let order = SIMD4<UInt64>(0x5812_631A_5CF5_D3ED, 0x14DE_F9DE_A2F7_9CD6, 0, 0x1000_0000_0000_0000)
    /// All numbers have fewer bits.
    static let bitCount = 253

    /// 32 bytes, little-endian; `nil` for the order and above: RFC 8032 refuses such, so that
    /// nobody can make a second signature out of one.
    init?(canonical bytes: SIMD32<UInt8>) {
        words = withUnsafeBytes(of: bytes) { bytes in
            SIMD4(bytes.uint64(at: 0), bytes.uint64(at: 8), bytes.uint64(at: 16), bytes.uint64(at: 24))
        }
        guard lessOrder == nil else { return nil }
    }

    /// The remainder of 64 bytes, little-endian. Bit by bit: the hash of a file takes far longer.
    init(reducing digest: SHA512.Digest) {
        words = .zero
        for i in (0..<64).reversed() {
            let byte = digest.lane(i)
            for bit in (0..<8).reversed() {
                words = SIMD4(
                    words[0] << 1 | UInt64(byte >> UInt8(bit) & 1), words[1] << 1 | words[0] >> 63,
                    words[2] << 1 | words[1] >> 63, words[3] << 1 | words[2] >> 63)
                if let less = lessOrder { words = less }
            }
        }
    }

    /// 0 or 1. Bit 0 is the lowest.
    @inline(__always)
    func bit(_ i: Int) -> Int { Int(words.lane(i >> 6) >> UInt64(i & 63) & 1) }

    /// The number less the order; `nil` where it is below it.
    private var lessOrder: SIMD4<UInt64>? {
        var difference = SIMD4<UInt64>(), borrow: UInt64 = 0
        for i in 0..<4 {
            let (first, under) = words.lane(i).subtractingReportingOverflow(CurveScalar.order.lane(i))
            let (second, underAgain) = first.subtractingReportingOverflow(borrow)
            difference.set(i, second)
            borrow = under || underAgain ? 1 : 0
        }
        return borrow == 0 ? difference : nil
    }
}
