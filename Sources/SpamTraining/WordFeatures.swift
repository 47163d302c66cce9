// Training: which features are words and which n-grams inside them, which hashes do not tell. A second reader, that makes no n-grams, does.

import SpamFilter

/// Reads the features of messages that are no n-grams.
struct WordFeatures: ~Copyable {
    private var reader: MessageReader
    private var found = Found()

    /// - Parameter settings: of the reader that makes them all.
    init(_ settings: TokenizerSettings) {
        var words = settings
        (words.shortestGram, words.longestGram) = (0, 0)
        reader = MessageReader(words)
    }

    /// The features of a message that are no n-grams, repeats included.
    mutating func of(_ message: Message) -> [UInt64] {
        found.hashes.removeAll(keepingCapacity: true)
        reader.read(message, into: &found)
        return found.hashes
    }

    private struct Found: FeatureSink {
        var hashes: [UInt64] = []

        mutating func add(_ features: UnsafeBufferPointer<Feature>) {
            for feature in features { hashes.append(feature.hash) }
        }
    }
}
