// Studio: two models on the same labelled messages. Models in, figures of both and the messages on
// which they differ out.

import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// A figure of both models.
struct FigureRow: Sendable, Equatable, Codable {
    struct Value: Sendable, Equatable, Codable {
        /// In 0...1; `nil` where it is not defined.
        let value: Double?
        /// The messages that a rate counts, of so many.
        let count: Int?
        let of: Int?
    }

    let name: String
    let isLowerBetter: Bool
    let first: Value
    let second: Value
    /// The 95 % interval of second - first, by draws of groups; `nil` where there are too few.
    let lower: Double?
    let upper: Double?
}

/// A message to which two models give different actions.
struct ChangedMessage: Sendable, Equatable, Codable {
    let message: Int64
    let text: TextLine
    let label: String
    /// What each model would do; `unsure` where it does nothing.
    let first: String
    let second: String
    /// `won` where the second alone is right, `lost` where the first alone is, else `tied`.
    let change: String
}

/// Two models side by side.
public struct ModelDifference: Sendable, Equatable, Codable {
    let first: String
    let second: String
    let messages: Int
    let groups: Int
    /// Whether only messages were measured that no training of the studio has seen.
    let isOfHeldOut: Bool
    /// Which one is better, in a sentence or two.
    let sentence: String
    let figures: [FigureRow]
    /// Those that are lost first.
    let changed: [ChangedMessage]
    let changedCount: Int
    /// Signs that the figures of a model are too good.
    let warnings: [String]
}

/// Compares models on the labels of a store.
public struct ModelComparison: Sendable {
    let store: CorpusStore
    let models: ModelShelf
    let job: Job<ModelDifference>

    /// Compares two models; see `difference`.
    ///
    /// - Throws: `StudioError.noModel` or `busy`.
    public func start(_ first: Int, _ second: Int) throws(StudioError) {
        let first = try models.model(first), second = try models.model(second)
        try job.start { try difference(first, second, $0) }
    }

    /// What the last comparison has found.
    public func difference() throws(StudioError) -> ModelDifference { try job.last() }

    /// Rounds of the bootstrap: a person waits for them.
    private static let rounds = 300

    /// On messages that no training of the studio has seen, where one of the two comes from it,
    /// else on all labelled messages.
    func difference(_ first: StudioModel, _ second: StudioModel, _ job: JobHandle) throws -> ModelDifference {
        let isOfHeldOut = first.isTrainedHere || second.isTrainedHere
        var compared = ComparedModels(first.asking.view, second.asking.view, by: [])
        let seen = [first, second].map { WarnedModel($0) }
        var changed: [(message: StoredMessage, label: Label, first: Action, second: Action, change: VerdictChange)] = []
        var changedCount = 0
        try store.forEachMeasured(heldOut: isOfHeldOut, job) { stored, message in
            let verdicts = compared.add(message)
            for i in seen.indices { seen[i].add(stored.message) }
            let actions = (verdicts.first.action, verdicts.second.action)
            guard actions.0 != actions.1 else { return }
            changedCount += 1
            let change = VerdictChange(truth: message.label, first: actions.0, second: actions.1)
            guard change != .tied || changed.count < Studio.mostRows else { return }
            changed.append((stored, message.label, actions.0, actions.1, change))
        }
        guard compared.count > 0 else { throw StudioError.noLabels }
        var random = SplitMix(seed: 1)
        let comparison = try compared.comparison(
            rounds: ModelComparison.rounds, asked: false, maxFalseJunk: first.limit, using: &random)
        let shown = changed.sorted { ($0.change.order, $0.message.number) < ($1.change.order, $1.message.number) }
        return ModelDifference(
            first: first.name, second: second.name, messages: comparison.n, groups: comparison.groups, isOfHeldOut: isOfHeldOut,
            sentence: comparison.sentence(first.name, second.name),
            figures: FigureRow.all(
                EvaluationReport(compared.firstEvaluation), EvaluationReport(compared.secondEvaluation), comparison.figures),
            changed: shown.prefix(Studio.mostRows).map {
                ChangedMessage(
                    message: $0.message.number, text: TextLine($0.message), label: $0.label.description,
                    first: ShownVerdict.word($0.first), second: ShownVerdict.word($0.second), change: $0.change.rawValue)
            },
            changedCount: changedCount, warnings: seen.compactMap(\.warning))
    }
}

extension StudioModel {
    /// The limit on false junk that its cutoffs were made for. A model made by costs has none.
    fileprivate var limit: Double {
        ModelCard(asking.view)?.maxFalseJunk ?? Comparison.usualMaxFalseJunk
    }
}

/// A model that may know messages it is measured on.
private final class WarnedModel {
    private let model: StudioModel
    private var seen: SeenMessages

    init(_ model: StudioModel) {
        self.model = model
        seen = SeenMessages(model.asking.view)
    }

    func add(_ message: Message) { if !model.isTrainedHere { seen.add(message) } }

    var warning: String? {
        TrainingTrace(own: seen.own, background: seen.background).map {
            "\(model.name) was trained on \(grouped($0.trainedOn.count)) of the \(grouped($0.trainedOn.of)) messages that can be checked: its figures say nothing of new messages."
        }
    }
}

extension FigureRow {
    /// The figures that a person asks for first.
    private static let shown: [(name: String, figure: Figure, isLowerBetter: Bool)] = [
        ("Wanted messages put in Junk", .falseJunk, true), ("Junk caught", .recall(.junk), false), ("Left unsure", .unsure, true),
        ("Right action", .accuracy, false), ("Mean F1 of actions", .macroF1, false),
    ]

    static func all(
        _ first: EvaluationReport, _ second: EvaluationReport, _ differences: [FigureDifference]
    ) -> [FigureRow] {
        shown.map { name, figure, isLowerBetter in
            let drawn = differences.first { $0.figure == figure.name }?.difference
            return FigureRow(
                name: name, isLowerBetter: isLowerBetter, first: Value(first, figure), second: Value(second, figure),
                lower: drawn?.lower, upper: drawn?.upper)
        }
    }
}

extension FigureRow.Value {
    init(_ report: EvaluationReport, _ figure: Figure) {
        let rate = report.rate(figure)
        self.init(value: report[figure], count: rate.of > 0 ? rate.count : nil, of: rate.of > 0 ? rate.of : nil)
    }
}
