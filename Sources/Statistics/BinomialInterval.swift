// Statistics: how far a measured rate may be from the true one. Counts in, limits out.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The range in which the true rate lies, given `successes` out of `trials`, both limits in 0...1.
///
/// Example: `BinomialInterval.wilson(successes: 0, trials: 150)` is 0...0.02497: no message lost
/// out of 150 may still be one in forty.
///
/// Two kinds, after Brown, Cai & DasGupta, "Interval Estimation for a Binomial Proportion", 2001:
/// - `wilson` is near the stated confidence on average and short. For reports.
/// - `clopperPearsonUpper` is an upper limit that is never below the stated confidence. For
///   promises.
///
/// With no trials there is no interval: every function gives `nil`, never NaN. `confidence` lies
/// between 0 and 1, successes in 0...trials; another value is a programmer's mistake and traps.
public struct BinomialInterval: Hashable, Sendable {
    /// The lower limit, in 0...1.
    public let lower: Double
    /// The upper limit, in 0...1.
    public let upper: Double

    /// - Precondition: 0 <= lower <= upper <= 1.
    package init(lower: Double, upper: Double) {
        self.lower = lower
        self.upper = upper
    }

    /// The score interval (Wilson 1927), z the two-sided normal quantile of `confidence`, p =
    /// successes / trials, n = trials:
    ///
    ///     (p + z^2 / 2n  -+  z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)
    public static func wilson(successes: Int, trials: Int, confidence: Double = 0.95) -> BinomialInterval? {
        guard isDefined(successes, trials, confidence) else { return nil }
        let z = confidence == 0.95 ? 1.959963984540054 : normalQuantile(ofTail: (1 - confidence) / 2)
        let n = Double(trials)
        let p = Double(successes) / n
        let center = p + z * z / (2 * n)
        let half = z * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        // At the ends the limit is exactly 0 or 1; rounding would miss it by an ulp.
        return BinomialInterval(
            lower: successes == 0 ? 0 : (center - half) / scale,
            upper: successes == trials ? 1 : (center + half) / scale)
    }

    /// The one-sided exact limit (Clopper & Pearson 1934): with `confidence`, the true rate is at
    /// most this. 1 where every trial succeeded.
    ///
    ///     P(X <= successes) = 1 - confidence
    ///
    /// Example: 0 false junk out of 3,000 wanted messages is at most 0.000998 with 95 % confidence
    /// (the rule of three: 3/n).
    ///
    /// - Complexity: about 60 tails of O(sqrt(trials)) each.
    public static func clopperPearsonUpper(successes: Int, trials: Int, confidence: Double = 0.95) -> Double? {
        guard isDefined(successes, trials, confidence) else { return nil }
        return upperLimit(successes: successes, trials: trials, tail: 1 - confidence)
    }

    /// How many trials it takes to promise a rate of at most `bound` with `confidence`, when
    /// `successes` of them are met.
    ///
    /// The smallest n with `clopperPearsonUpper(successes:trials: n) <= bound`; for 0 successes the
    /// rule of three, about 3 / bound. Example: a false-junk rate of at most 0.1 % with 95 %
    /// confidence needs 2,995 wanted messages and no mistake, 4,742 with one mistake. `nil` when
    /// more than 2^40 would be needed. Requires 0 < bound < 1.
    public static func trialsNeeded(forUpperBound bound: Double, confidence: Double = 0.95, successes: Int = 0) -> Int? {
        precondition(0 < bound && bound < 1, "expected a bound between 0 and 1, found \(bound)")
        precondition(0 < confidence && confidence < 1, "expected a confidence between 0 and 1, found \(confidence)")
        precondition(successes >= 0, "expected a count of successes, found \(successes)")
        let most = 1 << 40
        func suffices(_ trials: Int) -> Bool {
            BinomialTail.probability(ofAtMost: successes, in: trials, rate: bound) <= 1 - confidence
        }
        guard successes < most else { return nil }
        var tooFew = successes  // the limit of n out of n is 1
        var enough = successes + 1
        while !suffices(enough) {
            guard enough < most else { return nil }
            tooFew = enough
            enough = min(2 * enough, most)
        }
        while enough - tooFew > 1 {
            let middle = tooFew + (enough - tooFew) / 2
            if suffices(middle) { enough = middle } else { tooFew = middle }
        }
        return enough
    }

    // MARK: -

    /// The rate at which `successes` or fewer have the probability `tail`.
    private static func upperLimit(successes: Int, trials: Int, tail: Double) -> Double {
        guard successes < trials else { return 1 }
        return crossing { BinomialTail.probability(ofAtMost: successes, in: trials, rate: $0) <= tail }
    }

    /// The smallest value in 0...1 at which the condition holds: bisection down to neighbouring
    /// doubles.
    private static func crossing(_ holds: (Double) -> Bool) -> Double {
        var low = 0.0
        var high = 1.0
        while true {
            let middle = low + (high - low) / 2
            guard low < middle, middle < high else { return high }
            if holds(middle) { high = middle } else { low = middle }
        }
    }

    /// z > 0 with P(Z > z) = erfc(z / sqrt 2) / 2 = `tail` for a standard normal Z, 0 < tail < 1/2,
    /// by bisection.
    package static func normalQuantile(ofTail tail: Double) -> Double {
        // No tail of a double is smaller than that of 40.
        40 * crossing { erfc(40 * $0 / 2.0.squareRoot()) / 2 <= tail }
    }

    /// Whether there was a trial at all. Traps on impossible counts and confidences.
    private static func isDefined(_ successes: Int, _ trials: Int, _ confidence: Double) -> Bool {
        precondition(0 <= successes && successes <= trials, "expected 0 <= successes <= trials, found \(successes) of \(trials)")
        precondition(0 < confidence && confidence < 1, "expected a confidence between 0 and 1, found \(confidence)")
        return trials > 0
    }
}
