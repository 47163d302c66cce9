// Store: replaces personal data by surrogates of the same shape. A surrogate is taken only if the
// message keeps every feature, so that a model learns the same from masked messages. Names, and
// numbers joined to letters, are the exception: a word is a feature.

import SpamFilter

/// How surrogates are made. The same number gets the same surrogate everywhere, and no surrogate
/// can be inverted without the key.
public struct Masking: Sendable {
    let key: (UInt64, UInt64)
    /// Whether another run may have the same key.
    let isSeeded: Bool

    /// Recognises another seed: 16 bits of a keyed hash, which the store notes. One wrong seed in
    /// 65,536 passes for the right one, so the note does not reveal a long seed; it does reveal one
    /// of few. -1 for a key that is not kept.
    var check: Int64 {
        guard isSeeded else { return Masking.forgotten }
        var hash = SipHash(key: key)
        hash.add("check")
        return Int64(hash.value & 0xFFFF)
    }

    static let forgotten: Int64 = -1

    /// A key, which makes the surrogates.
    ///
    /// - Parameter seed: for the same surrogates in another run. With the seed, numbers can be
    ///   found by trying, so keep it away from the corpus and draw it at random from 10^12 or more.
    ///   `nil`: a random key that is not kept.
    public init(seed: UInt64? = nil) {
        isSeeded = seed != nil
        if let seed {
            key = (seed, 0x6D61_736B)
        } else {
            var random = SystemRandomNumberGenerator()
            key = (random.next(), random.next())
        }
    }
}
