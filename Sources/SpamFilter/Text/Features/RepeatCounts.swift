// Text: how often the tokens of punctuation and numbers came in a message. One that comes n times
// is given floor(log2(n)) + 1 times: at its first, second, fourth, eighth… occurrence, up to the
// 128th. Otherwise a list, a table or a line of stars would drown the words of its message. Words
// and characters are given once: KnownTokens. Why: Benchmarks/decisions/repeats.md

/// Counters of a byte each, found by eight bits of the token's hash. Tokens that share a counter
/// are counted together, so one of them may be left out.
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

    /// Counts an occurrence. Returns 1 if it is to be given, else 0.
    @inline(__always)
    mutating func count(_ hash: UInt64) -> Int {
        let place = Int(truncatingIfNeeded: hash & 0xFF)
        // 255 stays, so that no count begins anew.
        let before = min(counts[place], 254)
        counts[place] = before &+ 1
        return (before &+ 1) & before == 0 ? 1 : 0
    }
}
