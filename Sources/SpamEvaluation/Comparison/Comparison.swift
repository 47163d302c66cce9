// Evaluation: whether one model is better than another on the same messages. Two evaluations in,
// tests and differences out.

import SpamFilter
import Statistics

/// Messages on which two models are not both right or both wrong.
///
/// McNemar's test (1947), always as the exact binomial: if neither model were better, each such
/// message would go to either with even odds. `pValue` is two-sided: min(1, 2 P(X <= min(won,
/// lost))), X ~ Binomial(won + lost, 1/2); 1 without such messages. It is too small where templates
/// repeat, as their messages are not independent; there, count groups (`Comparison.junkByGroup`).
public struct PairedCounts: Hashable, Sendable, Codable {
    /// What the second model alone has right, in messages or groups.
    public let won: Int
    /// What the first model alone has right.
    public let lost: Int
    /// The two-sided p-value, in 0...1.
    public let pValue: Double

    init(won: Int, lost: Int) {
        self.won = won
        self.lost = lost
        let fewer = min(won, lost), n = won + lost
        pValue = fewer == n - fewer ? 1 : min(1, 2 * BinomialTail.probability(ofAtMost: fewer, in: n, rate: 0.5))
    }

    /// What can be said with 95 % confidence of the second model against the first.
    public enum Result: String, Hashable, Sendable, Codable {
        /// The second model is better.
        case won
        /// Neither is clearly better.
        case tied
        /// The first model is better.
        case lost
    }

    /// Won or lost where the p-value is 0.05 or less.
    public var result: Result {
        if pValue > 0.05 { return .tied }
        return won > lost ? .won : .lost
    }
}

/// A figure of both models, and how far their difference may be off.
public struct FigureDifference: Hashable, Sendable, Codable {
    /// The name of the `Figure`.
    public let figure: String
    /// The first model's value; `nil` where it is undefined.
    @OrNull public internal(set) var first: Double?
    /// The second model's value; `nil` where it is undefined.
    @OrNull public internal(set) var second: Double?
    /// The 95 % percentile interval of second - first over draws in which both models met the same
    /// messages. `nil` without draws, for too few groups, and as in `PercentileInterval`.
    @OrNull public internal(set) var difference: PercentileInterval?
}

/// A slice as both models did on it: right is what is junk in Junk and what is wanted elsewhere.
public struct SliceComparison: Hashable, Sendable, Codable {
    /// What messages are divided by.
    public let dimension: SliceDimension
    /// The value that the messages of the slice share.
    public let value: String
    /// How many messages the slice has.
    public let n: Int
    /// Which model was right, by Junk alone, message by message.
    public let junk: PairedCounts
    /// What can be said of the second model, by `junk`: near duplicates count as often as they
    /// occur.
    public let result: PairedCounts.Result
}

/// Two models on the same messages.
///
/// As JSON an object of its properties by their names; `PairedCounts` are `{won, lost, pValue}`.
public struct Comparison: Hashable, Sendable, Codable {
    /// What can be said of the second model.
    public let verdict: ComparisonVerdict
    /// How many messages both models met.
    public let n: Int
    /// The share of wanted messages up to which more false junk is no reason against a model.
    public let maxFalseJunk: Double
    /// What each model did.
    public let first, second: JunkRates
    /// Which model was right by action: right is the right one, unsure never is.
    public let verdicts: PairedCounts
    /// Which model was right by Junk alone: right is junk in Junk, and wanted messages elsewhere.
    public let junk: PairedCounts
    /// The sign test by Junk alone: groups of near duplicates in which one model has more messages
    /// right. Templates that repeat cannot mislead it.
    public let junkByGroup: PairedCounts
    /// Which model was right on wanted messages alone: right is outside Junk.
    public let falseJunk: PairedCounts
    /// The sign test of `junkByGroup`, on wanted messages alone.
    public let falseJunkByGroup: PairedCounts
    /// Which model was right on junk alone: right is in Junk.
    public let missedJunk: PairedCounts
    /// The sign test of `junkByGroup`, on junk alone.
    public let missedJunkByGroup: PairedCounts
    /// How many actions wanted messages have. With fewer than two, as in a corpus of ham and spam,
    /// folders are not compared: its notices are labelled allow, too.
    public let wantedActions: Int
    /// The names of wanted actions and labels that a model knows and no message has: nothing is
    /// known of them.
    public let untested: [String]
    /// Which model files wanted messages right, of those that both keep out of Junk. Unsure is the
    /// inbox, as on a phone.
    public let folders: PairedCounts
    /// The sign test of `junkByGroup`, on these messages alone.
    public let foldersByGroup: PairedCounts
    /// The groups of wanted messages, and how many of them the second model puts in Junk, as
    /// `WantedGroups` counts them.
    public let wantedGroups: Rate
    /// The one-sided upper 95 % limit on that share, in 0...1.
    public let wantedGroupsLimit: Double
    /// How many draws intervals were made from; 0 for none.
    public let rounds: Int
    /// How many groups of near duplicates there are, which draws keep together.
    public let groups: Int
    /// The figures of both, in the order in which they were asked for.
    public let figures: [FigureDifference]
    /// Each slice of each dimension, the smallest p-value first.
    public let slices: [SliceComparison]
    /// The places, from 0 in the order of adding, of messages whose action differs.
    public let changed: [Int]

