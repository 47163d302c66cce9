// Rules: the order in which a message is decided, and the place of what decides.

/// The tiers of a decision. The first one that a message meets decides it.
public enum RuleTier: UInt8, Sendable, CaseIterable {
    /// What the user lets through.
    case allow = 0
    /// What the user denies.
    case deny = 1
    /// Lists that let through.
    case allowLists = 2
    /// Lists that deny.
    case denyLists = 3
    /// Rules with any label, in the order of their document.
    case groups = 4
    /// What no rule and no list decides.
    case model = 5

    /// The name in reports.
    public var name: String {
        switch self {
        case .allow: "allow"
        case .deny: "deny"
        case .allowLists: "allow lists"
        case .denyLists: "deny lists"
        case .groups: "rules"
        case .model: "model"
        }
    }
}

/// Where rules come from. Within a tier the settings go first.
public enum RuleSource: UInt8, Sendable, CaseIterable {
    /// What the user set in the app.
    case settings = 0
    /// A compiled file of rules.
    case file = 1
}

/// Which rule or list it is: its source, its tier and its number there.
public struct RulePlace: Sendable, Hashable {
    /// Where the rule or list comes from.
    public let source: RuleSource
    /// The tier that it decides in.
    public let tier: RuleTier
    /// The number in its tier and source, from 0. Lists are numbered in their own order, whatever
    /// their label.
    public let number: Int
}

extension RulePlace {
    /// The lower, the sooner it decides. The number is below 2^16.
    var order: UInt32 { UInt32(tier.rawValue) << 17 | UInt32(source.rawValue) << 16 | UInt32(number) }

    init(order: UInt32) {
        tier = RuleTier(rawValue: UInt8(order >> 17)) ?? .model
        source = order >> 16 & 1 == 0 ? .settings : .file
        number = Int(order & 0xFFFF)
    }
}
