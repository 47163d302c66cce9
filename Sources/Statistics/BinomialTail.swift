// Statistics: the tail of the binomial distribution, for exact limits and tests. Counts and a rate
// in, a probability out.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// P(X <= k) for X ~ Binomial(n, p), with q = 1 - p. This is the regularised incomplete beta
/// function I_q(n - k, k + 1); for whole k it is a finite sum, here from the largest term outward:
///
///     P(X <= k) = P(X = k) (1 + k q / ((n - k + 1) p) (1 + (k - 1) q / ((n - k + 2) p) (1 + ...)))
///
/// All terms are positive, so no digit is lost. The usual continued fraction (modified Lentz)
/// subtracts 1 - x in its first step and loses digits where n is large and p small. P(X = k) is
/// taken in Loader's saddle-point form ("Fast and accurate computation of binomial probabilities",
/// 2000), because differences of `lgamma` lose as many digits as n has.
/// Benchmarks/decisions/numerics.md
package enum BinomialTail {
    /// P(X <= `successes`), in 0...1. Requires 0 <= successes < trials and 0 < rate < 1.
    /// Complexity: O(sqrt(trials)).
    package static func probability(ofAtMost successes: Int, in trials: Int, rate: Double) -> Double {
        lowerTail(Double(successes), Double(trials), rate, complement: 1 - rate)
    }

    /// P(X <= k), 0 <= k < n; q is given with p because one of them may be too small to subtract.
    private static func lowerTail(_ k: Double, _ n: Double, _ p: Double, complement q: Double) -> Double {
        // From the mean on the other tail is the smaller, and its terms fall from the first.
        k < n * p ? outwardSum(k, n, p, complement: q) : 1 - outwardSum(n - k - 1, n, q, complement: p)
    }

    /// The sum above, for k below the mean. Its terms fall like a normal density: about 9 sqrt(n p
    /// q) of them matter.
    private static func outwardSum(_ k: Double, _ n: Double, _ p: Double, complement q: Double) -> Double {
        var sum = 1.0
        var term = 1.0
        var i = k
        while i > 0, term > 1e-17 * sum {
            term *= i * q / ((n - i + 1) * p)
            sum += term
            i -= 1
        }
        return sum * pointProbability(of: k, in: n, p, complement: q)
    }

    /// P(X = k), 0 <= k < n. For k > 0 with D0 the deviance and delta the Stirling error:
    ///
    ///     sqrt(n / (2 pi k (n - k)))
    ///         exp(delta(n) - delta(k) - delta(n - k) - D0(k, np) - D0(n - k, nq))
    private static func pointProbability(of k: Double, in n: Double, _ p: Double, complement q: Double) -> Double {
        guard k > 0 else { return exp(n * (p < 0.5 ? log1p(-p) : log(q))) }
        let exponent =
            stirlingError(n) - stirlingError(k) - stirlingError(n - k) - deviance(k, n * p) - deviance(n - k, n * q)
        return (n / (2 * .pi * k * (n - k))).squareRoot() * exp(exponent)
    }

    /// delta(n) = ln n! - ln(sqrt(2 pi n) (n/e)^n) for whole n >= 1.
    private static func stirlingError(_ n: Double) -> Double {
        if n < 16 {
            // 15! is exact in a Double.
            let factorial = (1...Int(n)).reduce(1.0) { $0 * Double($1) }
            return log(factorial) - (0.5 * log(2 * .pi * n) + n * log(n) - n)
        }
        let s = 1 / (n * n)
        // The first term left out is at most 1 / (1188 * 16^9) = 1.2e-14.
        return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - s / 1680) * s) * s) / n
    }

    /// D0(k, m) = k ln(k / m) + m - k >= 0, without cancellation where k is near m: with v = (k -
    /// m) / (k + m),
    ///
    ///     D0 = (k - m) v + 2 k (v^3 / 3 + v^5 / 5 + ...)
    private static func deviance(_ k: Double, _ m: Double) -> Double {
        let v = (k - m) / (k + m)
        guard abs(v) < 0.1 else { return k * log(k / m) + m - k }
        var sum = (k - m) * v
        var power = 2 * k * v
        var odd = 3.0
        while true {
            power *= v * v
            let next = sum + power / odd
            if next == sum { return sum }
            sum = next
            odd += 2
        }
    }
}
