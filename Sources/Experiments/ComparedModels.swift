// Review: two models asked about the same labelled messages. Messages in, a comparison and the
// verdicts that differ out.

import Corpus
import SpamEvaluation
import SpamFilter
import Statistics

/// What a message is for a comparison when the second model gives it another action.
package enum VerdictChange: String, Sendable, Codable {
    case lost, tied, won

    package init(truth: Label, first: Action, second: Action) {
        self = first == truth.action ? .lost : second == truth.action ? .won : .tied
    }

    /// Lost messages come first.
    package var order: Int { self == .lost ? 0 : self == .won ? 1 : 2 }
}

/// Asks both models, message by message.
package struct ComparedModels: ~Copyable {
    private var first: Classifier
    private var second: Classifier
    package private(set) var firstEvaluation = Evaluation()
    package private(set) var secondEvaluation = Evaluation()
    private let test: TestSet

    package var count: Int { firstEvaluation.n }

    /// - Parameters:
    ///   - first, second: must stay valid as long as this is used.
    ///   - dimensions: of the slices.
    package init(_ first: ModelView, _ second: ModelView, by dimensions: [SliceDimension]) {
        self.first = Classifier(first)
        self.second = Classifier(second)
        test = TestSet(dimensions, protected: [], keepsMessages: true)
    }

    /// The verdicts of both.
    package mutating func add(_ message: LabeledMessage) -> (first: Verdict, second: Verdict) {
        let verdicts = (first: first.classify(message.message), second: second.classify(message.message))
        firstEvaluation.add(Outcome(truth: message.label, verdicts.first))
        secondEvaluation.add(Outcome(truth: message.label, verdicts.second))
        test.add(message, traits: first.traits)
        return verdicts
    }

    /// - Parameters: as of `TestSet.comparison`.
    package func comparison(rounds: Int, asked: Bool, using random: inout SplitMix) throws -> Comparison {
        try test.comparison(firstEvaluation, secondEvaluation, rounds: rounds, asked: asked, using: &random)
    }
}
