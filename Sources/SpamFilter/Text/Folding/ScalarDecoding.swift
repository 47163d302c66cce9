// Text: bytes in UTF-8, whole or damaged, to scalars.

/// The scalar that begins at `next`, which moves behind it. A byte that begins no well-formed
/// sequence (Unicode 15.0, table 3-7: no surrogates, nothing overlong, nothing above U+10FFFF) is
/// read as U+FFFD.
@inline(__always)
func decodeScalar(_ text: UnsafeBufferPointer<UInt8>, _ next: inout Int) -> UInt32 {
    let b0 = UInt32(text[next])
    next += 1
    if b0 < 0x80 { return b0 }
    let left = text.count - next
    @inline(__always) func tail(_ i: Int) -> UInt32 { UInt32(text[next + i]) ^ 0x80 }
    if b0 >= 0xE0, b0 < 0xF0, left >= 2 {
        let b1 = tail(0), b2 = tail(1)
        let scalar = (b0 & 0xF) << 12 | b1 << 6 | b2
        if b1 | b2 < 0x40, scalar >= 0x800, scalar & 0xF800 != 0xD800 {
            next += 2
            return scalar
        }
    } else if b0 >= 0xC2, b0 < 0xE0, left >= 1 {
        let b1 = tail(0)
        if b1 < 0x40 {
            next += 1
            return (b0 & 0x1F) << 6 | b1
        }
    } else if b0 >= 0xF0, b0 < 0xF5, left >= 3 {
        let b1 = tail(0), b2 = tail(1), b3 = tail(2)
        let scalar = (b0 & 7) << 18 | b1 << 12 | b2 << 6 | b3
        if b1 | b2 | b3 < 0x40, scalar >= 0x10000, scalar < 0x11_0000 {
            next += 3
            return scalar
        }
    }
    return scalarValue("\u{FFFD}")
}

/// Four bytes, the first one lowest.
@inline(__always)
func fourBytes(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
}

/// The scalar of three bytes; `nil` where they are none. It may be too small for three or a
/// surrogate. Four bytes are read.
@inline(__always)
func threeByteScalar(_ bytes: UnsafePointer<UInt8>) -> UInt32? {
    let four = fourBytes(bytes)
    guard four & 0xC0_C0F0 == 0x80_80E0 else { return nil }
    return (four & 0xF) << 12 | four >> 2 & 0xFC0 | four >> 16 & 0x3F
}
