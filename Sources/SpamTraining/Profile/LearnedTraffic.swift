// Training: what the messages are made of, with verdicts and vocabulary as of new messages and as
// of learned ones. The card holds it, for drift to be told from.

import Drift
import Foundation
import SpamFilter

/// What a model says of the sample, learned with and without each message's group.
struct LearnedTraffic {
    private let matrix: FeatureMatrix
    private let groups: [UInt64]
    /// Whether the model has a weight for each column.
    private let hasWeight: [Bool]
    /// Whether a column would be chosen without any one of its groups.
    private let isInMoreGroups: [Bool]
    /// Columns without a weight that are frequent nevertheless.
    private let isFamiliar: [Bool]
    private let familiarFeatures: FamiliarFeatures
    /// In so many messages a familiar column is at least.
    private let leastMessages: Int
    /// For columns that may be familiar because of one group alone: in how many of its messages
    /// each is.
    private let ownMessages: [OwnColumn: Int]
    private let messagesOfColumn: [UInt32]
    /// How many messages each group of the sample has.
    private let groupSizes: [UInt64: Int]

    private struct OwnColumn: Hashable {
        let group: UInt64
        let column: Int
    }

    /// - Parameters:
    ///   - weights: that read the columns of the matrix.
    ///   - groups: of every row.
    ///   - forgetsSingleGroups: whether a feature must be in two groups.
    init(
        _ weights: CompactWeights, _ matrix: FeatureMatrix, _ vocabulary: Vocabulary, groups: [UInt64],
        forgetsSingleGroups: Bool, sample: [TrafficSample.Member]
    ) {
        (self.matrix, self.groups) = (matrix, groups)
        hasWeight = vocabulary.features.indices.map { weights.hasWeight($0) }
        isInMoreGroups =
            forgetsSingleGroups
            ? matrix.columnsInThreeGroups(groups) : matrix.columnOccurrences(groups: groups).inSeveralGroups
        let frequency = vocabulary.documentFrequency
        messagesOfColumn = frequency
        let frequent = frequency.indices.filter { [hasWeight] in !hasWeight[$0] && frequency[$0] > 2 }
            .sorted { (frequency[$1], vocabulary.features[$0]) < (frequency[$0], vocabulary.features[$1]) }
            .prefix(FamiliarFeatures.most)
        var isFamiliar = [Bool](repeating: false, count: frequency.count)
        for column in frequent { isFamiliar[column] = true }
        let leastMessages = frequent.last.map { Int(frequency[$0]) } ?? .max
        (self.isFamiliar, self.leastMessages) = (isFamiliar, leastMessages)
        familiarFeatures = FamiliarFeatures(frequent.map { vocabulary.features[$0] })
        let sampled = Set(sample.lazy.map { groups[$0.row] })
        var own: [OwnColumn: Int] = [:], sizes: [UInt64: Int] = [:]
        for group in groups where sampled.contains(group) { sizes[group, default: 0] += 1 }
        let rows = groups.indices.filter { sizes[groups[$0]] ?? 0 > 1 }
        matrix.forEachPlace(of: rows) { place in
            let group = groups[rows[place]], size = sizes[group]!
            matrix.forEachEntry(ofRow: rows[place]) { entry in
                let messages = Int(frequency[entry.column])
                guard messages >= leastMessages, messages - size < leastMessages else { return }
                own[OwnColumn(group: group, column: entry.column), default: 0] += 1
            }
        }
        ownMessages = own
        groupSizes = sizes
    }

    /// How many features of a row are known, as of a learned message, and as if its group had not
    /// been learned from.
    ///
    /// A model of the other folds has learned from fewer messages, and knows too little. The model
    /// itself has learned from the row, and knows too much, even of features in other groups. So
    /// `new` is halfway: Benchmarks/decisions/drift.md.
    ///
    /// - Parameter isWeighted: whether a model that has not learned from the row's fold has a
    ///   weight for each entry.
    private func known(_ row: Int, _ isWeighted: [Bool]) -> (seen: Int, new: Int) {
        var seen = 0, withoutFold = 0, withoutGroup = 0, i = 0
        let group = groups[row], size = groupSizes[groups[row]] ?? 1
        matrix.forEachEntry(ofRow: row) { entry in
            let column = entry.column
            if hasWeight[column] || isFamiliar[column] { seen += entry.count }
            let isFrequent = isFrequent(column, besides: group, of: size), isInOthers = isInMoreGroups[column]
            if isFrequent || isInOthers && isWeighted[i] { withoutFold += entry.count }
            if isFrequent || isInOthers && hasWeight[column] { withoutGroup += entry.count }
            i += 1
        }
        return (seen, (withoutFold + withoutGroup + 1) / 2)
    }

    /// Whether a feature is as frequent as familiar ones, without a group of so many messages.
    private func isFrequent(_ column: Int, besides group: UInt64, of size: Int) -> Bool {
        let messages = Int(messagesOfColumn[column])
        if messages < leastMessages || messages - size >= leastMessages { return messages >= leastMessages }
        return messages - (ownMessages[OwnColumn(group: group, column: column)] ?? 1) >= leastMessages
    }

