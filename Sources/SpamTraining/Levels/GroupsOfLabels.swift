// Training: of which labels there are too few different messages for a limit on false junk.

import SpamFilter

/// The groups of near duplicates of each label.
struct GroupsOfLabels {
    /// With fewer groups of a label, nothing can be said of it: even if none is lost, the limit is
    /// above a tenth.
    static let least = 29

    private var groups: [Label: Set<UInt64>] = [:]
    private var groupsOfAction: [Action: Set<UInt64>] = [:]

    mutating func add(_ group: UInt64, of label: Label) {
        groups[label, default: []].insert(group)
        groupsOfAction[label.action, default: []].insert(group)
    }

    /// Whether a label has too few. Messages of its action without a sub-action do not count.
    func areFew(of label: Label) -> Bool { groups[label]?.count ?? 0 < GroupsOfLabels.least }

    /// Whether a whole action has too few, of all its labels together.
    func areFew(ofAction action: Action) -> Bool { groupsOfAction[action]?.count ?? 0 < GroupsOfLabels.least }

    /// Whether nothing can be said of a label. Messages of its action without a sub-action may be
    /// of any.
    func lack(_ label: Label) -> Bool {
        if areFew(ofAction: label.action) { return true }
        guard label.subAction != .none, let unnamed = Label(label.action) else { return false }
        return areFew(of: label) && areFew(of: unnamed)
    }
}
