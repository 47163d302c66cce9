// Statistics: draws and hashes that are the same on every platform and in every run. SplitMix64 is
// by Steele, Lea & Flood (2014).

/// A seeded generator, for everything drawn in measuring and training. Who sees its numbers can
/// tell the next ones: it is none for secrets or for noise of privacy.
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The same seed gives the same draws, on every machine.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// A number in 0..<bound, which must be above 0; uneven by at most bound / 2^64. The standard
    /// library's promises no sequence across versions.
    public mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Shuffles in place (Fisher-Yates), in O(n). The standard library's shuffle promises no order
    /// across versions.
    public mutating func shuffle(_ values: inout [Int]) {
        var i = values.count
        while i > 1 {
            let j = below(i)
            i -= 1
            values.swapAt(i, j)
        }
    }

    /// Some of the numbers 0..<total, in order, each set of `count` as likely (Knuth's selection
    /// sampling, TAOCP 2, 3.4.2 S).
    ///
    /// - Precondition: 0 <= count <= total.
    /// - Complexity: O(total).
    public mutating func choose(_ count: Int, of total: Int) -> [Int] {
        precondition(0 <= count && count <= total, "expected 0 <= count <= total, found \(count) of \(total)")
        var chosen: [Int] = []
        chosen.reserveCapacity(count)
        for i in 0..<total where below(total - i) < count - chosen.count { chosen.append(i) }
        return chosen
    }
}

/// FNV-1a of 64 bits (Fowler, Noll & Vo), of `bytes`; `start` tells one use of it from another.
@inlinable
public func stableHash(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0) -> UInt64 {
    bytes.reduce(start ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
