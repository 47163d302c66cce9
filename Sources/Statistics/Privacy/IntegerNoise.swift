// Privacy: the two kinds of noise for whole numbers, drawn exactly. A scale in, whole numbers out.

/// Noise to add to a whole number, with a mean of 0.
///
/// - `discreteLaplace`: P(x) is proportional to exp(-|x| / scale). Epsilon alone, without delta.
/// - `discreteGaussian`: P(x) is proportional to exp(-x^2 / (2 scale^2)). Less noise for long
///   vectors, with a delta.
///
/// Canonne, Kamath & Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020. The
/// draws are exact if the generator's bits are random. They take time that depends on what is
/// drawn: who can time single draws is not kept out.
public struct IntegerNoise: Hashable, Sendable {
    /// The distributions that noise is drawn from.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// Probability in proportion to e to the power of -|x| / scale.
        case discreteLaplace = 1
        /// Probability in proportion to e to the power of -x^2 / (2 scale^2).
        case discreteGaussian = 2
    }

    /// The scales that noise may have: 1 to 2^48, so that all steps fit 128 bits.
    public static let scales: ClosedRange<UInt64> = 1...1 << 48

    /// The distribution.
    public let kind: Kind
    /// The parameter of the distribution, in `scales`, in the unit of the numbers.
    public let scale: UInt64

    /// Noise of this distribution and scale.
    ///
    /// - Precondition: `scale` is in `scales`.
    public init(_ kind: Kind, scale: UInt64) {
        precondition(IntegerNoise.scales.contains(scale), "expected a scale in \(IntegerNoise.scales), found \(scale)")
        (self.kind, self.scale) = (kind, scale)
    }

    /// The standard deviation, nearly: both kinds approach the continuous ones, and are below them.
    public var standardDeviation: Double { kind == .discreteLaplace ? 2.squareRoot() * Double(scale) : Double(scale) }

    /// One draw. It uses some 20 random words in the mean.
    public func draw(using generator: inout some RandomNumberGenerator) -> Int64 {
        switch kind {
        case .discreteLaplace: laplace(&generator)
        case .discreteGaussian: gaussian(&generator)
        }
    }

    /// Algorithm 2: a place within a block by its exponential, the block by a geometric number, a
    /// sign. Zero with a minus is drawn again, or zero would be twice as likely.
    private func laplace(_ generator: inout some RandomNumberGenerator) -> Int64 {
        let scale = UInt128(scale)
        while true {
            let place = generator.exactly(below: scale)
            guard generator.isWithinExponential(place, over: scale) else { continue }
            var block: UInt128 = 0
            while generator.isWithinExponential(1, over: 1) { block += 1 }
            // The 2^15th block, where 64 bits end, has a chance of exp(-32768).
            let size = Int64(clamping: place + scale * block)
            let isNegative = generator.next() & 1 == 1
            if isNegative, size == 0 { continue }
            return isNegative ? -size : size
        }
    }

    /// Algorithm 3 with t = scale: a draw of Laplace noise is kept with a chance of
    ///
    ///     exp(-(|x| - scale)^2 / (2 scale^2))
    private func gaussian(_ generator: inout some RandomNumberGenerator) -> Int64 {
        let square = UInt128(scale) * UInt128(scale)
        while true {
            let drawn = laplace(&generator)
            let distance = UInt128(drawn.magnitude > scale ? drawn.magnitude - scale : scale - drawn.magnitude)
            if generator.isWithinExponential(distance * distance, over: 2 * square) { return drawn }
        }
    }
}
