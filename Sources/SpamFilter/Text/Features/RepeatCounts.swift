// Text: how often the tokens of signs and numbers came in a message. One that comes n times is given floor(log2(n)) + 1 times: at its first,
// second, fourth, eighth… occurrence, up to the 128th. What a list, a table or a line of stars repeats would else drown its words. Words
// and characters are given once: KnownTokens.
// Figures as in SignTokenizer.swift, without and with: UCI .9876/.8928 .9879/.8928, message80W .9983/.9773 .9984/.9822, five languages
// .9948/.9599 .9953/.9628, Turkish tied, Indonesian lost at .1 % (.6623 .6514), its precision tied.

/// Counters of a byte each, found by eight bits of the token's hash. Two tokens that share one count together, so that the second may be
/// left out where it comes third; the same message is read alike each time.
struct RepeatCounts: ~Copyable {
    private static let capacity = 256
    static let heapBytes = capacity

    private let counts = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)

    init() { counts.initialize(repeating: 0, count: RepeatCounts.capacity) }

    deinit { counts.deallocate() }

    /// For the next message.
    mutating func forget() {
        let bytes = UnsafeMutableRawPointer(counts)
        for i in 0..<RepeatCounts.capacity / 64 {
            bytes.storeBytes(of: SIMD64<UInt8>(), toByteOffset: i &* 64, as: SIMD64<UInt8>.self)
        }
    }

    /// Counts an occurrence. Returns whether it is to be given: 1 or 0.
    @inline(__always)
    mutating func count(_ hash: UInt64) -> Int {
        let place = Int(truncatingIfNeeded: hash & 0xFF)
        // 255 stays, so that no count begins anew.
        let before = min(counts[place], 254)
        counts[place] = before &+ 1
        return (before &+ 1) & before == 0 ? 1 : 0
    }
}
