// Statistics: a hash that is the same in every run and on every platform, which the standard
// library's is not.

/// FNV-1a of 64 bits (Fowler, Noll & Vo), of `bytes`; `start` tells one use of it from another.
@inlinable
public func stableHash(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0) -> UInt64 {
    bytes.reduce(start ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
