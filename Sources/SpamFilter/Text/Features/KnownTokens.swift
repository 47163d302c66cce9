// Text: the words and characters that a message had before. One that comes again says nothing new: a word gives its pair with the token
// before alone, its n-grams and itself no more; a Han, kana or Hangul character gives its pair with the one before.
// Figures, average precision and recall at .1 % false junk, four folds by group in the training parts, UCI, Indonesian and (two) message80W:
// all as often as they come .9874/.8807 .9963/.6689 .9988/.9822; words once .9886/.9066 .9966/.6756 .9988/.9824; characters too, message80W
// .9988/.9843. Every feature once would be .9890/.9185 .9969/.7133, message80W as characters, but is a look-up for each: not built. Lost:
// tokens of signs and numbers once instead of less and less often (message80W .9987/.9801). Pairs once: tied.
// The tool's own cross-validation, tokenizer 4 and this one: UCI .9883/.9045 .9893/.9123, starter corpus .8490/.1898 .8549/.2082, five languages
// .9968/.9658 .9971/.9701, Indonesian .9941/.3355 .9942/.2985, message80W .9988/.9827 .9987/.9816: its loss is that of HiddenSyllables.swift.
// Costs 2 % of the instructions of reading English and 6 to 7 % of Chinese (callgrind), and saves 2 to 6 % of the look-ups.

/// Tokens by eight bits of their hash, each place with fifteen more of the last token there: one that was overwritten is given again, and
/// one in 32,768 is taken for one that shares its place.
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
        // Never 0, which a free place has.
        let tag = UInt16(truncatingIfNeeded: hash >> 8) | 1
        let isNew = tags[place] != tag
        tags[place] = tag
        return isNew
    }
}
