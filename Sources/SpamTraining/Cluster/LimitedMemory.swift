// Cluster: the search for a minimum: limited-memory BFGS. Knows nothing of messages.

/// A point that was accepted, with the objective and its gradient there.
struct Iterate: Equatable {
    let point: [Double]
    let objective: Double
    let gradient: [Double]
}

/// Limited-memory BFGS (Nocedal & Wright, Numerical Optimization, 2nd ed., 2006, algorithm 7.4),
/// preconditioned with the diagonal of the Hessian. The line search is
/// backtracking: every trial costs a pass over the corpus.
///
/// All sums run in the order of the numbers, by one thread: the same input gives the same bits.
struct LimitedMemory {
    /// How many steps are remembered. More need as many vectors, and gained next to nothing.
    static let memory = 8
    /// A trial is accepted if it gains this part of what the slope promises (Armijo).
    static let sufficientGain = 1e-4
    /// The first step: features of a message move together, so that by each alone is too far.
    static let firstStep = 0.125

    /// The inverse of the Hessian's diagonal.
    let inverse: [Double]

    /// The direction of descent from the newest of some iterates.
    ///
    /// - Parameter history: the oldest first; at most `memory` + 1 are used.
    func direction(_ history: [Iterate]) -> [Double] {
        let history = history.suffix(LimitedMemory.memory + 1)
        var q = history.last!.gradient
        var pairs: [(step: [Double], change: [Double], rho: Double)] = []
        for (old, new) in zip(history, history.dropFirst()) {
            let step = LimitedMemory.difference(new.point, old.point)
            let change = LimitedMemory.difference(new.gradient, old.gradient)
            let product = LimitedMemory.dot(step, change)
            if product > 0 { pairs.append((step, change, 1 / product)) }
        }
        var alphas: [Double] = []
        for pair in pairs.reversed() {
            let alpha = pair.rho * LimitedMemory.dot(pair.step, q)
            LimitedMemory.add(-alpha, pair.change, to: &q)
            alphas.append(alpha)
        }
        var scale = 1.0
        if let last = pairs.last {
            var weighted = 0.0
            for i in inverse.indices { weighted += last.change[i] * last.change[i] * inverse[i] }
            scale = 1 / (last.rho * weighted)
        }
        for i in q.indices { q[i] *= scale * inverse[i] }
        for (pair, alpha) in zip(pairs, alphas.reversed()) {
            let beta = pair.rho * LimitedMemory.dot(pair.change, q)
            LimitedMemory.add(alpha - beta, pair.step, to: &q)
        }
        for i in q.indices { q[i] = -q[i] }
        return q
    }

    /// A shorter step after one that was refused: the minimum of the parabola through what is
    /// known, within a tenth and a half of it.
    static func shorter(_ step: Double, slope: Double, before: Double, after: Double) -> Double {
        let bend = after - before - slope * step
        let best = bend > 0 ? -slope * step * step / (2 * bend) : 0
        return best.isFinite ? min(max(best, 0.1 * step), 0.5 * step) : 0.1 * step
    }

    static func dot(_ a: [Double], _ b: [Double]) -> Double {
        var sum = 0.0
        for i in a.indices { sum += a[i] * b[i] }
        return sum
    }

    static func moved(_ point: [Double], _ step: Double, _ direction: [Double]) -> [Double] {
        var point = point
        add(step, direction, to: &point)
        return point
    }

    private static func difference(_ a: [Double], _ b: [Double]) -> [Double] {
        var c = a
        for i in c.indices { c[i] -= b[i] }
        return c
    }

    private static func add(_ times: Double, _ a: [Double], to b: inout [Double]) {
        for i in b.indices { b[i] += times * a[i] }
    }
}
