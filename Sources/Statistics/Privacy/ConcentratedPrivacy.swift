// Privacy: what noise promises, as rho, which adds up. Noise in; epsilon and delta out, never too
// small.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Zero-concentrated differential privacy: rho for all releases of the same people's data together
/// (Bun & Steinke, Concentrated differential privacy, 2016).
///
/// Rho is turned into epsilon and delta by corollary 13 of Canonne, Kamath & Steinke, The discrete
/// Gaussian for differential privacy, 2020:
///
///     delta = min over alpha > 1 of exp((alpha - 1) (alpha rho - epsilon)) / (alpha - 1)
///                                   x (1 - 1 / alpha)^alpha
///
/// The continuous Gaussian's exact figure (Balle & Wang 2018) is lower by some tenth. It is not
/// used: it is not proven for vectors of whole numbers.
public struct ConcentratedPrivacy: Hashable, Sendable {
    /// The bound on the Rényi divergence of order alpha over alpha; 0 or more, and smaller is more
    /// private. 0 stands for nothing released.
    public let rho: Double

    /// A bound of this rho.
    ///
    /// - Precondition: `rho` is 0 or more, and finite.
    public init(rho: Double) {
        precondition(rho >= 0 && rho.isFinite, "expected a finite rho of 0 or more, found \(rho)")
        self.rho = rho
    }

    /// The bound of discrete Gaussian noise on each number of a vector: rho = sensitivity^2 / (2
    /// scale^2) (theorem 14).
    ///
    /// - Parameter sensitivity: the most that one person moves the vector, as an L2 norm.
    /// - Parameter scale: the parameter of the noise; 0 traps.
    public init(gaussianOf sensitivity: UInt64, scale: UInt64) {
        let ratio = Double(sensitivity) / Double(scale)
        self.init(rho: ConcentratedPrivacy.above(ratio * ratio / 2))
    }

    /// The bound of anything that has this epsilon without delta: rho = epsilon^2 / 2 (proposition
    /// 1.4 of Bun & Steinke).
    public init(pure epsilon: Double) { self.init(rho: ConcentratedPrivacy.above(epsilon * epsilon / 2)) }

    /// Of both releases together, whoever is in one or in both.
    public static func + (a: ConcentratedPrivacy, b: ConcentratedPrivacy) -> ConcentratedPrivacy {
        ConcentratedPrivacy(rho: above(a.rho + b.rho))
    }

    /// The delta for an epsilon, 0 to 1.
    ///
    /// - Precondition: `epsilon` is 0 or more, and finite.
    public func delta(epsilon: Double) -> Double {
        precondition(epsilon >= 0 && epsilon.isFinite, "expected a finite epsilon of 0 or more, found \(epsilon)")
        guard rho > 0 else { return 0 }
        // The logarithm's derivative by alpha grows with alpha, and is 0 at the minimum. Any alpha
        // is valid, so it need not be exact.
        var low = 1.0, high = (epsilon + 1) / (2 * rho) + 2
        for _ in 0..<100 {
            let alpha = (low + high) / 2
            if (2 * alpha - 1) * rho - epsilon + log1p(-1 / alpha) < 0 { low = alpha } else { high = alpha }
        }
        let alpha = high
        let logarithm = (alpha - 1) * (alpha * rho - epsilon) + alpha * log1p(-1 / alpha) - log(alpha - 1)
        // More than what rounding may have taken from the sum.
        return min(1, exp(logarithm + 1e-10))
    }

    /// The least epsilon for a delta; infinite where no finite number does.
    ///
    /// - Precondition: 0 < delta < 1.
    public func epsilon(delta: Double) -> Double {
        precondition(delta > 0 && delta < 1, "expected a delta between 0 and 1, found \(delta)")
        // rho + 2 sqrt(rho ln(1 / delta)) always does (proposition 1.3 of Bun & Steinke).
        var low = 0.0, high = ConcentratedPrivacy.above(rho + 2 * (rho * log(1 / delta)).squareRoot())
        guard high.isFinite else { return .infinity }
        guard self.delta(epsilon: low) > delta else { return low }
        for _ in 0..<100 {
            let epsilon = (low + high) / 2
            if self.delta(epsilon: epsilon) > delta { low = epsilon } else { high = epsilon }
        }
        return high
    }

    /// The most rho that keeps an epsilon and a delta.
    ///
    /// - Precondition: `epsilon` is above 0 and finite, 0 < delta < 1.
    public static func most(epsilon: Double, delta: Double) -> ConcentratedPrivacy {
        precondition(epsilon > 0 && epsilon.isFinite && delta > 0 && delta < 1, "expected epsilon above 0, 0 < delta < 1")
        // Of a higher rho than epsilon the loss is above epsilon half of the time.
        var low = 0.0, high = epsilon
        for _ in 0..<100 {
            let rho = (low + high) / 2
            if ConcentratedPrivacy(rho: rho).delta(epsilon: epsilon) > delta { high = rho } else { low = rho }
        }
        return ConcentratedPrivacy(rho: low)
    }

    /// More than what rounding may have taken from a number of a few steps.
    private static func above(_ number: Double) -> Double { number * (1 + 1e-13) }
}
