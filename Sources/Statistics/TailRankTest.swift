// Statistics: whether the highest values of one sample lie above those of another. Histograms in,
// a ratio and its range out.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A linear rank test of two histograms of the same bins, for a few values far above all others. A
/// value above which a share p of both samples lies has the weight
///
///     w = ln(1 + tail / p)
///
/// which grows at the upper end alone: the best weights, by likelihood ratio, for a mixture with a
/// density that grows as 1 / p (rank tests: Hajek, Sidak & Sen, Theory of Rank Tests, 1999).
public struct TailRankTest: Sendable {
    /// The mean weight of found values, over that of expected ones: 1 where both have the same
    /// upper end, more where the found values reach higher.
    public let ratio: Double
    /// What the sum of found weights beyond the mean is multiplied by, to be the ratio less 1.
    private let scale: Double
    /// Values of both samples by bin, as so many independent ones, and their weights less the mean.
    private let bins: [(count: Double, weight: Double)]
    /// The share of all values that are found ones.
    private let share: Double
    private let clumps: Double

    /// `nil` where a histogram is empty.
    ///
    /// - Parameters:
    ///   - expected, found: counts by bin, in the order of the values.
    ///   - tail: about the share of values that count; above 0.
    ///   - clumping: the probability, beyond chance, that two values of a sample come together.
    package init?(expected: [Int], found: [Int], tail: Double, clumping: Double) {
        precondition(expected.count == found.count, "expected histograms of the same bins")
        let n = Double(expected.reduce(0, +)), m = Double(found.reduce(0, +)), all = n + m
        guard n > 0, m > 0 else { return nil }
        let counts = zip(expected, found).map { $0 + $1 }, weights = TailRankTest.weights(counts, tail: tail)
        var sumExpected = 0.0, sumFound = 0.0
        var bins: [(count: Double, weight: Double)] = []
        for bin in counts.indices where counts[bin] > 0 {
            sumExpected += Double(expected[bin]) * weights[bin]
            sumFound += Double(found[bin]) * weights[bin]
            bins.append((Double(counts[bin]), weights[bin]))
        }
        let mean = (sumExpected + sumFound) / all
        // The design effect of the difference of two means (Kish, Survey Sampling, 1965).
        let clumps = 1 + 2 * clumping * n * m / all
        (share, self.clumps) = (m / all, clumps)
        self.bins = bins.map { ($0.count / clumps, $0.weight - mean) }
        ratio = sumFound / m / (sumExpected / n)
        scale = all / (m * sumExpected)
    }

    /// By bin, where the middle of a bin is p; 0 for empty bins.
    private static func weights(_ counts: [Int], tail: Double) -> [Double] {
        let all = Double(counts.reduce(0, +))
        var above = 0.0
        var weights = [Double](repeating: 0, count: counts.count)
        for bin in counts.indices.reversed() where counts[bin] > 0 {
            weights[bin] = log1p(tail * all / (above + Double(counts[bin]) / 2))
            above += Double(counts[bin])
        }
        return weights
    }

    /// The clumping of a sample, from how its weights agree within groups: what the variance of
    /// their sum is beyond that of independent values, over the number of values (cluster-robust
    /// variance: Liang & Zeger, Longitudinal data analysis, 1986). At least 0.
    ///
    /// - Parameter values: the group and the bin of each.
    package static func clumping(_ values: some Collection<(group: UInt64, bin: Int)>, bins: Int, tail: Double) -> Double {
        var counts = [Int](repeating: 0, count: bins)
        for value in values { counts[value.bin] += 1 }
        let weights = weights(counts, tail: tail), all = Double(max(1, values.count))
        let mean = values.reduce(0) { $0 + weights[$1.bin] } / all
        var squares = 0.0
        var groups: [UInt64: Double] = [:]
        for value in values {
            let weight = weights[value.bin] - mean
            squares += weight * weight
            groups[value.group, default: 0] += weight
        }
        // In the order of their groups: sums of doubles depend on it.
        let ofGroups = groups.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
        return squares > 0 ? max(0, (ofGroups / squares - 1) / all) : 0
    }

    /// The range of the ratio, from what ratios of 1 vary by: a ratio of 1 lies below it with the
    /// probability of a standard normal value above `z`, and above it likewise.
    package func range(_ z: Double) -> (lower: Double, upper: Double) {
        (max(0, ratio - critical(z, 1) * scale), ratio + critical(z, -1) * scale)
    }

    /// The sum of found weights beyond the mean that is exceeded with the probability of a normal
    /// value above `z`, if each value of both samples is a found one with the same probability. By
    /// the saddlepoint approximation, since few weights decide (Lugannani & Rice, 1980; as r* of
    /// Barndorff-Nielsen, 1986).
    ///
    /// - Parameter sign: -1 for sums below the mean.
    private func critical(_ z: Double, _ sign: Double) -> Double {
        let heaviest = bins.reduce(0) { max($0, abs($1.weight)) }
        guard heaviest > 0 else { return 0 }
        // Beyond, e to a weight's tilt is infinite.
        let steepest = 700 / heaviest
        var low = 0.0, high = min(1, steepest)
        while high < steepest, deviation(sign * high).z < z { high = min(2 * high, steepest) }
        guard deviation(sign * high).z >= z else { return extreme(sign) * clumps }
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if deviation(sign * middle).z < z { low = middle } else { high = middle }
        }
        return sign * deviation(sign * high).sum * clumps
    }

    /// How far from the mean the sum can be at all.
    private func extreme(_ sign: Double) -> Double {
        bins.reduce(0) { $0 + $1.count * abs($1.weight) * (sign * $1.weight > 0 ? 1 - share : share) }
    }

    /// Where the tilted distribution of the sum has its mean, and how many standard deviations of a
    /// normal one that is away.
    private func deviation(_ tilt: Double) -> (sum: Double, z: Double) {
        var cumulant = 0.0, sum = 0.0, variance = 0.0
        for bin in bins {
            let tilted = share * exp(tilt * bin.weight), whole = 1 - share + tilted
            let part = tilted / whole
            cumulant += bin.count * (log(whole) - tilt * share * bin.weight)
            sum += bin.count * bin.weight * (part - share)
            variance += bin.count * bin.weight * bin.weight * part * (1 - part)
        }
        let root = (2 * max(0, tilt * sum - cumulant)).squareRoot(), wald = abs(tilt) * variance.squareRoot()
        return (sum, root > 1e-3 && wald > 0 ? root + log(wald / root) / root : root)
    }
}
