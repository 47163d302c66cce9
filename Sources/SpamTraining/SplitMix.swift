// Training: reproducible randomness. SplitMix64 (Steele, Lea & Flood 2014): the same seed, the same numbers, on every platform.

/// A seeded generator.
public struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// Shuffles in place (Fisher-Yates). The standard library's shuffle promises no order across versions.
    mutating func shuffle(_ values: inout [Int]) {
        var i = values.count
        while i > 1 {
            let j = Int(next().multipliedFullWidth(by: UInt64(i)).high)
            i -= 1
            values.swapAt(i, j)
        }
    }
}
