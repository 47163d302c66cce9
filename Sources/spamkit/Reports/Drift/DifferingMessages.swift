// The messages that a model knows least of, near duplicates together. Makeups in, groups out.

import Corpus
import Drift
import SpamFilter
import SpamTraining

/// Keeps the messages with most unknown features.
struct DifferingMessages {
    private struct Row {
        let message: Message
        let place: String
        let unknown: Double
        let action: Action
    }

    /// Groups are made of this many messages.
    private static let mostKept = 4000
    /// Places that a group names.
    private static let mostPlaces = 5

    private let newness: [Double]
    private let keepsText: Bool
    private var rows: [Row] = []

    init(_ profile: TrafficProfile, keepsText: Bool) { (newness, self.keepsText) = (profile.new.newness, keepsText) }

    mutating func add(_ message: Message, _ makeup: MessageMakeup, _ place: MessagePlace) {
        guard newness[TrafficCounts.unknownBin(makeup)] > 0 else { return }
        rows.append(Row(message: message, place: place.shown, unknown: makeup.unknownShare, action: makeup.action))
        if rows.count == 2 * Self.mostKept { sort() }
    }

    private mutating func sort() {
        let order = rows.indices.sorted { (-rows[$0].unknown, $0) < (-rows[$1].unknown, $1) }
        rows = order.prefix(Self.mostKept).map { rows[$0] }
    }

    /// The groups with most unknown features in all their messages, the largest first.
    mutating func groups(most: Int) throws -> [DriftGroup] {
        sort()
        guard !rows.isEmpty else { return [] }
        let groups = try TrainingRun.groups(of: rows.map { LabeledMessage($0.message, .allow) })
        var members: [UInt64: [Row]] = [:]
        for (group, row) in zip(groups, rows) { members[group, default: []].append(row) }
        func weight(_ rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.unknown } }
        let sorted = members.sorted { (weight($1.value), $0.key) < (weight($0.value), $1.key) }
        return sorted.prefix(most).map { _, rows in
            var actions: [Action: Int] = [:]
            for row in rows { actions[row.action, default: 0] += 1 }
            let action = actions.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }!.key
            return DriftGroup(
                messages: rows.count, unknown: weight(rows) / Double(rows.count),
                action: action == .none ? "unsure" : action.name,
                places: rows.prefix(Self.mostPlaces).map(\.place), text: keepsText ? rows[0].message.body : nil)
        }
    }
}
