// Experiments: two models asked about the same labelled messages. Messages in, a comparison and the
// verdicts that differ out.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import Statistics

/// What a message is for a comparison when the second model gives it another action.
public enum VerdictChange: String, Sendable, Codable {
    /// The first model alone is right, neither is, or the second alone is. A wanted message that
    /// one alone puts in Junk is its loss, wherever the other puts it.
    case lost, tied, won

    /// What a message is, given its label and both actions, which differ.
    public init(truth: Label, first: Action, second: Action) {
        if truth.action != .junk, first == .junk || second == .junk {
            self = second == .junk ? .lost : .won
        } else {
            self = first == truth.action ? .lost : second == truth.action ? .won : .tied
        }
    }

    /// Lost messages come first.
    public var order: Int { self == .lost ? 0 : self == .won ? 1 : 2 }
}

/// Asks both models, message by message.
public struct ComparedModels: ~Copyable {
    private var first: Classifier
    private var second: Classifier
    /// The outcomes of the first model.
    public private(set) var firstEvaluation = Evaluation()
    /// The outcomes of the second model.
    public private(set) var secondEvaluation = Evaluation()
    private let test: TestSet
    /// The labels that one of them knows.
    private let known: Set<Label>

    /// The messages that were added.
    public var count: Int { firstEvaluation.n }

    /// Two models, no message yet.
    ///
    /// - Parameters:
    ///   - first: the model to beat. It must stay valid as long as this is used.
    ///   - second: the model that may be better, as valid.
    ///   - dimensions: of the slices.
    public init(_ first: ModelView, _ second: ModelView, by dimensions: [SliceDimension]) {
        self.first = Classifier(first)
        self.second = Classifier(second)
        known = Set(first.labels + second.labels)
        test = TestSet(dimensions, protected: [], keepsMessages: true)
    }

    /// Asks both about the next message.
    ///
    /// - Returns: the verdicts of both.
    public mutating func add(_ message: LabeledMessage) -> (first: Verdict, second: Verdict) {
        let verdicts = (first: first.classify(message.message), second: second.classify(message.message))
        firstEvaluation.add(Outcome(truth: message.label, verdicts.first))
        secondEvaluation.add(Outcome(truth: message.label, verdicts.second))
        test.add(message, traits: first.traits)
        return verdicts
    }

    /// What was found, with tests and intervals.
    ///
    /// - Parameters:
    ///   - rounds: draws of groups for intervals; 0 for none.
    ///   - asked: whether all dimensions count, as for ``TestSet/slices(of:asked:)``.
    ///   - maxFalseJunk: the limit on false junk, a share in 0...1.
    ///   - random: draws the groups.
    public func comparison(
        rounds: Int, asked: Bool, maxFalseJunk: Double = Comparison.usualMaxFalseJunk, using random: inout SplitMix
    ) throws -> Comparison {
        try test.comparison(
            firstEvaluation, secondEvaluation, Comparison.compared(within: maxFalseJunk), known: known,
            maxFalseJunk: maxFalseJunk, rounds: rounds, asked: asked, using: &random)
    }
}

/// Asks a model, and sets the scores of another tool against its verdicts. Both only say what is
/// junk: a score knows no other action.
public struct ComparedScores: ~Copyable {
    private struct Message {
        let isJunk: Bool
        let verdict: (isJunk: Bool, junkLogOdds: Double)
        let logOdds: Double
    }

    private var model: Classifier
    private var messages: [Message] = []
    private let test: TestSet
    /// The labels that the model knows.
    private let known: Set<Label>

    /// The messages that were added.
    public var count: Int { messages.count }

    /// A model, no message yet.
    ///
    /// - Parameter model: the one to beat. It must stay valid as long as this is used.
    /// - Parameter dimensions: of the slices.
    public init(_ model: ModelView, by dimensions: [SliceDimension]) {
        self.model = Classifier(model)
        known = Set(model.labels)
        test = TestSet(dimensions, protected: [], keepsMessages: true)
    }

    /// Asks the model about the next message.
    ///
    /// - Parameter message: with its right label.
    /// - Parameter logOdds: the score of the other tool.
    public mutating func add(_ message: LabeledMessage, scored logOdds: Double) {
        let verdict = model.classify(message.message)
        messages.append(
            Message(
                isJunk: message.label == .junk, verdict: (verdict.action == .junk, verdict.junkLogOdds), logOdds: logOdds))
        test.add(message, traits: model.traits)
    }

    /// The log-odds above which each catches most junk with at most this share of these wanted
    /// messages; infinite without wanted messages.
    ///
    /// - Complexity: two sorts.
    public func cutoffs(maxFalseJunk: Double) -> (model: Double, scores: Double) {
        func cutoff(_ logOdds: (Message) -> Double) -> Double {
            let wanted = messages.lazy.filter { !$0.isJunk }.map(logOdds).sorted(by: >)
            let allowed = Int(maxFalseJunk * Double(wanted.count) + 1e-9)
            return allowed < wanted.count ? wanted[allowed] : -.infinity
        }
        return (cutoff(\.verdict.junkLogOdds), cutoff(\.logOdds))
    }

    /// Whether the model calls each message junk: by its verdicts, or above a cutoff.
    package func isJunkOfModel(above cutoff: Double?) -> [Bool] {
        messages.map { message in cutoff.map { message.verdict.junkLogOdds > $0 } ?? message.verdict.isJunk }
    }

    /// What was found, as ``ComparedModels/comparison(rounds:asked:maxFalseJunk:using:)`` says it.
    /// The flags tell of each message whether it is junk by the model, and by the scores.
    public func comparison(
        ofModel modelFlags: [Bool], ofScores scoreFlags: [Bool], rounds: Int, asked: Bool,
        maxFalseJunk: Double = Comparison.usualMaxFalseJunk, using random: inout SplitMix
    ) throws -> Comparison {
        var ofModel = Evaluation(), ofScores = Evaluation()
        for (message, (byModel, byScores)) in zip(messages, zip(modelFlags, scoreFlags)) {
            ofModel.add(Outcome(isJunk: message.isJunk, isCalledJunk: byModel, junkLogOdds: message.verdict.junkLogOdds))
            ofScores.add(Outcome(isJunk: message.isJunk, isCalledJunk: byScores, junkLogOdds: message.logOdds))
        }
        return try test.comparison(
            ofModel, ofScores, Comparison.comparedOfScores(within: maxFalseJunk), known: known, maxFalseJunk: maxFalseJunk,
            rounds: rounds, asked: asked, using: &random)
    }
}

extension Outcome {
    /// What only knows junk, and what is wanted.
    fileprivate init(isJunk: Bool, isCalledJunk: Bool, junkLogOdds: Double) {
        let called: Label = isCalledJunk ? .junk : .allow
        self.init(truth: isJunk ? .junk : .allow, predicted: called, action: called.action, junkLogOdds: junkLogOdds)
    }
}
