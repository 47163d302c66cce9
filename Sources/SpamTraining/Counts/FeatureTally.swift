// Counts: what is known of one feature in the messages of one cell. It adds up, and what was added can be taken away.

struct FeatureTally: Equatable {
    /// The messages that have it.
    var messages: UInt64
    /// Its values in units of `FeatureSums.unit`, added up.
    var sum: Int64
    /// The groups of these messages, and their squares, added up in `GroupField`.
    var groups: UInt64
    var groupSquares: UInt64

    static let none = FeatureTally(messages: 0, sum: 0, groups: 0, groupSquares: 0)

    /// Whether the sum had room.
    @inline(__always)
    mutating func add(_ other: FeatureTally) -> Bool {
        let overflows: Bool
        (sum, overflows) = sum.addingReportingOverflow(other.sum)
        // At most `CountsLayout.mostMessages` in each of the files that a computer can open.
        messages &+= other.messages
        groups = GroupField.sum(groups, other.groups)
        groupSquares = GroupField.sum(groupSquares, other.groupSquares)
        return !overflows
    }

    /// Whether there was so much.
    @inline(__always)
    mutating func subtract(_ other: FeatureTally) -> Bool {
        guard messages >= other.messages, sum >= other.sum else { return false }
        messages -= other.messages
        sum -= other.sum
        groups = GroupField.difference(groups, other.groups)
        groupSquares = GroupField.difference(groupSquares, other.groupSquares)
        return true
    }

    /// Whether so many messages can have these sums. What is taken away without having been added shows here, if not always.
    var isPossible: Bool {
        switch messages {
        case 0: self == .none
        case 1: sum >= 1 && groupSquares == GroupField.product(groups, groups)
        default: sum >= Int64(clamping: messages)
        }
    }

    var isOfOneGroup: Bool { GroupField.isOneGroup(messages, groups: groups, squares: groupSquares) }
}
