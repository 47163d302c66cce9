// Store: the keys of labelling, for a terminal or a page.

import SpamFilter

/// The meaning of a key.
public enum LabelingAction: Sendable, Equatable {
    case label(Label)
    case skip
    case undo
    case quit
}

/// Keys to actions: one key for an action of the system, a second one for its sub-action.
public struct LabelingKeys: Sendable {
    /// The action whose sub-action the next key chooses.
    public private(set) var pending: Action?

    public init() {}

    private static let actions: [Character: Label] = ["a": .allow, "j": .junk]
    private static let groups: [(key: Character, action: Action, subActions: [(Character, SubAction)])] = [
        ("p", .promotion, [("f", .promotionalOffers), ("c", .promotionalCoupons), ("o", .promotionalOthers)]),
        (
            "t", .transaction,
            [
                ("f", .transactionalFinance), ("o", .transactionalOrders), ("r", .transactionalReminders),
                ("h", .transactionalHealth),
                ("w", .transactionalWeather), ("c", .transactionalCarrier), ("b", .transactionalRewards),
                ("g", .transactionalPublicServices), ("x", .transactionalOthers),
            ]
        ),
    ]

    /// The keys that may be pressed now, as one line.
    public var help: String {
        guard let pending, let group = Self.groups.first(where: { $0.action == pending }) else {
            return "a allow  j junk  p promotion…  t transaction…  s skip  u undo  q quit"
        }
        let names = group.subActions.map { key, sub in "\(key) \(Label(pending, sub)?.description ?? "")" }
        return names.joined(separator: "  ") + "  space: no sub-action  u back"
    }

    /// `nil` where more keys are needed or the key means nothing.
    public mutating func press(_ key: Character) -> LabelingAction? {
        if let action = pending {
            pending = nil
            if key == " " { return Label(action).map { .label($0) } }
            if key == "u" { return nil }
            let group = Self.groups.first { $0.action == action }
            if let sub = group?.subActions.first(where: { $0.0 == key })?.1 { return Label(action, sub).map { .label($0) } }
            pending = action
            return nil
        }
        if let label = Self.actions[key] { return .label(label) }
        if let group = Self.groups.first(where: { $0.key == key }) {
            pending = group.action
            return nil
        }
        switch key {
        case "s": return .skip
        case "u": return .undo
        case "q": return .quit
        default: return nil
        }
    }
}
