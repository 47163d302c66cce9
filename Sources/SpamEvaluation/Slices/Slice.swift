// Evaluation: figures of some messages, next to those of all. An evaluation and columns in, slices
// out, the worst first.

import Statistics

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The messages that share a value, and how the model does on them. What is undefined is null in
/// JSON.
public struct Slice: Hashable, Sendable, Codable {
    /// What messages are divided by.
    public let dimension: SliceDimension
    /// What they share, such as `ko`. `(others)` pools all but the 99 most frequent values of a
    /// dimension that has more than `mostValues`.
    public let value: String
    /// How many messages the slice has.
    public let n: Int
    /// How many of them are truly junk.
    public let junk: Int
    /// Junk of the slice that is put in Junk.
    public let recall: Rate
    /// Wanted messages of the slice that are put in Junk.
    public let falseJunk: Rate
    /// Messages of the slice without a decision.
    public let unsure: Rate
    /// Messages of the inbox, whose label is allow, that are filed as promotions.
    public let inboxInPromotions: Rate
    /// The same of transactions.
    public let inboxInTransactions: Rate
    /// The ROC-AUC within the slice, in 0...1. A slice without junk is ranked against all junk, a
    /// slice without wanted messages against all wanted messages. `nil` where one kind is nowhere,
    /// or a score is not a number.
    @OrNull public internal(set) var auc: Double?
    /// How much worse than the whole the slice is, in natural log-odds: the gap between the near
    /// ends of the Wilson intervals of slice and whole, for false junk or recall, the larger of
    /// both. Above 0 the intervals do not touch. `nil` where neither has two ends between 0 and 1,
    /// or both are of fewer than five messages.
    /// The intervals take messages as independent, and nothing is corrected for the number of
    /// slices. So it orders slices; it proves nothing.
    @OrNull public internal(set) var gap: Double?

    /// The most slices of a dimension: the rarest of more values are pooled, but for times.
    public static let mostValues = 100
    static let others = "(others)"
    /// A rate of fewer messages has no gap: one template would make it.
    private static let fewest = 5
    /// The value of messages whose time is not known. It sorts behind all times.
    public static let withoutTime = "no time"
}

extension Slice {
    /// All slices of all dimensions, the largest gap first.
    ///
    /// - Complexity: one sort of the outcomes, then O(messages) a dimension.
    public static func all(of evaluation: Evaluation, by columns: SliceColumns) -> [Slice] {
        let ranked = RankedOutcomes(evaluation.outcomes)
        let mass = RankMass(ranked)
        let slices = columns.dimensions.indices.flatMap { slicesOfDimension($0, columns, ranked, mass, evaluation.confusion) }
        return slices.sorted { a, b in
            let gapA = a.gap ?? -.infinity, gapB = b.gap ?? -.infinity
            if gapA != gapB { return gapA > gapB }
            return a.n != b.n ? a.n > b.n : (a.dimension.rawValue, a.value) < (b.dimension.rawValue, b.value)
        }
    }

    private static func slicesOfDimension(
        _ i: Int, _ columns: SliceColumns, _ ranked: RankedOutcomes, _ mass: RankMass, _ whole: ConfusionTable
    ) -> [Slice] {
        let (names, sliceOfValue) = pooled(columns, i)
        let sliceOfRank = ranked.rows.map { sliceOfValue[Int(columns.indices[i][Int($0)])] }
        var junk = [Int](repeating: 0, count: names.count), wanted = junk, halfPairs = junk
        for (rank, slice) in sliceOfRank.enumerated() {
            if FigureSums.junkCells.contains(Int(ranked.cells[rank])) { junk[slice] += 1 } else { wanted[slice] += 1 }
            halfPairs[slice] += mass.halfPairs(ofRank: rank, ranked)
        }
        var sums = zip(junk, wanted).map { FigureSums(junk: $0, wanted: $1) }
        for (rank, slice) in sliceOfRank.enumerated() { sums[slice].add(rank: rank, of: ranked, weight: 1) }
        return names.indices.map { slice in
            let figures = sums[slice].measurements(ranked)
            let isOneSided = junk[slice] == 0 || wanted[slice] == 0
            let pairs = junk[slice] == 0 ? mass.junk * wanted[slice] : junk[slice] * mass.wanted
            let auc =
                isOneSided
                ? (pairs > 0 && !mass.hasNaN ? Double(halfPairs[slice]) / 2 / Double(pairs) : nil) : figures.ranking.auc
            return Slice(columns.dimensions[i], names[slice], figures, auc: auc, whole: whole)
        }
    }

