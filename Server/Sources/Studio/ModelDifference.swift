// Studio: two models on the same labelled messages. Models in, figures of both and the messages on
// which they differ out.

import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilter
import Statistics

/// A figure of both models.
public struct FigureRow: Sendable, Equatable, Codable {
    public struct Value: Sendable, Equatable, Codable {
        /// In 0...1; `nil` where it is not defined.
        public let value: Double?
        /// Of a rate: so many messages, of all it counts.
        public let count: Int?
        public let of: Int?
    }

    public let name: String
    public let isLowerBetter: Bool
    public let first: Value
    public let second: Value
    /// The 95 % interval of second - first, by draws of groups; `nil` where there are too few.
    public let lower: Double?
    public let upper: Double?
}

/// A message to which two models give different actions.
public struct ChangedMessage: Sendable, Equatable, Codable {
    public let message: Int64
    public let text: TextLine
    public let label: String
    /// What each model would do; `unsure` where it does nothing.
    public let first: String
    public let second: String
    /// `won` where the second alone is right, `lost` where the first alone is, else `tied`.
    public let change: String
}

/// Two models side by side.
public struct ModelDifference: Sendable, Equatable, Codable {
    public let first: String
    public let second: String
    public let messages: Int
    public let groups: Int
    /// Whether only messages were measured that no training of the studio has seen.
    public let isOfHeldOut: Bool
    /// Which one is better, in a sentence or two.
    public let sentence: String
    public let figures: [FigureRow]
    /// Those that are lost first.
    public let changed: [ChangedMessage]
    public let changedCount: Int
    /// Signs that the figures of a model are too good.
    public let warnings: [String]
}

extension Studio {
    /// Compares two models; see `comparison`.
    ///
    /// - Throws: `StudioError.noModel` or `busy`.
    public func startComparison(of first: Int, with second: Int) throws(StudioError) {
        let first = try shelf.model(first), second = try shelf.model(second)
        try jobs.start(.comparison) { [self] job in
            let difference = try difference(first, second, job)
            results.withLock { $0.comparison = difference }
        }
    }

    /// What the last comparison has found.
    public func comparison() throws(StudioError) -> ModelDifference {
        guard let difference = results.withLock({ $0.comparison }) else { throw .nothingFound(.comparison) }
        return difference
    }

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
        try forEachMeasured(heldOut: isOfHeldOut, job) { stored, message in
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
        let comparison = try compared.comparison(rounds: Studio.rounds, asked: false, using: &random)
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

    /// Hands over labelled messages to measure on.
    ///
    /// - Parameter heldOut: only those that no training of the studio sees.
    func forEachMeasured(
        heldOut: Bool, _ job: JobHandle, _ body: (StoredMessage, LabeledMessage) throws -> Void
    ) throws {
        let all = try store.labelingProgress().messages
        var read = 0
        try store.forEachMessage { stored in
            read += 1
            if read % 256 == 0 {
                try job.check()
                job.advance(read, of: all)
            }
            guard var message = stored.labeled, !heldOut || HeldOut.holds(stored) else { return }
            message.id = "\(stored.number)"
            try body(stored, message)
        }
        try job.check()
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
        TrainingTrace(files: [], trainedOn: Rate(seen.known, of: seen.told)).map {
            "\(model.name) was trained on \(grouped($0.trainedOn.count)) of the \(grouped($0.trainedOn.of)) messages that can be checked: its figures are too good."
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
