// Counts: sums for one feature in the messages of one cell. What was added can be taken away again.

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
        // Cannot overflow: at most `CountsLayout.mostMessages` in each file.
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

    /// Whether so many messages can have these sums. Taking away what was not added usually shows
    /// here.
    var isPossible: Bool {
        switch messages {
        case 0: self == .none
        case 1: sum >= 1 && groupSquares == GroupField.product(groups, groups)
        default: sum >= Int64(clamping: messages)
        }
    }

    var isOfOneGroup: Bool { GroupField.isOneGroup(messages, groups: groups, squares: groupSquares) }
}
