// Training: what a message counts, by its label, its source and what its corpus says.
//
// Weights are for learning alone: calibration, cutoffs and the promise on false junk count each
// message as one, so weights of classes change little. Benchmarks/decisions/classes.md.

import LabeledMessages
import SpamFilter
import Statistics

/// Weights of classes and sources, as a person sets them.
///
/// A message counts the weight of its label, or else of its label's action, times that of its
/// source, times its own (`LabeledMessage.weight`): 2 is the message twice, 0 is the message not
/// there. Labels and sources without a weight have 1. Rare features are told by the number of
/// messages, unweighted.
public struct RowWeights: Sendable, Hashable {
    /// Weights by label or action, not below 0.
    public var labels: [Label: Double] = [:]
    /// Weights by the name of a source, not below 0.
    public var sources: [String: Double] = [:]

    /// Weights as a person sets them; 1 for all others.
    public init(labels: [Label: Double] = [:], sources: [String: Double] = [:]) {
        self.labels = labels
        self.sources = sources
    }

    /// What a message counts, 0 or more.
    public func weight(of message: LabeledMessage) -> Float {
        if labels.isEmpty, sources.isEmpty { return Float(message.weight) }
        let ofLabel = labels[message.label] ?? labels[Label(message.label.action)!] ?? 1
        return Float(ofLabel * (sources[message.source] ?? 1) * message.weight)
    }
}

extension RowWeights {
    /// Reads `junk=2,transaction/finance=3`: labels in their strict spelling, each once, with
    /// weights in `CorpusRow.weights`.
    public static func labels(parsing spelling: String) throws(SpellingError) -> [Label: Double] {
        var found: [Label: Double] = [:]
        for part in spelling.split(separator: ",", omittingEmptySubsequences: false) {
            guard let (name, weight) = sides(part), let label = Label(name), found.updateValue(weight, forKey: label) == nil
            else {
                throw problem("labels", part, "junk=2,transaction/finance=3")
            }
        }
        return found
    }

    /// Reads `NAME=0.3`; the name may hold a `=` itself.
    public static func source(parsing spelling: String) throws(SpellingError) -> (name: String, weight: Double) {
        guard let (name, weight) = sides(spelling[...]), !name.isEmpty else {
            throw problem("a source", spelling[...], "chat.tsv=0.3")
        }
        return (name, weight)
    }

    /// The name before the last `=` and the weight behind it.
    private static func sides(_ part: Substring) -> (name: String, weight: Double)? {
        guard let equals = part.lastIndex(of: "="), let weight = Double(part[part.index(after: equals)...]),
            CorpusRow.weights.contains(weight)
        else { return nil }
        return (String(part[..<equals]), weight)
    }

    private static func problem(_ names: String, _ part: Substring, _ example: String) -> SpellingError {
        let range = CorpusRow.weights
        return SpellingError(
            description:
                "expected \(names), each once, with a weight of \(Int(range.lowerBound)) to \(Int(range.upperBound)), found \(part); write \(example) or the like"
        )
    }
}
