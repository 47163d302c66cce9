// Training: scores of messages by models that have not seen their group. Confidence limits on false
// junk must come from these.

import Foundation
import SpamFilter
import Statistics

/// For every row the scores of the actions, by a model trained without the row's fold.
struct OutOfFoldScores {
    let actions: [Label]
    /// For each row that was scored: the row, the index of its action, its group, and
    /// `actions.count` scores.
    private(set) var rows: [Int] = []
    private(set) var classes: [Int] = []
    private(set) var groups: [UInt64] = []
    private(set) var scores: [Double] = []
    /// For each remembered row, whether the model that scored it has a weight for each entry.
    private(set) var isWeighted: [Int: [Bool]] = [:]
    /// For each row and action the label with the most probable sub-action, as in verdicts.
    private var labels: [Label] = []

    var count: Int { classes.count }
    /// Rows without a score: without their fold an action would have had no rows.
    private(set) var unscored = 0

    /// Trains without each fold, and scores it. A fold is not scored if an action would have no
    /// rows without it.
    ///
    /// Two things differ from shipped models. Rare features are counted in the whole corpus,
    /// including the scored fold. And features of too few messages are dropped, so they cannot
    /// collide.
    ///
    /// - Parameters:
    ///   - threads: how many folds are trained at a time.
    ///   - most: about how many rows are scored at most (`drawn`); all are learned from.
    ///   - remembered: the rows of which to tell what features models have weights for.
    ///   - fit: learns from some rows of the matrix, in the form in which the model is shipped.
    /// - Complexity: `folds` times a fit on all rows except a fold's.
    init(
        _ matrix: FeatureMatrix, _ levels: LabelLevels, groups allGroups: [UInt64], in folds: ScoringFolds, threads: Int = 1,
        most: Int = .max, remembering remembered: Set<Int> = [],
        fit: @Sendable (_ rows: RowList) -> any RowScorer
    ) {
        let actions = levels.actions
        self.actions = actions
        let all = levels.actionOfRow
        let isDrawn = OutOfFoldScores.drawn(allGroups, most: most)
        let parts = inParallel(folds.count, threads: threads) { fold in
            var part = OutOfFoldScores(actions: actions)
            let inFold = folds.scored(in: fold), training = folds.teaching(without: fold)
            // Own messages without junk, or with nothing else, are no model beside a background.
            let isJunk = levels.isBackground.isEmpty ? [] : Set(levels.own(training).lazy.map { levels.labels[$0] == .junk })
            guard !inFold.isEmpty, Set(training.lazy.map { all[$0] }).count == actions.count, isJunk.count != 1 else {
                part.unscored = inFold.count
                return part
            }
            let learned = fit(training), places = ActionPlaces(actions, in: learned.labels)
            let scored = inFold.filter { isDrawn.isEmpty || isDrawn[$0] }
            matrix.forEachBlock(of: scored) { block in
                for row in scored[block] {
                    part.add(row, of: matrix, class: Int(all[row]), group: allGroups[row], by: learned, places)
                    if remembered.contains(row) { part.remember(row, of: matrix, learned) }
                }
            }
            return part
        }
        for part in parts {
            rows += part.rows
            classes += part.classes
            groups += part.groups
            scores += part.scores
            labels += part.labels
            isWeighted.merge(part.isWeighted) { $1 }
            unscored += part.unscored
        }
    }

    /// Cutoffs and calibration gain nothing from more scores than this:
    /// Benchmarks/decisions/cutoffs.md.
    static let enoughForCutoffs = 500_000

    /// Which rows are scored if there are more than `most`; empty for all. Confidence limits count
    /// groups, so one row of each group comes first. If there are more groups than `most`, some are
    /// drawn by their hash.
    static func drawn(_ groups: [UInt64], most: Int) -> [Bool] {
        guard groups.count > most else { return [] }
        let groupCount = Set(groups).count
        func share(_ wanted: Int, of all: Int) -> Double { Double(max(0, wanted)) / Double(max(1, all)) }
        let shareOfGroups = share(most, of: groupCount)
        let shareOfOthers = share(most - groupCount, of: groups.count - groupCount)
        func isBelow(_ share: Double, _ seed: UInt64) -> Bool {
            var mix = SplitMix(seed: seed)
            return Double(mix.next() >> 11) * 0x1p-53 < share
        }
        var seen: [UInt64: UInt64] = [:]
        return groups.map { group in
            let before = seen[group, default: 0]
            seen[group] = before + 1
            return before == 0 ? isBelow(shareOfGroups, group) : isBelow(shareOfOthers, group &+ before &* 0x9E37_79B9_7F4A_7C15)
        }
    }

