// Text: the words and CJK characters that a message had before. A repeated word adds only its pair
// with the token before. A repeated CJK character adds only its pair with the character before.
// Why: Benchmarks/decisions/repeats.md

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
