// Private counts: what a release promises, as a model's card and people read it.

import Statistics

/// What noise in the counts promises to each contributor: whether one's whole file was there or
/// not, every model is as likely up to a factor of exp(epsilon), except for a chance of delta.
///
/// It says nothing of messages that were used beside these counts, as background or for cutoffs.
public struct PrivacyGuarantee: Codable, Sendable, Hashable {
    /// What noise was drawn from.
    public enum Mechanism: String, Codable, Sendable {
        /// Gaussian noise on whole numbers.
        case discreteGaussian
        /// Laplace noise on whole numbers.
        case discreteLaplace
    }

    /// The bound on the log-ratio of probabilities, in nats; above 0.
    public let epsilon: Double
    /// The chance that epsilon does not hold, 0 or more and below 1; 0 for Laplace noise.
    public let delta: Double
    /// What noise was drawn from.
    public let mechanism: Mechanism
    /// The standard deviation of what was added to each sum, in the unit of values.
    public let noise: Double
    /// The most that one contributor moved the sums of each release, in the unit of values: an L2
    /// norm for Gaussian noise, an L1 norm for Laplace noise.
    public let clip: Double
    /// How many releases of possibly the same contributors are in it; 1 or more.
    public let releases: Int
    /// How many features the plan has.
    public let features: Int

    /// Whether a card may hold it: cards of other programs may hold anything.
    var isPlausible: Bool {
        [epsilon, noise, clip].allSatisfy { $0.isFinite && $0 > 0 } && 0..<1 ~= delta && releases > 0 && features > 0
    }
}
