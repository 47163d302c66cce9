// Experiments: labels that are likely wrong. Labelled messages in, doubts out: those of each
// message, and those of each text.

import Corpus
import SpamFilter
import SpamTraining
import Statistics

/// Collects labels to be judged by models that have not seen the message or its group.
public struct LabelReview: ~Copyable {
    private var run: TrainingRun
    private var numbers: [Int64] = []
    private var labels: [Label] = []
    private var texts: [UInt64] = []

    /// Nothing is collected yet.
    ///
    /// - Parameter settings: of the models that judge.
    public init(_ settings: TrainingSettings) { run = TrainingRun(settings) }

    /// Adds the next message.
    ///
    /// - Parameter message: with the label to be judged.
    /// - Parameter number: what the doubts call it.
    public mutating func add(_ message: LabeledMessage, number: Int64) {
        run.add(message)
        numbers.append(number)
        labels.append(message.label)
        texts.append(stableHash(message.message.body.utf8))
    }

    /// Trains the models, and has them judge.
    ///
    /// - Complexity: that of `TrainingRun.outOfFoldProbabilities()`.
    public consuming func judged() throws(TrainingError) -> JudgedLabels {
        let numbers = numbers, labels = labels, texts = texts
        let probabilities = try run.outOfFoldProbabilities()
        return JudgedLabels(
            labels: numbers.count, judged: probabilities.rows.count,
            doubts: probabilities.suspects().map { DoubtedLabel($0, numbers, labels, texts) })
    }
}

/// What models say of labels.
public struct JudgedLabels: Sendable {
    /// How many were collected.
    public let labels: Int
    /// How many were judged. Without their groups, an action of the others would have no messages
    /// left to learn from.
    public let judged: Int
    /// The most probable first.
    public let doubts: [DoubtedLabel]

    /// `12 of 134 labels are doubtful`, for the tool and the studio.
    public static func sentence(doubtful: Int, of judged: Int) -> String {
        "\(grouped(doubtful)) of \(counted(judged, "label")) \(doubtful == 1 ? "is" : "are") doubtful"
    }

    /// The doubts of texts: exact repeats of a message with one label are one, by the first.
    public var ofTexts: [(first: DoubtedLabel, messages: [Int64])] {
        let repeats = Dictionary(grouping: doubts, by: \.text)
        var met: Set<DoubtedLabel.Text> = []
        return doubts.filter { met.insert($0.text).inserted }.map { ($0, repeats[$0.text]!.map(\.message)) }
    }
}

/// A label that is likely wrong.
public struct DoubtedLabel: Sendable {
    /// Equal for exact repeats in one doubt.
    struct Text: Hashable {
        let hash: UInt64
        let given: Label
        let suggested: Label
    }

    /// The number under which the message was added.
    public let message: Int64
    /// The label that it has.
    public let given: Label
    /// The action that the models give it, as a label without a sub-action.
    public let suggested: Label
    /// The probability of the suggested action, 0...1.
    public let probability: Double
    let text: Text

    init(_ suspect: LabelSuspect, _ numbers: [Int64], _ labels: [Label], _ texts: [UInt64]) {
        (message, given) = (numbers[suspect.row], labels[suspect.row])
        (suggested, probability) = (suspect.suggested, suspect.probability)
        text = Text(hash: texts[suspect.row], given: given, suggested: suggested)
    }
}