    /// The limit where none is asked for: that of training.
    public static let usualMaxFalseJunk = 0.002

    /// What is compared of scores that know only junk and what is wanted.
    public static func comparedOfScores(within maxFalseJunk: Double = usualMaxFalseJunk) -> [Figure] {
        [.falseJunk, .recall(.junk), .f1(.junk), .averagePrecision, .auc, .recallAt(FalseJunkBound(within: maxFalseJunk))]
    }

    /// What is compared by default.
    public static func compared(within maxFalseJunk: Double = usualMaxFalseJunk) -> [Figure] {
        comparedOfScores(within: maxFalseJunk) + [.accuracy, .macroF1, .logLoss, .calibrationError]
    }

    /// Compares two models.
    ///
    /// - Parameters:
    ///   - random: the same numbers give the same intervals.
    ///   - columns: what messages are divided by.
    ///   - first: the outcomes of one model.
    ///   - second: those of the other, for the same messages in the same order.
    ///   - groups: for each message the number of its group.
    ///   - compared: those to compare.
    ///   - untested: the names that `Evaluation.names(ofUntested:messages:)` gives.
    ///   - maxFalseJunk: the limit on false junk, a share in 0...1.
    ///   - rounds: of the bootstrap; 0 for none.
    /// - Precondition: both have as many outcomes, of the same truths.
    /// - Complexity: two sorts, then O(messages) a round and dimension.
    public init(
        _ first: Evaluation, _ second: Evaluation, by columns: SliceColumns, groups: [UInt64],
        figures compared: [Figure] = Comparison.compared(), untested: [String] = [],
        maxFalseJunk: Double = Comparison.usualMaxFalseJunk, rounds: Int,
        using random: inout some RandomNumberGenerator
    ) {
        let pairs = Array(zip(first.outcomes, second.outcomes))
        precondition(
            first.n == second.n && pairs.allSatisfy { $0.truth == $1.truth },
            "expected evaluations of the same messages, found others")
        n = first.n
        self.maxFalseJunk = maxFalseJunk
        (self.first, self.second) = (JunkRates(first.confusion), JunkRates(second.confusion))
        verdicts = PairedCounts(pairs) { $0.action == $0.truth.action }
        junk = PairedCounts(pairs, Comparison.isRightOnJunk)
        falseJunk = PairedCounts(pairs.filter { $0.0.truth != .junk }, Comparison.isRightOnJunk)
        missedJunk = PairedCounts(pairs.filter { $0.0.truth == .junk }, Comparison.isRightOnJunk)
        changed = pairs.indices.filter { pairs[$0].0.action != pairs[$0].1.action }
        slices = Comparison.slices(pairs, columns)
        let resampling = GroupResampling(first.outcomes, groups: groups)
        var lead = [Int](repeating: 0, count: resampling.groupCount), leadOfWanted = lead, leadOfJunk = lead
        var leadOfFolders = lead
        for (pair, group) in zip(pairs, resampling.groupOfRow) {
            if Comparison.areBothKept(pair) {
                leadOfFolders[Int(group)] +=
                    (Comparison.isInRightFolder(pair.1) ? 1 : 0) - (Comparison.isInRightFolder(pair.0) ? 1 : 0)
            }
            let points = (Comparison.isRightOnJunk(pair.1) ? 1 : 0) - (Comparison.isRightOnJunk(pair.0) ? 1 : 0)
            lead[Int(group)] += points
            if pair.0.truth == .junk { leadOfJunk[Int(group)] += points } else { leadOfWanted[Int(group)] += points }
        }
        junkByGroup = PairedCounts(leads: lead)
        falseJunkByGroup = PairedCounts(leads: leadOfWanted)
        missedJunkByGroup = PairedCounts(leads: leadOfJunk)
        let tested = Set(pairs.lazy.map(\.0.truth.action))
        wantedActions = tested.subtracting([.junk]).count
        self.untested = untested
        let filed = wantedActions > 1 ? pairs.filter(Comparison.areBothKept) : []
        folders = PairedCounts(filed, Comparison.isInRightFolder)
        foldersByGroup = PairedCounts(leads: wantedActions > 1 ? leadOfFolders : [])
        verdict = ComparisonVerdict(
            all: junkByGroup, caught: missedJunk, caughtByGroup: missedJunkByGroup, wanted: falseJunk,
            wantedByGroup: falseJunkByGroup,
            foldersByGroup: foldersByGroup, exceedsLimit: Comparison.exceeds(maxFalseJunk, self.first, self.second),
            isAboveLimit: self.second.falseJunk.value ?? 0 > maxFalseJunk)
        let ofWanted = WantedGroups(
            of: second, groups: zip(second.outcomes, groups).filter { $0.0.truth.action != .junk }.map(\.1))
        wantedGroups = Rate(ofWanted.inJunk, of: ofWanted.groups)
        wantedGroupsLimit = ofWanted.upperLimit
        self.rounds = rounds
        self.groups = resampling.groupCount
        figures = Comparison.differences(first, second, compared, resampling, rounds: rounds, using: &random)
    }

