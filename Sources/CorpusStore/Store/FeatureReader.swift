// Store: the features of messages, by which they are compared: those that models are made of.

import SpamFilter

/// Reads one message after another.
struct FeatureReader: ~Copyable {
    private var reader = MessageReader(TokenizerSettings())
    private var list = FeatureList()
    /// The features of the last message, each as often as it has it.
    var hashes: [UInt64] { _read { yield list.hashes } }

    mutating func read(_ message: Message) {
        list.hashes.removeAll(keepingCapacity: true)
        reader.read(message, into: &list)
    }
}

struct FeatureList: FeatureSink {
    var hashes: [UInt64] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features { hashes.append(feature.hash) }
    }
}
