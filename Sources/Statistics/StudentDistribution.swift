// Statistics: Student's t distribution, for the limits of a further observation.

import Foundation

/// Student's t distribution with a whole number of degrees of freedom.
package enum StudentDistribution {
    /// P(T <= t), in 0...1: the finite sums of Abramowitz & Stegun, Handbook of Mathematical
    /// Functions (1964), 26.7.3 and 26.7.4.
    ///
    /// - Precondition: degrees of freedom >= 1.
    /// - Complexity: O(degrees of freedom).
    package static func probability(ofAtMost t: Double, degreesOfFreedom n: Int) -> Double {
        precondition(n >= 1, "expected a degree of freedom or more, found \(n)")
        let angle = atan(t / Double(n).squareRoot()), cosine = cos(angle)
        let isOdd = n % 2 == 1
        // A(t) = P(|T| <= t): a sum of (n - 1) / 2 or n / 2 terms.
        var term = isOdd ? cosine : 1.0, sum = 0.0
        for i in 0..<n / 2 {
            sum += term
            let k = Double(i)
            term *= cosine * cosine * (isOdd ? (2 * k + 2) / (2 * k + 3) : (2 * k + 1) / (2 * k + 2))
        }
        let between = isOdd ? 2 / .pi * (angle + sin(angle) * sum) : sin(angle) * sum
        return (1 + between) / 2
    }

    /// The t that T does not exceed with this probability, to 12 digits.
    ///
    /// - Precondition: 0.5 <= probability < 1.
    package static func quantile(_ probability: Double, degreesOfFreedom n: Int) -> Double {
        precondition((0.5..<1).contains(probability), "expected a probability of 0.5 or more and below 1, found \(probability)")
        var low = 0.0, high = 1.0
        while self.probability(ofAtMost: high, degreesOfFreedom: n) < probability, high < 1e12 { high *= 2 }
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if self.probability(ofAtMost: middle, degreesOfFreedom: n) < probability { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}
