// Evaluation: bootstrap intervals of figures that are not plain rates. An evaluation and its groups
// in, limits out.

import Statistics

/// The range of the middle 95 % of values that were found.
public struct PercentileInterval: Hashable, Sendable, Codable {
    /// The 2.5 % quantile.
    public let lower: Double
    /// The 97.5 % quantile.
    public let upper: Double

    /// The 2.5 % and 97.5 % quantiles, linear between neighbours, as in NumPy's `percentile`.
    ///
    /// - Parameter values: in any order. `nil` for a draw in which the figure was undefined; there
    ///   is no interval where more than one in twenty is. Nor is there one where all draws are
    ///   alike: no mistake in any draw does not mean that there is none to make.
    init?(_ values: [Double?]) {
        let sorted = values.compactMap { $0 }.sorted()
        guard !sorted.isEmpty, 20 * (values.count - sorted.count) <= values.count else { return nil }
        func quantile(_ share: Double) -> Double {
            let place = share * Double(sorted.count - 1)
            let below = Int(place), above = min(below + 1, sorted.count - 1)
            return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
        }
        lower = quantile(0.025)
        upper = quantile(0.975)
        guard lower < upper else { return nil }
    }
}

/// 95 % percentile intervals of a bootstrap over groups of messages (Efron & Tibshirani, "An
/// Introduction to the Bootstrap", 1993, chapter 13).
///
/// As JSON `{"rounds": 1000, "groups": 1109, "intervals": {"ap": {"lower": 0.86, "upper": 0.89},
/// …}}`, by the names of `Figure`. See `PercentileInterval` for what has no interval. Fewer than
/// `fewestGroups` give none at all. Wilson's intervals take messages as independent and are too
/// short where templates repeat; the report has both.
public struct BootstrapIntervals: Hashable, Sendable, Codable {
    /// How many draws there were.
    public let rounds: Int
    /// How many groups of messages were drawn from.
    public let groups: Int
    /// The fewest groups that are drawn from: draws from fewer say nothing of others.
    public static let fewestGroups = 10
    /// The interval of each figure that has one, by its name.
    public let intervals: [String: PercentileInterval]

    /// The figures of the catalogue that have intervals by draws.
    static let figures = Figure.all.filter(\.isDrawn)

    /// Draws groups, and takes each figure of each draw.
    ///
    /// - Parameters:
    ///   - evaluation: the outcomes, with their scores.
    ///   - costs: what mistakes cost, if it is known.
    ///   - groups: for each outcome the number of its group.
    ///   - rounds: 1 or more; 1,000 are usual.
    ///   - random: the same numbers give the same intervals.
    /// - Precondition: `rounds` is above 0.
    /// - Complexity: one sort, then O(messages) a round.
    public init(
        _ evaluation: Evaluation, groups: [UInt64], rounds: Int, costs: MistakeCosts? = nil,
        using random: inout some RandomNumberGenerator
    ) {
        precondition(rounds > 0, "expected one round or more, found \(rounds)")
        let ranked = RankedOutcomes(evaluation.outcomes)
        let resampling = GroupResampling(evaluation.outcomes, groups: groups)
        let groupOfRank = ranked.rows.map { resampling.groupOfRow[Int($0)] }
        var whole = ranked.measurements()
        whole.costs = costs
        let defined = BootstrapIntervals.figures.filter { $0.number(whole) != nil }
        var values = defined.map { _ in [Double?]() }
        var weights = [UInt32](repeating: 0, count: resampling.groupCount)
        for _ in 0..<(resampling.groupCount < BootstrapIntervals.fewestGroups ? 0 : rounds) {
            let drawn = resampling.draw(&weights, using: &random)
            var measured = ranked.measurements(weights: weights, groupOfRank: groupOfRank, drawn: drawn)
            measured.costs = costs
            for (i, figure) in defined.enumerated() { values[i].append(figure.number(measured)) }
        }
        self.rounds = rounds
        self.groups = resampling.groupCount
        intervals = Dictionary(
            uniqueKeysWithValues: zip(defined, values).compactMap { figure, values in
                PercentileInterval(values).map { (figure.name, $0) }
            })
    }
}

extension Rate {
    /// At each end the wider of Wilson's limits and those of a bootstrap: what may be promised.
    /// `nil` out of 0.
    package func widestLimits(_ drawn: PercentileInterval?) -> (lower: Double, upper: Double)? {
        interval95.map { (min($0.lower, drawn?.lower ?? 1), max($0.upper, drawn?.upper ?? 0)) }
    }
}
