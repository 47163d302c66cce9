// Text: the words and CJK characters that a message had before. One that comes again says nothing
// new: of a word only the pair with the token before is a feature, not its n-grams nor itself; of a
// Han, kana or Hangul character only the pair with the one before. Why:
// Benchmarks/decisions/known-tokens.md

/// Tokens by eight bits of their hash, each slot with fifteen more bits of the last token there.
/// One that was overwritten is given again; one in 32,768 is taken for another that shares its
/// slot.
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
