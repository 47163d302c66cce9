// Evaluation: one row of the report's table of actions. Three counts in, the usual figures out.

import SpamFilter

/// How well one action was given. Unsure counts as missed.
///
/// As JSON `{"label": "junk", "precision": {…}, "recall": {…}, "f1": 0.95, "support": 1292}`, `f1` null if undefined.
public struct ActionFigures: Hashable, Sendable {
    public let action: Action
    /// Of the messages given this action, those that deserve it. Undefined when none was given.
    public let precision: Rate
    /// Of the messages that deserve this action, those given it. Undefined when none does.
    public let recall: Rate

    init(_ action: Action, precision: Rate, recall: Rate) {
        self.action = action
        self.precision = precision
        self.recall = recall
    }

    /// 2 * right / (given + deserved): the harmonic mean of precision and recall where both are defined, 0 when one side is
    /// empty, `nil` when both are.
    public var f1: Double? {
        let sum = precision.of + recall.of
        return sum > 0 ? 2 * Double(precision.count) / Double(sum) : nil
    }

    /// The number of messages that deserve this action.
    public var support: Int { recall.of }
}

extension ActionFigures: Codable {
    enum CodingKeys: String, CodingKey {
        case label, precision, recall, f1, support
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(action.name, forKey: .label)
        try fields.encode(precision, forKey: .precision)
        try fields.encode(recall, forKey: .recall)
        try fields.encode(f1, forKey: .f1)
        try fields.encode(support, forKey: .support)
    }

    /// Reads the label and the two rates; the rest follows from them.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let name = try fields.decode(String.self, forKey: .label)
        guard let action = Evaluation.actions.first(where: { $0.name == name }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .label, in: fields, debugDescription: "expected allow, junk, promotion or transaction, found \(name)")
        }
        self.init(
            action,
            precision: try fields.decode(Rate.self, forKey: .precision),
            recall: try fields.decode(Rate.self, forKey: .recall))
    }
}
