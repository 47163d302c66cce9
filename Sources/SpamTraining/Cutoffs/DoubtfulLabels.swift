// Training: wanted messages that look like junk. Only a person can say whether their labels are
// wrong; their effect on the junk cutoff can be counted.

/// Wanted messages that score above the median of junk, in models that have not seen their groups.
///
/// They are reported if the junk cutoff without them would find at least a twentieth of the junk
/// more. A few wrong labels are enough for that: Benchmarks/decisions/wrong-labels.md.
///
/// Mislabelled junk is spread as junk is: above the lower quartile there is half as much again as
/// above the median. If the classes merely overlap, these wanted messages are the end of a tail,
/// and many times as many follow: then nothing is reported.
public struct DoubtfulLabels: Sendable, Hashable {
    /// How many such messages there are.
    public let count: Int
    /// How many junk messages the cutoff would find if these were left out.
    public let foundWithout: Int

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
