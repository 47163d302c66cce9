// Training: the text of features. A model holds only hashes. This stays with whoever trains,
// because it has words, numbers and links of messages in clear.

import SpamFilter

/// The text of each feature at its first occurrence, and what kind of feature it is. Of a feature
/// of links the ending that all its links share: it may be of the host's domain alone.
struct FeatureNames: FeatureSink {
    private var names: [UInt64: (kind: FeatureKind, text: String)] = [:]
    /// The message that is being read, in UTF-8.
    var body: [UInt8] = []

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features {
            if let known = names[feature.hash] {
                if case .link = known.kind, known.text != text(of: feature) {
                    names[feature.hash]!.text = FeatureNames.sharedEnding(known.text, text(of: feature))
                }
                continue
            }
            let kind = body.withUnsafeBufferPointer { FeatureKind(feature, in: $0) }
            // That of a trick is all between its first word and its last.
            let text = if case .hidden = kind { "(hidden words)" } else { text(of: feature) }
            names[feature.hash] = (kind, text)
        }
    }

    /// From a dot or a slash on; some words where nothing is shared.
    static func sharedEnding(_ a: String, _ b: String) -> String {
        let pairs = zip(a.lowercased().unicodeScalars.reversed(), b.lowercased().unicodeScalars.reversed())
        let shared = pairs.prefix { $0 == $1 }.map(\.0).reversed()
        let ending = shared.drop { $0 != "." && $0 != "/" }
        return ending.count > 1 ? String(String.UnicodeScalarView(ending)) : "(of several links)"
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
    /// What the model knows the feature by.
    public let hash: UInt64
    /// What kind of feature it is.
    public let kind: FeatureKind
    /// The feature as it is written in the first message that has it; of links the ending that all
    /// share. A part of a message: no model holds it.
    public let text: String
    /// How many messages of the corpus have it.
    public let messages: Int
    /// What one occurrence adds to the score of each weight vector, before the message's norm;
    /// natural log-odds.
    public let weights: [Float]
}
