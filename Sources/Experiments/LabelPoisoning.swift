// Experiments: what wrong labels do. Flips some labels of a corpus, trains, and measures on others.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// Models of a corpus with some wrong labels, such as careless or malicious reports give.
public struct LabelPoisoning: Sendable {
    /// The shares of labels that are usually flipped; 0, the labels as they are, comes first.
    public static let shares = [0, 0.01, 0.05, 0.1]

    private let messages: [LabeledMessage]
    private let settings: TrainingSettings
    private let seed: UInt64

    /// A corpus to flip labels of.
    ///
    /// - Parameter messages: with their right labels.
    /// - Parameter settings: of every model.
    /// - Parameter seed: decides which labels are flipped, and to what.
    public init(_ messages: [LabeledMessage], settings: TrainingSettings, seed: UInt64) {
        self.messages = messages
        self.settings = settings
        self.seed = seed
    }

    /// The labels after a share of them, rounded to whole messages, was flipped: wanted ones to
    /// junk, junk to the label of a random wanted message, or allow where there is none.
    ///
    /// The seed draws the messages, each equally likely. A larger share flips others, too.
    ///
    /// - Parameter share: of the labels.
    /// - Precondition: `share` is in 0...1.
    public func labels(flipping share: Double) -> [Label] {
        precondition((0...1).contains(share), "expected a share in 0...1, found \(share)")
        var random = SplitMix(seed: seed)
        var labels = messages.map(\.label)
        let wanted = labels.filter { $0 != .junk }
        for i in random.choose(flipped(share), of: labels.count) {
            if labels[i] != .junk {
                labels[i] = .junk
            } else {
                labels[i] = wanted.isEmpty ? .allow : wanted[random.below(wanted.count)]
            }
        }
        return labels
    }

    private func flipped(_ share: Double) -> Int { Int((share * Double(messages.count)).rounded()) }

    /// Trains on labels with a share of them flipped, and measures. Where no model can be trained,
    /// the figures say why.
    ///
    /// - Parameter share: of the labels.
    /// - Parameter test: messages with their right labels that are not trained on.
    /// - Precondition: `share` is in 0...1.
    /// - Complexity: one training, and a verdict for each message of the test.
    public func measure(flipping share: Double, on test: [LabeledMessage]) -> PoisoningFigures {
        let training = zip(messages, labels(flipping: share)).map { message, label in
            var message = message
            message.label = label
            return message
        }
        let trained = training.count { settings.weights.weight(of: $0) > 0 }, flipped = flipped(share)
        do throws(TrainingError) {
            let model = try TrainedModel(training: training, settings)
            return PoisoningFigures(
                flippedShare: share, flipped: flipped, trained: trained, measured: model.evaluation(on: test), problem: nil)
        } catch {
            return PoisoningFigures(
                flippedShare: share, flipped: flipped, trained: trained, measured: nil, problem: error.description)
        }
    }
}
