// Extension: what the system is told of a message.

import SpamFilter

/// An action with a sub-action that is one of its own.
public struct FilterAnswer: Sendable, Hashable {
    public let action: Action
    public let subAction: SubAction

    /// A pair that does not belong together loses the sub-action, not the action.
    public init(_ action: Action, _ subAction: SubAction = .none) {
        self.action = action
        self.subAction = subAction.parent == action ? subAction : .none
    }

    public init(_ label: Label) { self.init(label.action, label.subAction) }

    public init(_ verdict: Verdict) { self.init(verdict.action, verdict.subAction) }

    /// Not enough information: the message is shown.
    public static let none = FilterAnswer(.none)
}
