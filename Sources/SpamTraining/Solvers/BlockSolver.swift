// Training: one step of the dual of softmax regression, for one row.

import Foundation

/// Finds the best distribution of one row by Newton's method, for all classes at once.
///
/// With F[c] = ln q[c] + a q[c] - target[c] + level, a step changes the level by d, and ln q[c] by
/// -(F[c] + d) / (1 + a q[c]), where d makes q add up to 1. Where a q > 1 the equation is nearly
/// linear in q, so q is multiplied by 1 + that change instead. One iteration for all is three times
/// as fast as nested ones: Benchmarks/decisions/solver.md.
struct BlockSolver {
    private let classCount: Int
    /// The scores of the row, for `solve`.
    var scores: [Double]
    /// What the last step adds to each class's vector, as multiples of the row.
    private(set) var change: [Double]
    private var target: [Double]
    private var logs: [Double]
    private var q: [Double]
    private var old: [Double]
    /// Room for `solve`: F, and 1 / (1 + a q).
    private var errors: [Double]
    private var slopes: [Double]

    /// Where the search for a first distribution begins: the probability of each other class.
    private static let nearby = 1e-5
    /// ln 1e-15: no q is lower.
    private static let least = -34.538776394910684
    private static let mostSteps = 40

    init(classCount k: Int) {
        classCount = k
        scores = Array(repeating: 0, count: k)
        (change, target, logs, q, old, errors, slopes) = (scores, scores, scores, scores, scores, scores, scores)
    }

    /// The first step of a row, from q = 1 for its own class. Stores the logarithms of the best q.
    ///
    /// - Returns: what the dual gains, at half the penalty.
    mutating func firstStep(_ stored: UnsafeMutablePointer<Float>, own: Int, curvature a: Double, cost: Double) -> Double {
        for c in 0..<classCount {
            old[c] = c == own ? 1 : 0
            target[c] = scores[c] + a * old[c]
            q[c] = c == own ? 1 - BlockSolver.nearby * Double(classCount - 1) : BlockSolver.nearby
            logs[c] = log(q[c])
        }
        solve(curvature: a)
        store(in: stored, cost: cost)
        // Entropy, less the terms of the row's scores and of its length.
        var gain = 0.0
        for c in 0..<classCount {
            let less = change[c] / cost, log = Double(stored[c])
            gain -= exponential(log) * log + less * (scores[c] + a / 2 * less)
        }
        return cost * gain
    }

    /// A later step of a row. Replaces the logarithms of q by those of the best q.
    ///
    /// - Returns: an upper estimate of what the dual gains, C / 2 times the sum of q g^2; `nil` if
    ///   that is at most `least`, and no step is taken.
    mutating func step(_ stored: UnsafeMutablePointer<Float>, curvature a: Double, cost: Double, least: Double) -> Double? {
        var mean = 0.0
        for c in 0..<classCount {
            logs[c] = Double(stored[c])
            q[c] = exponential(logs[c])
        }
        for c in 0..<classCount {
            old[c] = q[c]
            target[c] = scores[c] + a * q[c]
            mean += q[c] * (scores[c] - logs[c])
        }
        var slope = 0.0
        for c in 0..<classCount {
            let g = scores[c] - logs[c] - mean
            slope += q[c] * g * g
        }
        guard cost * slope / 2 > least else { return nil }
        solve(curvature: a)
        store(in: stored, cost: cost)
        return cost * slope / 2
    }

    private mutating func store(in stored: UnsafeMutablePointer<Float>, cost: Double) {
        for c in 0..<classCount {
            stored[c] = Float(logs[c])
            // From the rounded value that is stored.
            change[c] = cost * (old[c] - exponential(Double(stored[c])))
        }
    }

    /// Finds the best q and its logarithms for `target`, from the present ones.
    private mutating func solve(curvature a: Double) {
        let k = classCount
        var level = 0.0
        // With this level the equations hold on average.
        for c in 0..<k { level += q[c] * (target[c] - a * q[c] - logs[c]) }
        for _ in 0..<BlockSolver.mostSteps {
            var sum = 0.0, rise = 0.0, shift = 0.0, error = 0.0
            for c in 0..<k {
                errors[c] = logs[c] + a * q[c] - target[c] + level
                slopes[c] = 1 / (1 + a * q[c])
            }
            for c in 0..<k {
                let slope = q[c] * slopes[c]
                sum += q[c]
                rise += slope
                shift += slope * errors[c]
                // A q that would go below the lowest stays there.
                error += errors[c] > 0 && logs[c] <= BlockSolver.least ? 0 : q[c] * errors[c] * errors[c]
            }
            if abs(sum - 1) < 1e-9, error < 1e-10 { break }
            let d = (sum - 1 - shift) / rise
            level += d
            for c in 0..<k {
                let part = -(errors[c] + d) * slopes[c]
                let isLine = a * q[c] > 1 && part > -0.9
                logs[c] = min(0, max(BlockSolver.least, logs[c] + (isLine ? log1p(part) : part)))
            }
            for c in 0..<k { q[c] = exponential(logs[c]) }
        }
    }
}

/// e to the power of `x`, to 11 digits. Without branches and calls, unlike the decision core's and
/// the C library's, so that a loop of it vectorises.
///
/// x = k ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series to r^10 / 10!.
///
/// - Precondition: `x` is in -700...700.
@inline(__always)
private func exponential(_ x: Double) -> Double {
    // Rounds to the nearest whole number: the last bit of 3 x 2^51 is worth 1.
    let shifted = x * 1.4426950408889634 + 0x1.8p52
    let k = shifted - 0x1.8p52
    let r = x - k * 0.6931471805599453
    let square = r * r
    let even = 1 + square * (1 / 2 + square * (1 / 24 + square * (1 / 720 + square * (1 / 40_320 + square * (1 / 3_628_800)))))
    let odd = r * (1 + square * (1 / 6 + square * (1 / 120 + square * (1 / 5040 + square * (1 / 362_880)))))
    return (even + odd) * Double(bitPattern: (shifted.bitPattern &+ 1023) &<< 52)
}
