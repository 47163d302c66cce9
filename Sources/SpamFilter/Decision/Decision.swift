// Decision: what is decided of a message, and who decided.

/// The decision about a message. Rules and lists go before the model.
public struct Decision: Sendable {
    /// The rule or list that decides; `nil` where the model does, or nothing.
    public let rule: DecidingRule?
    /// What the model says: `nil` where there is none, where the body is empty, or where the sender
    /// alone decided and nothing was read.
    public let verdict: Verdict?

    /// The action of the rule, else of the verdict; `none` where neither says one.
    public var action: Action { rule?.label.action ?? verdict?.action ?? .none }

    /// The sub-action of the rule, else of the verdict; `none` where neither says one.
    public var subAction: SubAction {
        if let rule { return rule.label.subAction }
        return verdict?.subAction ?? .none
    }

    /// The tier that decides; `nil` where no rule decides and no model was asked, as with an empty
    /// body.
    public var tier: RuleTier? { rule?.place.tier ?? (verdict == nil ? nil : .model) }
}
