// Model: CRC-32 as in ISO 3309, zlib and PNG (polynomial 0xEDB88320, reflected), half a byte at a
// time.

/// A running CRC-32. `zlib.crc32` of Python gives the same number.
public struct Checksum: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    /// The checksum of nothing yet.
    public init() {}

    /// The checksum of the bytes so far.
    public var value: UInt32 { ~state }

    /// Takes more bytes: the checksum is that of all so far, one after the other.
    ///
    /// - Complexity: O(bytes), some 2 ns each.
    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        state = withUnsafeBytes(of: Checksum.remainders) { table in
            let remainders = table.baseAddress!.assumingMemoryBound(to: UInt32.self)
            var s = state
            for b in bytes {
                s ^= UInt32(b)
                s = s >> 4 ^ remainders[Int(s & 15)]
                s = s >> 4 ^ remainders[Int(s & 15)]
            }
            return s
        }
    }

    /// The checksum of these bytes, in O(n).
    public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// The checksum of bytes that hold it themselves: those four bytes are read as zero.
    ///
    /// - Parameter bytes: all bytes that are summed.
    /// - Parameter hole: the offset of the four bytes.
    /// - Precondition: they lie in `bytes`.
    /// - Complexity: O(bytes).
    public static func of(_ bytes: UnsafeRawBufferPointer, besides hole: Int) -> UInt32 {
        var checksum = Checksum()
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<hole]))
        withUnsafeBytes(of: UInt32(0)) { checksum.add($0) }
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[(hole + 4)...]))
        return checksum.value
    }

    /// What four shifts of the polynomial leave of each half byte.
    private static var remainders: SIMD16<UInt32> {
        SIMD16(
            0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158, 0x5005_713C,
            0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4, 0xA00A_E278, 0xBDBD_F21C)
    }
}
