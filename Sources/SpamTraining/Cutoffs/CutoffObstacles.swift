// Training: what keeps the junk cutoff up: a strict bound on false junk, one wanted action, or
// wanted messages that look like junk. Each is reported only where it costs much junk.

import SpamFilter

/// A higher bound on false junk, with which the cutoff finds much more.
package struct LooserBound: Sendable, Hashable {
    /// The lowest of the bounds tried, 0.5 % to 5 %, that finds enough; a share in 0...1.
    package let bound: Double
    /// How many junk messages it finds, scored out of fold.
    package let found: Int

    private static let tried = [0.005, 0.01, 0.02, 0.05]
    /// The highest of the bounds tried.
    package static let highest = tried.last!

    /// `nil` where a quarter of the junk is found, or no bound finds a quarter and twice as much.
    ///
    /// - Parameter foundWithin: how many of the junk messages a cutoff within a bound finds.
    init?(above bound: Double, found: Int, of junk: Int, foundWithin: (_ bound: Double) -> Int) {
        guard 4 * found < junk else { return nil }
        self.init(above: bound, foundWithin) { 4 * $0 >= junk && $0 >= 2 * found }
    }

    /// `nil` where no bound gains half of what the limit of an action costs.
    init?(above bound: Double, found: Int, withoutAction: Int, foundWithin: (_ bound: Double) -> Int) {
        self.init(above: bound, foundWithin) { 2 * ($0 - found) >= withoutAction - found }
    }

    private init?(above bound: Double, _ foundWithin: (_ bound: Double) -> Int, isEnough: (_ found: Int) -> Bool) {
        for looser in LooserBound.tried where looser > bound {
            let more = foundWithin(looser)
            guard isEnough(more) else { continue }
            (self.bound, self.found) = (looser, more)
            return
        }
        return nil
    }
}

/// The wanted action (`WantedActions`) that keeps the junk cutoff above where the bound of
/// all wanted messages would put it. Reported if it costs at least a twentieth of the junk.
package struct DecidingAction: Sendable, Hashable {
    /// The action of its messages.
    package let action: Action
    /// How many of its messages were scored.
    package let messages: Int
    /// How many junk messages would be found with the bound of all wanted messages alone.
    package let foundWithout: Int
    /// A bound with which at least half of that gain comes; `nil` where none up to 5 % does, as the
    /// limit of few messages hardly rises with it.
    package let looser: LooserBound?

    /// `nil` if too little would be gained.
    ///
    /// - Parameters:
    ///   - bound: the one asked for.
    ///   - foundWithin: how many of the junk messages a cutoff within a bound finds.
    init?(
        action: Action, messages: Int, found: Int, foundWithout: Int, junk: Int, above bound: Double,
        foundWithin: (_ bound: Double) -> Int
    ) {
        guard junk > 0, 20 * (foundWithout - found) >= junk else { return nil }
        (self.action, self.messages, self.foundWithout) = (action, messages, foundWithout)
        looser = LooserBound(above: bound, found: found, withoutAction: foundWithout, foundWithin: foundWithin)
    }
}

/// Wanted messages that score above the median of junk, in models that have not seen their groups.
///
/// They are reported if the junk cutoff without them would find at least a twentieth of the junk
/// more. A few wrong labels are enough for that: Benchmarks/decisions/wrong-labels.md.
///
/// Mislabelled junk is spread as junk is: above the lower quartile there is half as much again as
/// above the median. If the classes merely overlap, these wanted messages are the end of a tail,
/// and many times as many follow: then nothing is reported.
package struct DoubtfulLabels: Sendable, Hashable {
    /// How many such messages there are.
    package let count: Int
    /// How many junk messages the cutoff would find if these were left out.
    package let foundWithout: Int

    /// - Parameters:
    ///   - junk, wanted: log-odds of messages.
    ///   - found: how many of `junk` the cutoff finds.
    ///   - foundWithout: how many it finds if chosen on some of `wanted` only, given by index.
    init?(junk: [Double], wanted: [Double], found: Int, foundWithout: (_ kept: [Int]) -> Int) {
        guard !junk.isEmpty else { return nil }
        let sorted = junk.sorted()
        let median = sorted[junk.count / 2], lowerQuartile = sorted[junk.count / 4]
        let kept = wanted.indices.filter { wanted[$0] < median }
        let doubted = wanted.count - kept.count
        let aboveQuartile = wanted.count(where: { $0 >= lowerQuartile })
        guard doubted > 0, !kept.isEmpty, median > 0, aboveQuartile <= 2 * doubted + 1 else { return nil }
        let foundWithout = foundWithout(kept)
        guard 20 * (foundWithout - found) >= junk.count else { return nil }
        (count, self.foundWithout) = (doubted, foundWithout)
    }
}
