// Training: the text of features. A model holds only hashes. This stays with whoever trains,
// because it has words, numbers and links of messages in clear.

import SpamFilter

/// The text of each feature at its first occurrence.
struct FeatureNames: FeatureSink {
    private var names: [UInt64: String] = [:]
    /// The message that is being read, in UTF-8.
    var body: [UInt8] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features where names[feature.hash] == nil {
            switch feature.start {
            case outsideBody: names[feature.hash] = "(sender or country)"
            case wholeMessage: names[feature.hash] = "(length)"
            default:
                // A feature that begins and ends inside one character has no text of its own.
                let text = body[Int(feature.start)..<max(Int(feature.start), Int(feature.end))]
                names[feature.hash] = text.isEmpty ? "(part of a sign)" : String(decoding: text, as: UTF8.self)
            }
        }
    }

    subscript(feature: UInt64) -> String { names[feature] ?? "" }
}

/// A feature of a model in readable form.
public struct ReadableFeature: Sendable, Hashable {
    public let hash: UInt64
    /// As written in the first message that has it.
    public let text: String
    /// How many messages of the corpus have it.
    public let messages: Int
    /// What one occurrence adds to the score of each weight vector, before the message's norm;
    /// natural log-odds.
    public let weights: [Float]
}
