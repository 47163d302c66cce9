// Privacy: yes or no with an exact chance. Whole numbers and random bits in; no floating point.

/// Noise made of floating-point numbers gives away what it hides: the gaps between these numbers
/// tell which sums are possible (Mironov, On significance of the least significant bits for
/// differential privacy, CCS 2012). So all noise is drawn with whole numbers, as in Canonne, Kamath
/// & Steinke, The discrete Gaussian for differential privacy, NeurIPS 2020.
extension RandomNumberGenerator {
    /// A number in 0..<bound, each as likely: random bits, drawn again while they are too large.
    ///
    /// - Precondition: `bound` is above 0.
    mutating func exactly(below bound: UInt128) -> UInt128 {
        let most = bound - 1
        guard most > UInt128(UInt64.max) else {
            let mask = UInt64.max >> UInt64(truncatingIfNeeded: UInt64(most).leadingZeroBitCount)
            guard most > 0 else { return 0 }
            while true {
                let drawn = next() & mask
                if drawn <= most { return UInt128(drawn) }
            }
        }
        let mask = UInt128.max >> UInt128(most.leadingZeroBitCount)
        while true {
            let high = UInt128(next()), drawn = (high << 64 | UInt128(next())) & mask
            if drawn <= most { return drawn }
        }
    }

    /// True with a chance of exactly exp(-numerator / denominator): algorithm 1 of Canonne, Kamath
    /// & Steinke.
    ///
    /// - Precondition: 0 < denominator <= 2^100.
    mutating func isWithinExponential(_ numerator: UInt128, over denominator: UInt128) -> Bool {
        precondition(denominator > 0 && denominator <= 1 << 100, "expected a denominator in 1...2^100")
        let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
        var left = whole
        while left > 0 {
            guard isWithinUnitExponential(1, over: 1) else { return false }
            left -= 1
        }
        return isWithinUnitExponential(rest, over: denominator)
    }

    /// The same for numerator <= denominator: the alternating sum of the exponential's series. It
    /// draws with chances gamma, gamma / 2, gamma / 3… until one fails; an odd number of draws says
    /// yes.
    private mutating func isWithinUnitExponential(_ numerator: UInt128, over denominator: UInt128) -> Bool {
        // Some e draws in the mean. A sum of 2^27 draws, which would overflow, has no chance.
        var draws: UInt128 = 1
        while exactly(below: denominator * draws) < numerator { draws += 1 }
        return draws & 1 == 1
    }
}
