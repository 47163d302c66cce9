// Review: labels that are likely wrong. Labelled messages of a store in, doubts out: those of each
// message, and those of each text.

import CorpusStore
import SpamFilter
import SpamTraining
import Statistics

/// Collects labels to be judged by models that have not seen the message or its group.
package struct LabelReview: ~Copyable {
    private var run: TrainingRun
    private var ids: [Int64] = []
    private var texts: [UInt64] = []

    package init(_ settings: TrainingSettings) { run = TrainingRun(settings) }

    /// A message without a label is left out.
    package mutating func add(_ stored: StoredMessage) {
        guard let message = stored.labeled else { return }
        run.add(message)
        ids.append(stored.number)
        texts.append(stableHash(stored.message.body.utf8))
    }

    /// - Complexity: that of `TrainingRun.outOfFoldProbabilities()`.
    package consuming func judged() throws(TrainingError) -> JudgedLabels {
        let ids = ids, texts = texts
        let probabilities = try run.outOfFoldProbabilities()
        return JudgedLabels(
            labels: ids.count, judged: probabilities.rows.count,
            doubts: probabilities.suspects().map { DoubtedLabel($0, ids, texts) })
    }
}

/// What models say of labels.
package struct JudgedLabels: Sendable {
    package let labels: Int
    /// Without their groups, an action of the others would have no messages left to learn from.
    package let judged: Int
    /// The surest first.
    package let doubts: [DoubtedLabel]

    /// The doubts of texts: exact repeats of a message with one label are one, by the surest.
    package var ofTexts: [(first: DoubtedLabel, messages: [Int64])] {
        let repeats = Dictionary(grouping: doubts, by: \.text)
        var met: Set<DoubtedLabel.Text> = []
        return doubts.filter { met.insert($0.text).inserted }.map { ($0, repeats[$0.text]!.map(\.message)) }
    }
}

package struct DoubtedLabel: Sendable {
    /// Equal for exact repeats in one doubt.
    struct Text: Hashable {
        let hash: UInt64
        let given: Label
        let suggested: Label
    }

    package let message: Int64
    package let given: Label
    package let suggested: Label
    /// Of the suggested action, 0...1.
    package let probability: Double
    let text: Text

    init(_ suspect: LabelSuspect, _ ids: [Int64], _ texts: [UInt64]) {
        message = ids[suspect.row]
        (given, suggested, probability) = (suspect.given, suspect.suggested, suspect.probability)
        text = Text(hash: texts[suspect.row], given: given, suggested: suggested)
    }
}
