// Text: what the tokens that a message repeats add to it. A repeated word adds only its pair with
// the token before. A repeated CJK character adds only its pair with the character before. A token
// of punctuation or numbers that comes n times is given floor(log2(n)) + 1 times: at its first,
// second, fourth, eighth… occurrence, up to the 128th. Otherwise a list, a table or a line of stars
// would drown the words of its message. Why: Benchmarks/decisions/repeats.md

/// The words and CJK characters that a message had before.
///
/// A table whose slots are found by eight bits of a token's hash. A slot holds fifteen more bits of
/// its last token. A token that was overwritten counts as new again. One in 32,768 is taken for
/// another token of its slot.
struct KnownTokens: ~Copyable {
    private static let capacity = 256
    static let heapBytes = capacity * MemoryLayout<UInt16>.stride

    private let tags = UnsafeMutablePointer<UInt16>.allocate(capacity: capacity)

    init() { tags.initialize(repeating: 0, count: KnownTokens.capacity) }

    deinit { tags.deallocate() }

    /// For the next message.
    mutating func forget() {
        let bytes = UnsafeMutableRawPointer(tags)
        for i in 0..<KnownTokens.heapBytes / 64 {
            bytes.storeBytes(of: SIMD64<UInt8>(), toByteOffset: i &* 64, as: SIMD64<UInt8>.self)
        }
    }

    /// Notes a token. Returns whether the message did not have it before.
    @inline(__always)
    mutating func isNew(_ hash: UInt64) -> Bool {
        let place = Int(truncatingIfNeeded: hash & 0xFF)
        // Never 0, the tag of a free slot.
        let tag = UInt16(truncatingIfNeeded: hash >> 8) | 1
        let isNew = tags[place] != tag
        tags[place] = tag
        return isNew
    }
}

/// How often the tokens of punctuation and numbers came in a message.
///
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
