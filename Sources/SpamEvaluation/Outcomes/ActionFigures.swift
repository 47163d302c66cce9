// Evaluation: one row of the report's table of actions. Three counts in, the usual figures out.

import SpamFilter
import Statistics

/// How well one action was given. Unsure counts as missed.
///
/// As JSON `{"label": "junk", "precision": {…}, "recall": {…}, "f1": 0.95, "f1Lower": 0.94,
/// "f1Upper": 0.96, "support": 1292}`, the three null if undefined.
public struct ActionFigures: Hashable, Sendable {
    /// The action that the figures are of.
    public let action: Action
    /// Right ones among the messages given this action. Undefined when none was given.
    public let precision: Rate
    /// Right ones among the messages that deserve this action. Undefined when none does.
    public let recall: Rate

    init(_ action: Action, precision: Rate, recall: Rate) {
        self.action = action
        self.precision = precision
        self.recall = recall
    }

    /// 2 * right / (given + deserved): the harmonic mean of precision and recall. 0 where one of
    /// both is undefined, `nil` where both are.
    public var f1: Double? {
        let sum = precision.of + recall.of
        return sum > 0 ? 2 * Double(precision.count) / Double(sum) : nil
    }

    /// The 95 % interval of F1, from Wilson's of the rate J = right / (given or deserved): F1 = 2 J
    /// / (1 + J) rises with J. Holds for a given number of messages on either side.
    public var f1Interval95: BinomialInterval? {
        let right = precision.count
        let jaccard = BinomialInterval.wilson(successes: right, trials: precision.of + recall.of - right)
        return jaccard.map { BinomialInterval(lower: 2 * $0.lower / (1 + $0.lower), upper: 2 * $0.upper / (1 + $0.upper)) }
    }

    /// The number of messages that deserve this action.
    public var support: Int { recall.of }
}

extension ActionFigures: Encodable {
    private enum CodingKeys: String, CodingKey {
        case label, precision, recall, f1, f1Lower, f1Upper, support
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(action.name, forKey: .label)
        try fields.encode(precision, forKey: .precision)
        try fields.encode(recall, forKey: .recall)
        try fields.encode(f1, forKey: .f1)
        try fields.encode(f1Interval95?.lower, forKey: .f1Lower)
        try fields.encode(f1Interval95?.upper, forKey: .f1Upper)
        try fields.encode(support, forKey: .support)
    }
}
