// Decision: what is decided of a message, and who decided.

/// The decision about a message. Rules and lists go before the model.
public struct Decision: Sendable {
    /// The rule or list that decides; `nil` where the model does, or nothing.
    public let rule: DecidingRule?
    /// What the model says: `nil` where there is none, where the body is empty, or where the sender
    /// alone decided and nothing was read.
    public let verdict: Verdict?

    /// The answer of the rule, else of the verdict; `none` where there is neither.
    public var answer: Answer {
        if let rule { return Answer(rule.label) }
        return verdict.map { Answer($0) } ?? .none
    }
}
