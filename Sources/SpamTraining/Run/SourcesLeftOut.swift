// Training: false junk on sources that a model has not seen, as on a phone. Messages of folds are
// of known sources, so the promise made of them may not hold elsewhere.

import SpamFilter

/// Sources that are left out in turn, with the rows that are scored.
struct SourcesLeftOut: Sendable {
    /// Only the largest are left out: each takes a training.
    private static let mostSources = 6
    /// A rate of fewer wanted messages says nothing.
    private static let leastWanted = 50
    /// More rows of a source do not make its rate more exact: they are of few templates.
    private static let mostScored = 3000

    private let names: [String]
    private let sources: [UInt32]
    private let levels: LabelLevels
    /// The numbers of the sources that are left out.
    let numbers: [Int]

    /// - Parameters:
    ///   - names: of each source, by number.
    ///   - sources: the number of each row's source.
    init(names: [String], sources: [UInt32], _ levels: LabelLevels) {
        (self.names, self.sources, self.levels) = (names, sources, levels)
        var wanted = Array(repeating: 0, count: names.count), junk = wanted, sourcesOf: [Action: Set<UInt32>] = [:]
        for row in levels.own(RowList(sources.indices)) {
            let action = levels.labels[row].action
            sourcesOf[action, default: []].insert(sources[row])
            if action == .junk { junk[Int(sources[row])] += 1 } else { wanted[Int(sources[row])] += 1 }
        }
        let (allWanted, allJunk) = (wanted.reduce(0, +), junk.reduce(0, +))
        // Without the only source of an action a model is another one: its scores do not go with
        // the cutoff, and what it calls junk says nothing of phones.
        let alone = Set(sourcesOf.values.filter { $0.count == 1 }.joined())
        let measurable = names.indices.filter {
            wanted[$0] >= SourcesLeftOut.leastWanted && wanted[$0] < allWanted && junk[$0] < allJunk
                && !alone.contains(UInt32($0))
        }
        numbers = Array(measurable.sorted { (wanted[$1], $0) < (wanted[$0], $1) }.prefix(SourcesLeftOut.mostSources))
    }

    /// The source of a row.
    func name(ofRow row: Int) -> String { names[Int(sources[row])] }

    /// The false junk of each source, the worst first.
    ///
    /// - Parameters:
    ///   - groups: of every row. The background's near duplicates of what is scored are left out
    ///     too.
    ///   - isJunk: for rows, whether a model of the rows of other sources calls them junk.
    func falseJunk(groups: [UInt64], threads: Int, isJunk: @Sendable (_ others: RowList, _ rows: RowList) -> [Bool])
        -> [PartFalseJunk]
    {
        let all = RowList(sources.indices)
        return inParallel(numbers.count, threads: threads) { i in
            let number = UInt32(numbers[i])
            let wanted = levels.own(all).filter { sources[$0] == number && levels.labels[$0].action != .junk }
            let stride = (wanted.count + SourcesLeftOut.mostScored - 1) / SourcesLeftOut.mostScored
            let scored = RowList(wanted.indices.filter { $0 % stride == 0 }.map { wanted[$0] })
            let left = levels.isBackground.isEmpty ? [] : Set(wanted.lazy.map { groups[$0] })
            let others = all.filter { row in
                sources[row] != number && (left.isEmpty || !levels.isBackground[row] || !left.contains(groups[row]))
            }
            let found = isJunk(others, scored)
            var part = PartFalseJunk(name: names[Int(number)], wanted: scored.count, falseJunk: found.count { $0 })
            if scored.count < wanted.count { part.drawnFrom = wanted.count }
            return part
        }
        .sorted { ($1.rate, $0.name) < ($0.rate, $1.name) }
    }
}

extension Learner {
    /// The false junk of sources left out, at the cutoffs of a calibration.
    ///
    /// - Complexity: a fit for each source.
    func falseJunk(
        of sources: SourcesLeftOut, _ groups: [UInt64], _ calibration: OutOfFoldCalibration, mostBuckets: Int, threads: Int
    ) -> [PartFalseJunk]? {
        guard !sources.numbers.isEmpty, let parameters = calibration.calibration?.parameters([.junk]).first else { return nil }
        let cutoff = Double(calibration.policy.junkCutoff)
        return sources.falseJunk(groups: groups, threads: threads) { others, scored in
            let learned = scorer(of: others, mostBuckets: mostBuckets)
            guard let junk = learned.labels.firstIndex(of: .junk) else { return scored.map { _ in false } }
            var isJunk: [Bool] = []
            features.matrix.forEachBlock(of: scored) { block in
                isJunk += scored[block].map { row in
                    Double(parameters.slope) * learned.scores(features.matrix, row: row)[junk] + Double(parameters.offset)
                        >= cutoff
                }
            }
            return isJunk
        }
    }
}