    /// - Parameters:
    ///   - new, seen: what models say of rows, without and with having learned from them.
    func profile(
        _ sample: [TrafficSample.Member], _ scores: OutOfFoldScores, new: [Int: RowVerdict], seen: [Int: RowVerdict]
    ) -> TrafficProfile? {
        var memory = TemplateMemory()
        var (newCounts, seenCounts) = (TrafficCounts(), TrafficCounts())
        var templates: [(group: UInt64, bin: Int)] = []
        for member in sample {
            // As in the counts; not all messages have been scored.
            guard let newVerdict = new[member.row], let seenVerdict = seen[member.row],
                let isWeighted = scores.isWeighted[member.row]
            else { continue }
            let isRepeat = memory.isRepeat(member.makeup.template)
            let known = known(member.row, isWeighted)
            var makeup = member.makeup
            makeup.unknownFeatures = max(0, makeup.features - known.new)
            makeup.judge(newVerdict)
            newCounts.add(makeup, isRepeat: isRepeat)
            if !isRepeat { templates.append((groups[member.row], TrafficCounts.unknownBin(makeup))) }
            makeup.unknownFeatures = max(0, makeup.features - known.seen)
            makeup.judge(seenVerdict)
            seenCounts.add(makeup, isRepeat: isRepeat)
        }
        guard newCounts.messages > 0 else { return nil }
        let newness = newCounts.newness
        func clumping(_ templates: some Sequence<(group: UInt64, bin: Int)>) -> Double {
            Clumping.of(Dictionary(templates.lazy.map { ($0.group, 1) }, uniquingKeysWith: +).values, total: newCounts.templates)
        }
        return TrafficProfile(
            new: newCounts, seen: seenCounts, familiar: familiarFeatures,
            clumping: Clumping(
                templates: clumping(templates), newTemplates: clumping(templates.lazy.filter { newness[$0.bin] > 0 })))
    }
}

/// What a model says of a row.
struct RowVerdict {
    let action: Action
    let junkLogOdds: Double
}

extension MessageMakeup {
    fileprivate mutating func judge(_ verdict: RowVerdict) {
        action = verdict.action
        junkLogOdds = verdict.junkLogOdds
    }
}

extension OutOfFoldScores {
    /// What models say of rows.
    ///
    /// - Parameter asked: rows; those that were scored have a verdict.
    func verdicts(_ calibration: ActionCalibration, _ policy: DecisionPolicy, of asked: Set<Int>) -> [Int: RowVerdict] {
        let parameters = calibration.parameters(actions)
        var verdicts: [Int: RowVerdict] = [:]
        verdicts.reserveCapacity(asked.count)
        for i in 0..<count where asked.contains(rows[i]) {
            verdicts[rows[i]] = verdict(i, parameters, policy)
        }
        return verdicts
    }

    /// As `ModelView.verdict` decides.
    private func verdict(_ i: Int, _ parameters: [(slope: Float, offset: Float)], _ policy: DecisionPolicy) -> RowVerdict {
        var calibrated = zip(scores(i), parameters).map { Double($1.slope) * $0 + Double($1.offset) }
        let junkIndex = actions.firstIndex(of: .junk)
        var junk = -Double.infinity
        var isProtected = false
        if let junkIndex {
            junk = calibrated[junkIndex]
            let others = calibrated.indices.filter { $0 != junkIndex }
            if !policy.protected.isEmpty, let best = others.max(by: { calibrated[$0] < calibrated[$1] }) {
                isProtected = policy.protected.contains(label(i, action: best)) || policy.protected.contains(actions[best])
            }
            // On the scale of the other scores, as in a model.
            calibrated[junkIndex] = junk + logSumOfExponentials(others.map { calibrated[$0] })
        }
        func logOdds(_ action: Action) -> Double {
            guard let index = actions.firstIndex(where: { $0.action == action }) else { return -.infinity }
            return calibrated[index] - logSumOfExponentials(calibrated.indices.filter { $0 != index }.map { calibrated[$0] })
        }
        let action = policy.action(
            junk: junk, promotion: logOdds(.promotion), transaction: logOdds(.transaction), isProtected: isProtected)
        return RowVerdict(action: action, junkLogOdds: junk)
    }
}

private func logSumOfExponentials(_ values: [Double]) -> Double {
    guard let peak = values.max(), peak.isFinite else { return -.infinity }
    return peak + log(values.reduce(0) { $0 + exp($1 - peak) })
}

extension FeatureMatrix {
    /// Whether each column occurs in rows of at least three groups, in one pass in the order of
    /// memory.
    func columnsInThreeGroups(_ groups: [UInt64]) -> [Bool] {
        /// Rows of two groups, from 1 on; 0 for none.
        var seen = [(first: UInt32, second: UInt32)](repeating: (0, 0), count: columnCount)
        var isInThree = [Bool](repeating: false, count: columnCount)
        forEachBlock(of: RowList(0..<rowCount)) { rows in
            for row in rows {
                let group = groups[row], number = UInt32(row) + 1
                forEachEntry(ofRow: row) { entry in
                    // Most entries end here, and this array stays in a cache that `seen` does not
                    // fit in.
                    if isInThree[entry.column] { return }
                    let (first, second) = seen[entry.column]
                    if first == 0 {
                        seen[entry.column].first = number
                    } else if groups[Int(first) - 1] == group {
                        return
                    } else if second == 0 {
                        seen[entry.column].second = number
                    } else if groups[Int(second) - 1] != group {
                        isInThree[entry.column] = true
                    }
                }
            }
        }
        return isInThree
    }
}
