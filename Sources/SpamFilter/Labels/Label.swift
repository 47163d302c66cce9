// Labels: the label of a message, which is also a class of a model.

/// An action other than `none`, with one of its sub-actions or none: `junk`, `transaction/finance`.
///
/// Labels order by the raw values of the system: `allow`, `junk`, promotions, transactions. A
/// model's classes are in this order.
public struct Label: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The folder that messages with this label belong in.
    public let action: Action
    /// The finer folder; `none` where there is none.
    public let subAction: SubAction

    /// `nil` when `action` is `none`, or when the sub-action belongs to another action.
    public init?(_ action: Action, _ subAction: SubAction = .none) {
        guard action != .none, subAction == .none || subAction.parent == action else { return nil }
        self.action = action
        self.subAction = subAction
    }

    private init(unchecked action: Action) {
        self.action = action
        subAction = .none
    }

    /// - Precondition: `ordinal` is that of a label, in 0..<16.
    @inline(__always)
    init(ordinal: Int) {
        switch ordinal {
        case 0, 1: (action, subAction) = (ordinal == 0 ? .allow : .junk, .none)
        case 2..<6:
            action = .promotion
            subAction = SubAction(rawValue: SubAction.promotionalOthers.rawValue + ordinal - 3) ?? .none
        default:
            action = .transaction
            subAction = SubAction(rawValue: SubAction.transactionalOthers.rawValue + ordinal - 7) ?? .none
        }
    }

    /// A wanted message of a person, or of no other kind.
    public static let allow = Label(unchecked: .allow)
    /// An unwanted message.
    public static let junk = Label(unchecked: .junk)

    /// Reads the strict spelling `action[/sub-action]` that `description` writes, in the same case;
    /// `nil` for any other text and for `none`.
    ///
    /// The words of public corpora (ham, spam, 0, 1…) are read elsewhere, by a label map.
    public init?(_ spelling: some StringProtocol) {
        let found = Label.all.first { $0.description == spelling }
        guard let found else { return nil }
        self = found
    }

    /// Every label there is, in order: 4 actions, then the 12 pairs with a sub-action, each after
    /// its parent.
    public static let all: [Label] = Action.allCases.flatMap { action in
        SubAction.allCases.compactMap { Label(action, $0) }
    }

    public var description: String {
        subAction == .none ? action.name : "\(action.name)/\(subAction.name)"
    }

    public static func < (a: Label, b: Label) -> Bool {
        (a.action.rawValue, a.subAction.rawValue) < (b.action.rawValue, b.subAction.rawValue)
    }
}