    private static func isRightOnJunk(_ outcome: Outcome) -> Bool {
        (outcome.action == .junk) == (outcome.truth == .junk)
    }

    /// Whether a message is wanted, and both models keep it out of Junk.
    private static func areBothKept(_ pair: (Outcome, Outcome)) -> Bool {
        pair.0.truth != .junk && pair.0.action != .junk && pair.1.action != .junk
    }

    private static func isInRightFolder(_ outcome: Outcome) -> Bool {
        (outcome.action == .none ? .allow : outcome.action) == outcome.truth.action
    }

    private static func slices(_ pairs: [(Outcome, Outcome)], _ columns: SliceColumns) -> [SliceComparison] {
        let all = columns.dimensions.indices.flatMap { i in
            let (names, sliceOfValue) = Slice.pooled(columns, i)
            var n = [Int](repeating: 0, count: names.count), won = n, lost = n
            for (pair, value) in zip(pairs, columns.indices[i]) {
                let slice = sliceOfValue[Int(value)], before = isRightOnJunk(pair.0), after = isRightOnJunk(pair.1)
                n[slice] += 1
                if after, !before { won[slice] += 1 }
                if before, !after { lost[slice] += 1 }
            }
            return names.indices.map { slice in
                let counts = PairedCounts(won: won[slice], lost: lost[slice])
                return SliceComparison(
                    dimension: columns.dimensions[i], value: names[slice], n: n[slice], junk: counts, result: counts.result)
            }
        }
        return all.sorted {
            ($0.junk.pValue, -$0.n, $0.dimension.rawValue, $0.value) < ($1.junk.pValue, -$1.n, $1.dimension.rawValue, $1.value)
        }
    }

    private static func differences(
        _ first: Evaluation, _ second: Evaluation, _ compared: [Figure], _ resampling: GroupResampling, rounds: Int,
        using random: inout some RandomNumberGenerator
    ) -> [FigureDifference] {
        let ranked = [first, second].map { RankedOutcomes($0.outcomes) }
        let groupsOfRanks = ranked.map { $0.rows.map { resampling.groupOfRow[Int($0)] } }
        let wholes = ranked.map { $0.measurements() }
        var values = compared.map { _ in [Double?]() }
        var weights = [UInt32](repeating: 0, count: resampling.groupCount)
        for _ in 0..<(resampling.groupCount < BootstrapIntervals.fewestGroups ? 0 : rounds) {
            let drawn = resampling.draw(&weights, using: &random)
            let pair = zip(ranked, groupsOfRanks).map { $0.measurements(weights: weights, groupOfRank: $1, drawn: drawn) }
            for (i, figure) in compared.enumerated() {
                let a = figure.number(pair[0]), b = figure.number(pair[1])
                values[i].append(a.flatMap { a in b.map { $0 - a } })
            }
        }
        return zip(compared, values).map { figure, values in
            FigureDifference(
                figure: figure.name, first: figure.number(wholes[0]), second: figure.number(wholes[1]),
                difference: PercentileInterval(values))
        }
    }
}

extension PairedCounts {
    /// - Parameter leads: of each group, by how many messages the second model leads.
    fileprivate init(leads: [Int]) { self.init(won: leads.count { $0 > 0 }, lost: leads.count { $0 < 0 }) }

    fileprivate init(_ pairs: [(Outcome, Outcome)], _ isRight: (Outcome) -> Bool) {
        self.init(won: pairs.count { !isRight($0.0) && isRight($0.1) }, lost: pairs.count { isRight($0.0) && !isRight($0.1) })
    }
}
