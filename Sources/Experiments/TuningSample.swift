// Experiments: the parts of a corpus that a search for settings looks at. Groups are put in an
// order, and any prefix of it is a sample.

import LabeledMessages
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// Messages of a corpus in samples of whole groups, each of which holds the smaller ones.
///
/// Each action has an order of its own (a group has the action of its first message), so that every
/// sample has its share of all actions. The first groups are held out: no sample has them.
struct TuningSample: Sendable {
    /// A message with the group it is of.
    struct Row: Sendable {
        let message: LabeledMessage
        let group: UInt64
        /// The place of its group among those of its action: 0..<1 for samples, below 0 if it is
        /// held out.
        fileprivate let place: Double
    }

    private let rows: [Row]
    /// The background, of which every sample has all, but for near duplicates of what is held out.
    private let background: [Row]
    let heldOut: [Row]

    /// - Parameter heldOutShare: of the groups, to be held out; in 0..<1.
    init(_ messages: [LabeledMessage], heldOut heldOutShare: Double, seed: UInt64) throws(TrainingError) {
        let groups = try TrainingRun.groups(of: messages)
        var actionOf: [UInt64: Action] = [:]
        for (message, group) in zip(messages, groups) where !message.isBackground && actionOf[group] == nil {
            actionOf[group] = message.label.action
        }
        // Another salt than that of folds, else samples would hold some folds and not others.
        var random = SplitMix(seed: ~seed)
        let salt = random.next()
        var placeOf: [UInt64: Double] = [:]
        for ofAction in Dictionary(grouping: actionOf.keys, by: { actionOf[$0]! }).values {
            let keyed = ofAction.map { group -> (key: UInt64, group: UInt64) in
                var mix = SplitMix(seed: group ^ salt)
                return (mix.next(), group)
            }
            for (i, entry) in keyed.sorted(by: { ($0.key, $0.group) < ($1.key, $1.group) }).enumerated() {
                let share = (Double(i) + 0.5) / Double(keyed.count)
                placeOf[entry.group] = (share - heldOutShare) / (1 - heldOutShare)
            }
        }
        let known = zip(messages, groups).map { Row(message: $0, group: $1, place: placeOf[$1] ?? 0) }
        background = known.filter { $0.message.isBackground && $0.place >= 0 }
        let all = known.filter { !$0.message.isBackground }
        rows = all.filter { $0.place >= 0 }
        heldOut = all.filter { $0.place < 0 }
    }

    /// Throws unless two actions have so many groups each, those held out not counted.
    func requireGroups(_ least: Int) throws(TrainingError) {
        let levels = LabelLevels((rows + heldOut).map(\.message.label))
        try levels.requireSeveralActions()
        var groups: [Action: Set<UInt64>] = [:]
        for row in rows { groups[row.message.label.action, default: []].insert(row.group) }
        let found = levels.actions.map { (action: $0, groups: groups[$0.action]?.count ?? 0) }.sorted { $0.groups > $1.groups }
        if found[1].groups < least { throw .tooFewGroups(of: found[1].action, found: found[1].groups, needed: least) }
    }

    /// How many messages there are, those held out and the background not counted.
    var count: Int { rows.count }

    /// One in `divisor` of the groups, in the order of the corpus.
    func part(_ divisor: Int) -> [Row] { rows.filter { $0.place * Double(divisor) < 1 } }

    /// The same with the background.
    func training(_ divisor: Int) -> [Row] { part(divisor) + background }
}
