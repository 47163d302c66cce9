// Store: keyed hashing, SipHash-2-4 (Aumasson & Bernstein, INDOCRYPT 2012). Identities, digests and
// surrogates need a number that is the same in every run, unlike the standard library's Hasher, and
// that cannot be inverted without the key.

struct SipHash {
    private var v0, v1, v2, v3: UInt64
    private var tail: UInt64 = 0
    private var length = 0

    init(key: (UInt64, UInt64) = (0, 0)) {
        v0 = key.0 ^ 0x736F_6D65_7073_6575
        v1 = key.1 ^ 0x646F_7261_6E64_6F6D
        v2 = key.0 ^ 0x6C79_6765_6E65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var i = 0
        while i < bytes.count, length & 7 != 0 {
            add(bytes[i])
            i += 1
        }
        while i + 8 <= bytes.count {
            compress(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)))
            length += 8
            i += 8
        }
        while i < bytes.count {
            add(bytes[i])
            i += 1
        }
    }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
        // Separates this text from the next.
        add(0xFF as UInt8)
    }

    mutating func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

    private mutating func add(_ byte: UInt8) {
        tail |= UInt64(byte) << UInt64(8 * (length & 7))
        length += 1
        if length & 7 == 0 {
            compress(tail)
            tail = 0
        }
    }

    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = v1 << 13 | v1 >> 51
        v1 ^= v0
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v3
        v3 = v3 << 16 | v3 >> 48
        v3 ^= v2
        v0 &+= v3
        v3 = v3 << 21 | v3 >> 43
        v3 ^= v0
        v2 &+= v1
        v1 = v1 << 17 | v1 >> 47
        v1 ^= v2
        v2 = v2 << 32 | v2 >> 32
    }

    /// The hash of everything added so far; more can be added.
    var value: UInt64 {
        var end = self
        end.compress(tail | UInt64(truncatingIfNeeded: length) << 56)
        end.v2 ^= 0xFF
        for _ in 0..<4 { end.round() }
        return end.v0 ^ end.v1 ^ end.v2 ^ end.v3
    }
}
