// Training: what out-of-fold scores tell of each part of the wanted messages, and of the folders.
// People read it after training; the card has the sums.

import Foundation
import SpamFilter
import Statistics

/// False junk of each part of the wanted messages, and how well folders are told apart.
package struct WantedParts: Sendable, Hashable, Encodable {
    /// Each wanted action of own messages. One that could not be scored has no group.
    package let actions: [PartFalseJunk]
    /// Sub-actions of many messages of which too few groups are known to say anything, those of
    /// most messages first.
    package let unknownSubActions: [PartFalseJunk]
    /// The folders that the system shows, where there are messages of them.
    package let folders: [FolderFigures]
    /// The sub-actions that the model declares, also those of which no message is known.
    package let subFolders: [String]

    /// With fewer groups than this nothing is known: even without false junk its limit is above
    /// 10 %.
    package static let leastGroups = GroupsOfLabels.least
    /// A sub-action of fewer messages is not missed.
    private static let manyMessages = 30

    /// - Parameters:
    ///   - scores, calibration, policy: what `wanted` was made of, and the cutoffs chosen.
    ///   - labels: of every row of the corpus; empty for those of the actions.
    ///   - counted: own messages of each label, scored or not.
    ///   - declared: labels that have a sub-folder.
    ///   - source: that of a row; `nil` where it does not matter.
    init(
        _ scores: OutOfFoldScores, _ calibration: ActionCalibration, _ policy: DecisionPolicy, wanted: [ScoredMessage],
        labels: [Label], counted: [Label: Int], declared: LabelSet, source: ((_ row: Int) -> String)? = nil
    ) {
        let scored = PartFalseJunk.ofActions(wanted, policy, least: 1) ?? []
        var unscored: [Action: Int] = [:]
        for (label, messages) in counted where label.action != .junk { unscored[label.action, default: 0] += messages }
        for part in scored { unscored = unscored.filter { $0.key.name != part.name } }
        actions =
            (scored
            + unscored.map { PartFalseJunk(name: $0.key.name, wanted: $0.value, falseJunk: 0, groups: 0, upperLimit: 1) })
            .sorted { $0.name < $1.name }
        unknownSubActions = PartFalseJunk.of(
            Dictionary(grouping: wanted.filter { $0.label.subAction != .none }, by: \.label.description), policy
        )
        .filter { $0.wanted >= WantedParts.manyMessages && $0.groups ?? 0 < WantedParts.leastGroups }
        .sorted { ($1.wanted, $0.name) < ($0.wanted, $1.name) }
        folders = scores.folders(calibration, policy, labels: labels, declared, source)
        subFolders = declared.labels.map(\.description)
    }
}

/// How many messages of a folder's action are filed there.
package struct FolderFigures: Sendable, Hashable, Encodable {
    /// The name of the action.
    package let name: String
    /// How many messages of the action were scored.
    package let messages: Int
    /// How many of them are filed under it.
    package let found: Int
    /// How many of those found have a sub-action, and are given one that the model declares.
    package let withSubAction: Int
    /// How many of these are given the right one.
    package let rightSubAction: Int
    /// How many of those found have a sub-action and are given none.
    package let withoutSubFolder: Int
    /// Messages of the inbox, whose label is allow, that are filed under it.
    package let inbox: FiledInbox
    /// The source whose inbox loses most to this folder, where that is surely more than of all.
    package let worstSource: FiledInbox?
}

