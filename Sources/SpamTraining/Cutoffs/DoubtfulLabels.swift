// Training: wanted messages that look like junk. Whether their labels are wrong only a person can say; what they cost can be counted.

/// Wanted messages that models which had not seen their groups take for junk more surely than half of the junk there is, where leaving them
/// out would lower the junk cutoff and find at least a twentieth of the junk more.
///
/// Mislabelled junk is spread as junk is: half as many again as lie above the median lie above the lower quartile. Where the classes overlap, the
/// wanted messages there are the end of a tail, and many times as many follow: then nothing is said.
///
/// With one label in a hundred flipped, a bound on false junk of .2 % lies above the junk among the wanted messages: recall on Korean SMS fell
/// from .998 to .084 while the ranking stayed as it was (average precision .9999).
public struct DoubtfulLabels: Sendable, Hashable {
    /// How many there are.
    public let count: Int
    /// Junk messages that would be found if they were left out.
    public let foundWithout: Int

    /// - Parameters:
    ///   - junk, wanted: log-odds of messages.
    ///   - found: how many of `junk` the cutoff finds.
    ///   - foundWithout: how many it finds where only some of `wanted` count, by their indices.
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
