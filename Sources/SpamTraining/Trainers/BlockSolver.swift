// Training: one step of the dual of softmax regression.

import Foundation

/// One step of one row: the best distribution by Newton's method, for all classes and the level at once.
///
/// With F[c] = ln q[c] + a q[c] - target[c] + level a step changes the level by d, and ln q[c] by -(F[c] + d) / (1 + a q[c]), where d is such that
/// q adds up to 1. A q that is large beside 1 / a is better changed by its part, q times 1 + that, as the equation is nearly a line there.
/// Two nested iterations, for each class and for the level, took some three times as long; with rows in lots and scales beside weights 100,000
/// messages of the starter generator take 2.5 instead of 4.4 s in all, and the starter corpus' cross-validation has the same figures (2026-11-22).
struct BlockSolver: ~Copyable {
    private let classCount: Int
    private let room: UnsafeMutablePointer<Double>
    /// The scores of the row, for `solve`.
    let scores: UnsafeMutablePointer<Double>
    /// What the last step adds to each class's vector, as times of the row.
    let change: UnsafeMutablePointer<Double>
    private let target: UnsafeMutablePointer<Double>
    private let logs: UnsafeMutablePointer<Double>
    private let q: UnsafeMutablePointer<Double>
    private let old: UnsafeMutablePointer<Double>
    /// Of `solve`: F, and 1 / (1 + a q).
    private let errors: UnsafeMutablePointer<Double>
    private let shares: UnsafeMutablePointer<Double>

    /// Where the search for a first distribution begins: the other classes' share.
    private static let nearby = 1e-5
    /// ln 1e-15: no q is less.
    private static let least = -34.538776394910684
    private static let mostSteps = 40

    init(classCount k: Int) {
        classCount = k
        room = .allocate(capacity: 8 * k)
        room.initialize(repeating: 0, count: 8 * k)
        scores = room
        change = room + k
        target = room + 2 * k
        logs = room + 3 * k
        q = room + 4 * k
        old = room + 5 * k
        errors = room + 6 * k
        shares = room + 7 * k
    }

    deinit { room.deallocate() }

    /// The first step of a row, whose own class has all: replaces the logarithms of a distribution by those of the best one.
    ///
    /// - Returns: what the dual gains, at half the penalty.
    func firstStep(_ stored: UnsafeMutablePointer<Float>, own: Int, curvature a: Double, cost: Double) -> Double {
        for c in 0..<classCount {
            old[c] = c == own ? 1 : 0
            target[c] = scores[c] + a * old[c]
            q[c] = c == own ? 1 - BlockSolver.nearby * Double(classCount - 1) : BlockSolver.nearby
            logs[c] = log(q[c])
        }
        solve(curvature: a)
        store(in: stored, cost: cost)
        // Entropy, less what the row's scores and its length take.
        var gain = 0.0
        for c in 0..<classCount {
            let less = change[c] / cost, log = Double(stored[c])
            gain -= exponential(log) * log + less * (scores[c] + a / 2 * less)
        }
        return cost * gain
    }

    /// A later step of a row: replaces the logarithms of a distribution by those of the best one.
    ///
    /// - Returns: what the dual gains, but for what the step has to give up for being long: C / 2 times the sum of q g^2. `nil` if that is no more
    ///   than `least`: the step is not taken then.
    func step(_ stored: UnsafeMutablePointer<Float>, curvature a: Double, cost: Double, least: Double) -> Double? {
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

    private func store(in stored: UnsafeMutablePointer<Float>, cost: Double) {
        for c in 0..<classCount {
            stored[c] = Float(logs[c])
            // Of what is stored.
            change[c] = cost * (old[c] - exponential(Double(stored[c])))
        }
    }

    /// Finds the best q and its logarithms for `target`, from those that are there.
    private func solve(curvature a: Double) {
        let k = classCount
        var level = 0.0
        // With this q and this level the equations hold on average: a good place to begin.
        for c in 0..<k { level += q[c] * (target[c] - a * q[c] - logs[c]) }
        for _ in 0..<BlockSolver.mostSteps {
            var sum = 0.0, rise = 0.0, shift = 0.0, error = 0.0
            for c in 0..<k {
                errors[c] = logs[c] + a * q[c] - target[c] + level
                shares[c] = 1 / (1 + a * q[c])
            }
            for c in 0..<k {
                let share = q[c] * shares[c]
                sum += q[c]
                rise += share
                shift += share * errors[c]
                // What would be less than the least stays there.
                error += errors[c] > 0 && logs[c] <= BlockSolver.least ? 0 : q[c] * errors[c] * errors[c]
            }
            if abs(sum - 1) < 1e-9, error < 1e-10 { break }
            let d = (sum - 1 - shift) / rise
            level += d
            for c in 0..<k {
                let part = -(errors[c] + d) * shares[c]
                let isLine = a * q[c] > 1 && part > -0.9
                logs[c] = min(0, max(BlockSolver.least, logs[c] + (isLine ? log1p(part) : part)))
            }
            for c in 0..<k { q[c] = exponential(logs[c]) }
        }
    }
}

/// e to the power of `x`, to 11 digits. In a loop several at a time, which the C library's are not.
///
/// x = k ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series to r^10 / 10!.
///
/// - Precondition: `x` is in -700...700.
@inline(__always)
private func exponential(_ x: Double) -> Double {
    // To the nearest whole number: added to 3 x 2^51, whose last bit is worth 1, it stands in the last bits.
    let shifted = x * 1.4426950408889634 + 0x1.8p52
    let k = shifted - 0x1.8p52
    let r = x - k * 0.6931471805599453
    let square = r * r
    let even = 1 + square * (1 / 2 + square * (1 / 24 + square * (1 / 720 + square * (1 / 40_320 + square * (1 / 3_628_800)))))
    let odd = r * (1 + square * (1 / 6 + square * (1 / 120 + square * (1 / 5040 + square * (1 / 362_880)))))
    return (even + odd) * Double(bitPattern: (shifted.bitPattern &+ 1023) &<< 52)
}