/// Messages of the inbox that are filed under another action.
package struct FiledInbox: Sendable, Hashable, Encodable {
    /// The name of their source; `nil` for all sources.
    package let source: String?
    /// How many messages of the label allow were scored.
    package let messages: Int
    /// How many of them are filed.
    package let filed: Int

    /// The share of those filed.
    package var rate: Rate { Rate(filed, of: messages) }

    /// With fewer messages a source tells nothing.
    private static let leastMessages = 30

    /// All sources together, and the worst of them where that is surely worse than all.
    fileprivate static func found(_ bySource: [String: (messages: Int, filed: Int)]) -> (all: FiledInbox, worst: FiledInbox?) {
        let all = bySource.values.reduce(into: (messages: 0, filed: 0)) {
            $0 = ($0.messages + $1.messages, $0.filed + $1.filed)
        }
        let share = Rate(all.filed, of: all.messages).value ?? 0
        let worst = bySource.filter { $0.value.messages >= leastMessages }
            .map { FiledInbox(source: $0.key, messages: $0.value.messages, filed: $0.value.filed) }
            .map { (lower: $0.rate.interval95?.lower ?? 0, inbox: $0) }
            .max { ($0.lower, $1.inbox.source ?? "") < ($1.lower, $0.inbox.source ?? "") }
        return (
            FiledInbox(source: nil, messages: all.messages, filed: all.filed),
            worst.flatMap { $0.lower > share ? $0.inbox : nil }
        )
    }
}

extension OutOfFoldScores {
    /// The folders of promotion and transaction, as a phone with this policy would fill them.
    fileprivate func folders(
        _ calibration: ActionCalibration, _ policy: DecisionPolicy, labels: [Label], _ declared: LabelSet,
        _ source: ((_ row: Int) -> String)?
    ) -> [FolderFigures] {
        let parameters = calibration.parameters(actions), junk = actions.firstIndex(of: .junk)
        func isFolder(_ action: Action) -> Bool { action == .promotion || action == .transaction }
        guard actions.contains(where: { isFolder($0.action) }) else { return [] }
        let filed = (0..<count).map { i -> Action? in
            let truth = actions[classes[i]].action
            guard isFolder(truth) || truth == .allow else { return nil }
            return self.filed(
                zip(scores(i), parameters).map { Double($1.slope) * $0 + Double($1.offset) }, junk: junk, policy)
        }
        return actions.indices.compactMap { folder in
            let action = actions[folder].action
            guard isFolder(action) else { return nil }
            var messages = 0, found = 0, withSubAction = 0, right = 0, without = 0
            var inbox: [String: (messages: Int, filed: Int)] = [:]
            for i in 0..<count {
                let isFound = filed[i] == action
                if actions[classes[i]].action == .allow {
                    let name = source?(rows[i]) ?? "", before = inbox[name] ?? (0, 0)
                    inbox[name] = (before.messages + 1, before.filed + (isFound ? 1 : 0))
                }
                guard classes[i] == folder else { continue }
                messages += 1
                guard isFound else { continue }
                found += 1
                let truth = labels.isEmpty ? actions[folder] : labels[rows[i]]
                let said = label(i, action: folder), shown = declared.contains(said) ? said.subAction : .none
                guard truth.subAction != .none else { continue }
                if shown == .none { without += 1 } else { withSubAction += 1 }
                if shown == truth.subAction { right += 1 }
            }
            guard messages > 0 else { return nil }
            let (all, worst) = FiledInbox.found(inbox)
            return FolderFigures(
                name: action.name, messages: messages, found: found, withSubAction: withSubAction, rightSubAction: right,
                withoutSubFolder: without, inbox: all, worstSource: worst)
        }
    }

    /// The action of a message. Protected labels do not matter: below their cutoff it is unsure,
    /// and so in no folder.
    private func filed(_ calibrated: [Double], junk: Int?, _ policy: DecisionPolicy) -> Action {
        let ofJunk = junk.map { calibrated[$0] } ?? -.infinity
        let wanted = actions.indices.filter { $0 != junk }, highest = wanted.map { calibrated[$0] }.max() ?? 0
        let sum = wanted.reduce(0) { $0 + exp(calibrated[$1] - highest) }
        func logOdds(_ action: Action) -> Double {
            guard let place = wanted.first(where: { actions[$0].action == action }) else { return -.infinity }
            let share = exp(calibrated[place] - highest) / sum / (1 + exp(ofJunk))
            return log(share / (1 - share))
        }
        return policy.action(junk: ofJunk, promotion: logOdds(.promotion), transaction: logOdds(.transaction))
    }
}
