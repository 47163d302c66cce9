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
    ///   - random: draws the groups.
    public func comparison(rounds: Int, asked: Bool, using random: inout SplitMix) throws -> Comparison {
        try test.comparison(firstEvaluation, secondEvaluation, rounds: rounds, asked: asked, using: &random)
    }
}
