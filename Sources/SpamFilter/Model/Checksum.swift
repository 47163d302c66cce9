// Model: CRC-32 as in ISO 3309, zlib and PNG (polynomial 0xEDB88320, reflected), half a byte at a
// time.

/// A running CRC-32. `zlib.crc32` of Python gives the same number.
public struct Checksum: Sendable {
    private var state: UInt32 = 0xFFFF_FFFF

    public init() {}

    /// The checksum of the bytes so far.
    public var value: UInt32 { ~state }

    /// - Complexity: O(bytes), some 2 ns each.
    public mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var s = state
        for b in bytes {
            s ^= UInt32(b)
            s = s >> 4 ^ Checksum.step(s & 15)
            s = s >> 4 ^ Checksum.step(s & 15)
        }
        state = s
    }

    public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = Checksum()
        checksum.add(bytes)
        return checksum.value
    }

    /// The checksum of bytes that hold it themselves: those four bytes are read as zero.
    ///
    /// - Parameter hole: the offset of the four bytes.
    /// - Precondition: they lie in `bytes`.
    public static func of(_ bytes: UnsafeRawBufferPointer, besides hole: Int) -> UInt32 {
        var checksum = Checksum()
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<hole]))
        withUnsafeBytes(of: UInt32(0)) { checksum.add($0) }
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[(hole + 4)...]))
        return checksum.value
    }

    /// The remainder of a half byte: four shifts of the polynomial, as in the definition.
    @inline(__always)
    private static func step(_ half: UInt32) -> UInt32 {
        var r = half
        r = r >> 1 ^ (r & 1 == 1 ? 0xEDB8_8320 : 0)
        r = r >> 1 ^ (r & 1 == 1 ? 0xEDB8_8320 : 0)
        r = r >> 1 ^ (r & 1 == 1 ? 0xEDB8_8320 : 0)
        r = r >> 1 ^ (r & 1 == 1 ? 0xEDB8_8320 : 0)
        return r
    }
}
