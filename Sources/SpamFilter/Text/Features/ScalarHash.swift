// Text: the key of a host or of a sender that is no number, as lists hold it. In: scalars, one by
// one. Out: 64 bits, at any point. Part of the format of lists: Models/LISTS.md.

/// SipHash-1-3 over scalars, each a word of 64 bits, with a fixed key (Aumasson and Bernstein,
/// INDOCRYPT 2012).
///
/// Features have a quicker hash. Here somebody may look for a host that an allow list takes for its
/// own. The polynomial of `FeatureHash` would hand it to him; of this one no way is known that is
/// quicker than to try.
struct ScalarHash {
    /// What the scalars are: a word and a host of the same letters have different keys.
    enum Purpose: UInt64, Sendable {
        /// A host of links.
        case host = 1
        /// A sender that is no number.
        case sender
    }

    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    /// A hash of nothing yet. The key of SipHash is the purpose and zero.
    @inline(__always)
    init(_ purpose: Purpose) {
        v0 = 0x736F_6D65_7073_6575 ^ purpose.rawValue
        v1 = 0x646F_7261_6E64_6F6D
        v2 = 0x6C79_6765_6E65_7261 ^ purpose.rawValue
        v3 = 0x7465_6462_7974_6573
    }

    /// Takes the next scalar.
    @inline(__always)
    mutating func add(_ scalar: UInt32) {
        v3 ^= UInt64(scalar)
        round()
        v0 ^= UInt64(scalar)
    }

    /// The hash of the scalars so far. More may be added.
    @inline(__always)
    var value: UInt64 {
        var end = self
        end.v2 ^= 0xFF
        end.round()
        end.round()
        end.round()
        return end.v0 ^ end.v1 ^ end.v2 ^ end.v3
    }

    @inline(__always)
    private mutating func round() {
        v0 = v0 &+ v1
        v2 = v2 &+ v3
        v1 = v1 &<< 13 | v1 &>> 51
        v3 = v3 &<< 16 | v3 &>> 48
        v1 ^= v0
        v3 ^= v2
        v0 = v0 &<< 32 | v0 &>> 32
        v2 = v2 &+ v1
        v0 = v0 &+ v3
        v1 = v1 &<< 17 | v1 &>> 47
        v3 = v3 &<< 21 | v3 &>> 43
        v1 ^= v2
        v3 ^= v0
        v2 = v2 &<< 32 | v2 &>> 32
    }
}
