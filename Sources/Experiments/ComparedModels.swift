// Experiments: two models asked about the same labelled messages. Messages in, a comparison and the
// verdicts that differ out.

import Corpus
import SpamEvaluation
import SpamFilter
import Statistics

/// What a message is for a comparison when the second model gives it another action.
public enum VerdictChange: String, Sendable, Codable {
    /// The first model alone is right, neither is, or the second alone is.
    case lost, tied, won

    /// What a message is, given its label and both actions, which differ.
    public init(truth: Label, first: Action, second: Action) {
        self = first == truth.action ? .lost : second == truth.action ? .won : .tied
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
            firstEvaluation, secondEvaluation, Comparison.compared, maxFalseJunk: maxFalseJunk, rounds: rounds, asked: asked,
            using: &random)
    }
}

/// Asks a model, and sets the scores of another tool against its verdicts. Both only say what is
/// junk: a score knows no other action.
public struct ComparedScores: ~Copyable {
    private var model: Classifier
    private var modelEvaluation = Evaluation()
    private var scoreEvaluation = Evaluation()
    private let test: TestSet

    /// The messages that were added.
    public var count: Int { modelEvaluation.n }

    /// A model, no message yet.
    ///
    /// - Parameter model: the one to beat. It must stay valid as long as this is used.
    /// - Parameter dimensions: of the slices.
    public init(_ model: ModelView, by dimensions: [SliceDimension]) {
        self.model = Classifier(model)
        test = TestSet(dimensions, protected: [], keepsMessages: true)
    }

    /// Asks the model about the next message.
    ///
    /// - Parameter message: with its right label.
    /// - Parameter logOdds: the score of the other tool; from 0 on it means junk.
    /// - Returns: whether each of both calls it junk.
    public mutating func add(_ message: LabeledMessage, scored logOdds: Double) -> (first: Bool, second: Bool) {
        let verdict = model.classify(message.message)
        let isJunk = (first: verdict.action == .junk, second: logOdds >= 0)
        modelEvaluation.add(
            Outcome(isJunk: message.label == .junk, isCalledJunk: isJunk.first, junkLogOdds: verdict.junkLogOdds))
        scoreEvaluation.add(Outcome(isJunk: message.label == .junk, isCalledJunk: isJunk.second, junkLogOdds: logOdds))
        test.add(message, traits: model.traits)
        return isJunk
    }

    /// What was found, as ``ComparedModels/comparison(rounds:asked:maxFalseJunk:using:)`` says it.
    public func comparison(
        rounds: Int, asked: Bool, maxFalseJunk: Double = Comparison.usualMaxFalseJunk, using random: inout SplitMix
    ) throws -> Comparison {
        try test.comparison(
            modelEvaluation, scoreEvaluation, Comparison.comparedOfScores, maxFalseJunk: maxFalseJunk, rounds: rounds,
            asked: asked, using: &random)
    }
}

extension Outcome {
    /// What only knows junk, and what is wanted.
    fileprivate init(isJunk: Bool, isCalledJunk: Bool, junkLogOdds: Double) {
        let called: Label = isCalledJunk ? .junk : .allow
        self.init(truth: isJunk ? .junk : .allow, predicted: called, action: called.action, junkLogOdds: junkLogOdds)
    }
}
