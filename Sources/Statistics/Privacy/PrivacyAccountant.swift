// Privacy: adds up what several releases of the same people's data promise together, and finds the
// noise for a promise.

/// What a release promises: with it and without any one person's data, every outcome is as likely
/// up to a factor of exp(epsilon) (Dwork, McSherry, Nissim & Smith 2006), except for a chance of
/// delta (Dwork, Kenthapadi, McSherry, Mironov & Naor 2006).
public struct PrivacyBound: Hashable, Sendable {
    /// The epsilons that a release may promise: below there is nothing but noise, above nothing is
    /// hidden.
    public static let epsilons = 0.001...100.0
    /// The deltas that a release may promise besides 0, the delta of Laplace noise.
    public static let deltas = 1e-15...1e-3

    /// The bound on the log-ratio of probabilities, in nats; above 0.
    public let epsilon: Double
    /// The chance that epsilon does not hold, 0 to 1; 0 for Laplace noise.
    public let delta: Double

    /// A bound of these two, neither of which is checked.
    public init(epsilon: Double, delta: Double) { (self.epsilon, self.delta) = (epsilon, delta) }
}

/// The accountant. Releases may share people or not: it takes the worst case, that all have the
/// same.
///
/// ```swift
/// var accountant = PrivacyAccountant()
/// accountant.add(IntegerNoise(.discreteGaussian, scale: 4), sensitivity: 1)
/// accountant.epsilon(delta: 1e-6)          // 1.2…
/// ```
public struct PrivacyAccountant: Sendable {
    /// Of the releases with Laplace noise.
    private var pureEpsilon = 0.0
    private var pure = ConcentratedPrivacy(rho: 0)
    /// Of those with Gaussian noise.
    private var gaussian = ConcentratedPrivacy(rho: 0)

    /// Nothing released yet.
    public init() {}

    /// Adds a release.
    ///
    /// - Parameters:
    ///   - noise: added to each number of a vector.
    ///   - sensitivity: the most that one person moves the vector, in the noise's unit: as an L1
    ///     norm for Laplace noise, an L2 norm for Gaussian.
    public mutating func add(_ noise: IntegerNoise, sensitivity: UInt64) {
        switch noise.kind {
        case .discreteLaplace:
            let epsilon = Double(sensitivity) / Double(noise.scale) * (1 + 1e-13)
            pureEpsilon += epsilon
            pure = pure + ConcentratedPrivacy(pure: epsilon)
        case .discreteGaussian:
            gaussian = gaussian + ConcentratedPrivacy(gaussianOf: sensitivity, scale: noise.scale)
        }
    }

    /// Whether epsilon holds without a delta: no release had Gaussian noise.
    public var isPure: Bool { gaussian.rho == 0 }

    /// The least epsilon known to hold for all releases together. Laplace releases add up their
    /// epsilons, or their rho with that of the others, whichever is less.
    ///
    /// - Parameter delta: 0 if `isPure`, else below 1. With 0 and Gaussian noise it is infinite.
    public func epsilon(delta: Double) -> Double {
        guard delta > 0 else { return isPure ? pureEpsilon : .infinity }
        let added = pureEpsilon + (isPure ? 0 : gaussian.epsilon(delta: delta))
        return min(added, (pure + gaussian).epsilon(delta: delta))
    }

    /// Whether a bound is known to hold for all releases together. Quicker than `epsilon`.
    ///
    /// - Precondition: the bound's epsilon is 0 or more.
    public func keeps(_ bound: PrivacyBound) -> Bool {
        let left = bound.epsilon - pureEpsilon
        if isPure, left >= 0 { return true }
        guard bound.delta > 0 else { return false }
        return (pure + gaussian).delta(epsilon: bound.epsilon) <= bound.delta
            || !isPure && left >= 0 && gaussian.delta(epsilon: left) <= bound.delta
    }

    /// The least noise of a kind that keeps a bound for one release, rounded up a little to be
    /// safe; `nil` where none in `IntegerNoise.scales` does.
    ///
    /// - Precondition: the bound's epsilon is above 0. Its delta is 0 for Laplace noise, else
    ///   between 0 and 1.
    public static func noise(_ kind: IntegerNoise.Kind, for bound: PrivacyBound, sensitivity: UInt64) -> IntegerNoise? {
        let scale: Double
        switch kind {
        case .discreteLaplace: scale = Double(sensitivity) / bound.epsilon
        case .discreteGaussian:
            let most = ConcentratedPrivacy.most(epsilon: bound.epsilon, delta: bound.delta)
            scale = Double(sensitivity) / (2 * most.rho).squareRoot()
        }
        // Rounded up, by more than the arithmetic is wrong.
        let rounded = (scale * (1 + 1e-11)).rounded(.up) + 1
        guard rounded <= Double(IntegerNoise.scales.upperBound) else { return nil }
        let noise = IntegerNoise(kind, scale: UInt64(rounded))
        var accountant = PrivacyAccountant()
        accountant.add(noise, sensitivity: sensitivity)
        return accountant.keeps(bound) ? noise : nil
    }
}