    /// The names of the slices of a dimension by its place, and the slice of each value.
    static func pooled(_ columns: SliceColumns, _ dimension: Int) -> ([String], [Int]) {
        let values = columns.values[dimension], indices = columns.indices[dimension]
        guard values.count > mostValues, columns.dimensions[dimension].period == nil else {
            return (values, Array(values.indices))
        }
        var counts = [Int](repeating: 0, count: values.count)
        for index in indices { counts[Int(index)] += 1 }
        let frequent = values.indices.sorted { (counts[$1], values[$0]) < (counts[$0], values[$1]) }.prefix(mostValues - 1)
        var sliceOfValue = [Int](repeating: mostValues - 1, count: values.count)
        for (slice, value) in frequent.enumerated() { sliceOfValue[value] = slice }
        return (frequent.map { values[$0] } + [others], sliceOfValue)
    }

    private init(_ dimension: SliceDimension, _ value: String, _ figures: Measurements, auc: Double?, whole: ConfusionTable) {
        self.dimension = dimension
        self.value = value
        n = figures.confusion.n
        junk = figures.confusion.junk
        recall = figures.confusion.figures(of: .junk).recall
        falseJunk = figures.confusion.falseJunk
        unsure = figures.confusion.unsure
        inboxInPromotions = figures.confusion.inbox(filedAs: .promotion)
        inboxInTransactions = figures.confusion.inbox(filedAs: .transaction)
        self.auc = auc
        let moreFalseJunk =
            falseJunk.of < Slice.fewest ? nil : Slice.gap(above: whole.falseJunk.interval95?.upper, falseJunk.interval95?.lower)
        let lessRecall =
            recall.of < Slice.fewest
            ? nil : Slice.gap(above: recall.interval95?.upper, whole.figures(of: .junk).recall.interval95?.lower)
        gap = [moreFalseJunk, lessRecall].compactMap { $0 }.max()
    }

    /// logit(`limit`) - logit(`lower`); `nil` where one of them is 0, 1 or undefined.
    private static func gap(above lower: Double?, _ limit: Double?) -> Double? {
        guard let lower, let limit else { return nil }
        let gap = log(limit / (1 - limit)) - log(lower / (1 - lower))
        return gap.isFinite ? gap : nil
    }
}

/// How much junk and how many wanted messages score above each score.
private struct RankMass {
    private(set) var junk = 0
    private(set) var wanted = 0
    private(set) var hasNaN = false
    /// By the number of a score: above it, and at it.
    private var above: [(junk: Int, wanted: Int)]
    private var level: [(junk: Int, wanted: Int)]

    init(_ ranked: RankedOutcomes) {
        above = Array(repeating: (0, 0), count: ranked.terms.count + 1)
        level = above
        for (tie, cell) in zip(ranked.ties, ranked.cells) {
            if FigureSums.junkCells.contains(Int(cell)) { level[Int(tie)].junk += 1 } else { level[Int(tie)].wanted += 1 }
        }
        for tie in level.indices {
            above[tie] = (junk, wanted)
            junk += level[tie].junk
            wanted += level[tie].wanted
        }
        hasNaN = level[ranked.terms.count] != (0, 0)
    }

    /// Twice the pairs of a message with those of the other kind that are in the right order; ties
    /// count half.
    func halfPairs(ofRank rank: Int, _ ranked: RankedOutcomes) -> Int {
        let tie = Int(ranked.ties[rank])
        return FigureSums.junkCells.contains(Int(ranked.cells[rank]))
            ? 2 * (wanted - above[tie].wanted) - level[tie].wanted : 2 * above[tie].junk + level[tie].junk
    }
}

extension Slice {
    /// Without those that have all their messages under another name: the class of an action whose
    /// messages have no sub-action, and the script of messages whose language is not known.
    static func distinct(_ slices: [Slice]) -> [Slice] {
        struct Messages: Hashable { let dimension: SliceDimension, value: String, n: Int }
        let all = Set(slices.map { Messages(dimension: $0.dimension, value: $0.value, n: $0.n) })
        return slices.filter { slice in
            let broader: SliceDimension? =
                switch slice.dimension {
                case .class: .action
                case .script: .lang
                default: nil
                }
            // One has no message that the other lacks, so those of the same number are the same.
            return broader.map { !all.contains(Messages(dimension: $0, value: slice.value, n: slice.n)) } ?? true
        }
    }
}
