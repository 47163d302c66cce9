// Training: the text of features. A model holds only hashes. This stays with whoever trains,
// because it has words, numbers and links of messages in clear.

import SpamFilter

/// The text of each feature at its first occurrence, and what kind of feature it is.
struct FeatureNames: FeatureSink {
    private var names: [UInt64: (kind: FeatureKind, text: String)] = [:]
    /// The message that is being read, in UTF-8.
    var body: [UInt8] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features where names[feature.hash] == nil {
            let kind = body.withUnsafeBufferPointer { FeatureKind(feature, in: $0) }
            // That of a trick is all between its first word and its last.
            let text = if case .hidden = kind { "(hidden words)" } else { text(of: feature) }
            names[feature.hash] = (kind, text)
        }
    }

    private func text(of feature: Feature) -> String {
        switch feature.start {
        case outsideBody: return "(sender or country)"
        case wholeMessage: return "(length)"
        default:
            // A feature that begins and ends inside one character has no text of its own.
            let text = body[Int(feature.start)..<max(Int(feature.start), Int(feature.end))]
            return text.isEmpty ? "(part of a sign)" : String(decoding: text, as: UTF8.self)
        }
    }

    subscript(feature: UInt64) -> (kind: FeatureKind, text: String) { names[feature] ?? (.word, "") }
}

/// A feature of a model in readable form.
public struct ReadableFeature: Sendable, Hashable {
    public let hash: UInt64
    public let kind: FeatureKind
    /// As written in the first message that has it.
    public let text: String
    /// How many messages of the corpus have it.
    public let messages: Int
    /// What one occurrence adds to the score of each weight vector, before the message's norm;
    /// natural log-odds.
    public let weights: [Float]
}
