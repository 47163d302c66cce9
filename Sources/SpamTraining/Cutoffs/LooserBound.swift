// Training: what a bound on false junk costs, where it leaves little or nothing to be found.

/// A higher bound on false junk, with which the cutoff finds much more.
public struct LooserBound: Sendable, Hashable {
    /// The lowest of the bounds tried, 0.5 % to 5 %, that finds enough; a share in 0...1.
    public let bound: Double
    /// How many junk messages it finds, scored out of fold.
    public let found: Int

    private static let tried = [0.005, 0.01, 0.02, 0.05]

    /// `nil` where a quarter of the junk is found, or no bound finds a quarter and twice as much.
    ///
    /// - Parameter foundWithin: how many of the junk messages a cutoff within a bound finds.
    init?(above bound: Double, found: Int, of junk: Int, foundWithin: (_ bound: Double) -> Int) {
        guard 4 * found < junk else { return nil }
        for looser in LooserBound.tried where looser > bound {
            let more = foundWithin(looser)
            guard 4 * more >= junk, more >= 2 * found else { continue }
            (self.bound, self.found) = (looser, more)
            return
        }
        return nil
    }
}