    private init(actions: [Label]) { self.actions = actions }

    /// Scores messages by one model, which should have seen none of them. Of one wanted action all
    /// wanted messages are; else those of an action that the model lacks are not scored.
    ///
    /// - Parameters:
    ///   - rows: those that are scored; `nil` for all.
    ///   - labels: of every row.
    ///   - groups: of every row.
    init(_ matrix: FeatureMatrix, rows: [Int]? = nil, labels: [Label], groups: [UInt64], by learned: any RowScorer) {
        actions = learned.labels.filter { $0.subAction == .none }
        let places = ActionPlaces(actions, in: learned.labels)
        let wanted = actions.indices.filter { actions[$0] != .junk }, only = wanted.count == 1 ? wanted[0] : nil
        for row in rows ?? Array(labels.indices) {
            let label = labels[row]
            if let own = actions.firstIndex(where: { $0.action == label.action }) ?? (label == .junk ? nil : only) {
                add(row, of: matrix, class: own, group: groups[row], by: learned, places)
            } else {
                unscored += 1
            }
        }
    }

    private mutating func add(
        _ row: Int, of matrix: FeatureMatrix, class own: Int, group: UInt64, by learned: any RowScorer, _ places: ActionPlaces
    ) {
        rows.append(row)
        classes.append(own)
        groups.append(group)
        let all = learned.scores(matrix, row: row)
        for action in actions.indices {
            scores.append(all[places.ofAction[action]])
            labels.append(places.fullLabel(action, all))
        }
    }

    private mutating func remember(_ row: Int, of matrix: FeatureMatrix, _ learned: any RowScorer) {
        var entries: [Bool] = []
        matrix.forEachEntry(ofRow: row) { entries.append(learned.hasWeight($0.column)) }
        isWeighted[row] = entries
    }

    /// Adds to the scores of junk what they lack by script.
    ///
    /// - Parameter matrix: that of the rows.
    mutating func add(_ offsets: ScriptOffsets, _ matrix: FeatureMatrix) {
        guard !offsets.isEmpty, let junk = actions.firstIndex(of: .junk) else { return }
        matrix.forEachPlace(of: rows) { scores[$0 * actions.count + junk] += offsets.score(rows[$0], of: matrix) }
    }

    /// The label of the i-th row if it is of an action.
    func label(_ i: Int, action: Int) -> Label { labels[i * actions.count + action] }

    /// The scores of the actions of the i-th row.
    func scores(_ i: Int) -> ArraySlice<Double> {
        scores[i * actions.count..<(i + 1) * actions.count]
    }
}

/// The places of actions and their sub-actions among the scores of a model.
private struct ActionPlaces {
    private let labels: [Label]
    let ofAction: [Int]
    private let ofSubActions: [[Int]]

    /// - Precondition: the labels have all the actions.
    init(_ actions: [Label], in labels: [Label]) {
        self.labels = labels
        ofAction = actions.map { labels.firstIndex(of: $0)! }
        ofSubActions = actions.map { action in
            labels.indices.filter { labels[$0].action == action.action && labels[$0].subAction != .none }
        }
    }

    /// An action with its most probable sub-action, if that has at least a third of the action's
    /// probability: the rule of `Verdict`.
    func fullLabel(_ action: Int, _ scores: [Double]) -> Label {
        let parts = ofSubActions[action]
        guard let best = parts.max(by: { scores[$0] < scores[$1] }) else { return labels[ofAction[action]] }
        let total = parts.reduce(0) { $0 + exp(scores[$1] - scores[best]) }
        return labels[3 / total >= 1 ? best : ofAction[action]]
    }
}
