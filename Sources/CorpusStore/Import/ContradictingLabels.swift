// Store: the messages to which rows of one file give several labels, such as those of annotators.
// Identities and labels in, a count out.

import SpamFilter

struct ContradictingLabels {
    /// The last label of each message, by the identity that the store has of it.
    private var last: [Int64: Label] = [:]
    private var several: Set<Int64> = []
    /// Some 40 MiB. Messages of a larger file are no longer looked at then.
    private static let most = 1 << 20

    /// How many messages have several.
    var messages: Int { several.count }

    mutating func add(_ label: Label, of identity: Int64) {
        guard last.count < Self.most, let other = last.updateValue(label, forKey: identity), other != label else { return }
        several.insert(identity)
    }
}
