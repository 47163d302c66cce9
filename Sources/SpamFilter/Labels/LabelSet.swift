// Labels: some of the sixteen labels, as a model file holds them.

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
