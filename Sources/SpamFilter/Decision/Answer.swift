// Decision: the answer to the system about a message.

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
