// Training: what features look like, for whoever trains. A model holds hashes only; this stays with the trainer: it has words, numbers and
// links of messages in clear, for a class of numbers the first one met.

import SpamFilter

/// The text of each feature where it was met first.
struct FeatureNames: FeatureSink {
    private var names: [UInt64: String] = [:]
    /// The message that is read, in UTF-8.
    var body: [UInt8] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features where names[feature.hash] == nil {
            switch feature.start {
            case outsideBody: names[feature.hash] = "(sender or country)"
            case wholeMessage: names[feature.hash] = "(length)"
            default:
                // Features that begin and end in one sign have no text of their own.
                let text = body[Int(feature.start)..<max(Int(feature.start), Int(feature.end))]
                names[feature.hash] = text.isEmpty ? "(part of a sign)" : String(decoding: text, as: UTF8.self)
            }
        }
    }

    subscript(feature: UInt64) -> String { names[feature] ?? "" }
}

/// A feature of a model as people can read it.
public struct ReadableFeature: Sendable, Hashable {
    public let hash: UInt64
    /// As it stood in the first message that had it.
    public let text: String
    /// Messages of the corpus that have it.
    public let messages: Int
    /// What one occurrence adds to the score of each weight vector, before the norm of the message; natural log-odds.
    public let weights: [Float]
}
