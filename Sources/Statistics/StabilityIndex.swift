// Statistics: how far a histogram is from another. Counts in, the population stability index and
// its interval out.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The population stability index of two histograms of the same bins, with p the expected and q the
/// found shares (Siddiqi, Credit Risk Scorecards, 2006):
///
///     PSI = sum (q - p) ln(q / p)
///
/// By convention below 0.1 little has changed, and above 0.25 much. It is Jeffreys' divergence, and
/// symmetric.
public struct StabilityIndex: Sendable, Hashable {
    /// The index, at least 0; 0 where the histograms have the same shares. Not less its bias.
    public let value: Double
    /// Its standard error, by the delta method, were both histograms of independent draws.
    package let standardError: Double
    /// What it is in the mean if nothing has changed: chi-squared with bins - 1 degrees of freedom,
    /// times 1 / n + 1 / N (Yurdakul & Naranjo, Statistical properties of the population stability
    /// index, 2020).
    package let bias: Double

    /// Adjacent bins are put together until each has the share `leastShare` of what is expected, as
    /// the index of bins that are nearly empty is noise; 0 where bins have no order. Each bin then
    /// counts half a message more.
    ///
    /// `nil` where a histogram is empty.
    ///
    /// - Parameters:
    ///   - expected, found: counts by bin, weighted or not.
    ///   - expectedSize, foundSize: how many independent draws the counts are worth.
    package init?(expected: [Double], found: [Double], expectedSize: Double, foundSize: Double, leastShare: Double) {
        let (allExpected, allFound) = (expected.reduce(0, +), found.reduce(0, +))
        guard allExpected > 0, allFound > 0, expectedSize > 0, foundSize > 0 else { return nil }
        var bins: [(expected: Double, found: Double)] = []
        var open = (expected: 0.0, found: 0.0)
        for (e, f) in zip(expected, found) where e > 0 || f > 0 {
            open = (open.expected + e, open.found + f)
            if open.expected >= leastShare * allExpected {
                bins.append(open)
                open = (0, 0)
            }
        }
        if bins.isEmpty {
            bins.append(open)
        } else {
            bins[bins.count - 1].expected += open.expected
            bins[bins.count - 1].found += open.found
        }
        self.init(
            bins.map { (expectedSize * $0.expected / allExpected, foundSize * $0.found / allFound) })
    }

    /// - Parameter bins: how many independent draws fell into each.
    private init(_ bins: [(expected: Double, found: Double)]) {
        let half = 0.5
        let expectedSize = bins.reduce(0) { $0 + $1.expected + half }, foundSize = bins.reduce(0) { $0 + $1.found + half }
        var value = 0.0
        // The mean and the mean square of the derivatives by p and by q.
        var (meanP, squareP, meanQ, squareQ) = (0.0, 0.0, 0.0, 0.0)
        for bin in bins {
            let p = (bin.expected + half) / expectedSize, q = (bin.found + half) / foundSize
            let ratio = log(q / p)
            value += (q - p) * ratio
            let byQ = ratio + 1 - p / q, byP = 1 - q / p - ratio
            meanQ += q * byQ
            squareQ += q * byQ * byQ
            meanP += p * byP
            squareP += p * byP * byP
        }
        self.value = value
        standardError =
            (max(0, squareQ - meanQ * meanQ) / foundSize + max(0, squareP - meanP * meanP) / expectedSize).squareRoot()
        bias = Double(bins.count - 1) * (1 / foundSize + 1 / expectedSize)
    }

    /// The interval around the value without its bias, of so many standard errors, not below 0.
    package func interval(_ z: Double) -> (lower: Double, upper: Double) {
        (max(0, value - bias - z * standardError), max(0, value - bias + z * standardError))
    }
}
