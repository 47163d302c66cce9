// Server: the answer to one query, and its JSON.
//
//     {"_version":1,"action":"junk","subAction":null,"probability":0.998127,"model":"a@1f0c22ab"}

import SpamFilter

/// What the server says of a message.
public struct QueryAnswer: Sendable, Equatable {
    /// `none` where the model is unsure, and for a query without text.
    public let answer: Answer
    /// The model's probability of the action, 0...1, to six decimals. Where the action is `none`,
    /// that of the most probable one; `nil` without text.
    public let probability: Double?
    /// Which model answered (`ServedModel.name`).
    public let model: String

    /// - Complexity: O(1).
    public var json: String { "{\"_version\":1,\(fields)}" }

    var fields: String {
        let folder = answer.subAction == .none ? "null" : "\"\(answer.subAction.name)\""
        return
            "\"action\":\"\(answer.action.name)\",\"subAction\":\(folder),\"probability\":\(sixDecimals),\"model\":\"\(model)\""
    }

    private var sixDecimals: String {
        guard let probability else { return "null" }
        let millionths = Int((probability * 1e6).rounded())
        let digits = "\(millionths % 1_000_000)"
        return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
