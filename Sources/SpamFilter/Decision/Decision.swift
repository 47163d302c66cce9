// Decision: what is decided of a message, who decided, and the answer to the system.

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

/// An action with a sub-action that is one of its own.
public struct Answer: Sendable, Hashable {
    /// What the system is told to do.
    public let action: Action
    /// The finer folder; `none` where there is none.
    public let subAction: SubAction

    /// An answer; a sub-action of another action becomes `none`.
    public init(_ action: Action, _ subAction: SubAction = .none) {
        self.action = action
        self.subAction = subAction.parent == action ? subAction : .none
    }

    /// The answer that a label stands for.
    public init(_ label: Label) { self.init(label.action, label.subAction) }

    /// The answer of a model: its action after cutoffs.
    public init(_ verdict: Verdict) { self.init(verdict.action, verdict.subAction) }

    /// Not enough information: the message is shown.
    public static let none = Answer(.none)
}
