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

/// A set of labels; bit i is the i-th of `Label.all`.
public struct LabelSet: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The set of these labels.
    public init(_ labels: some Sequence<Label>) {
        rawValue = labels.reduce(0) { $0 | 1 << UInt16($1.ordinal) }
    }

    /// Whether the label is in the set, in O(1).
    public func contains(_ label: Label) -> Bool { rawValue >> UInt16(label.ordinal) & 1 == 1 }

    /// How many labels are in the set: 0 to 16.
    public var count: Int { rawValue.nonzeroBitCount }

    /// The labels, in order.
    public var labels: [Label] { Label.all.filter(contains) }

    /// The labels with a sub-action.
    static let withSubAction = LabelSet(rawValue: 0b1111_1111_1011_1000)
}

extension Label {
    /// The place among `Label.all`: 0 allow, 1 junk, 2 promotion and its three sub-actions, 6
    /// transaction and its nine.
    var ordinal: Int {
        switch action {
        case .none, .allow: 0
        case .junk: 1
        case .promotion: 2 + (subAction == .none ? 0 : subAction.rawValue - SubAction.promotionalOthers.rawValue + 1)
        case .transaction: 6 + (subAction == .none ? 0 : subAction.rawValue - SubAction.transactionalOthers.rawValue + 1)
        }
    }
}
