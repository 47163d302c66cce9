// Training: the cutoffs that cost least, where it is known what mistakes cost.

import Foundation
import Statistics

/// A message that is junk with probability p costs (1 - p) x falseJunk as junk, p x missedJunk as anything else, and unsure where nothing is
/// decided. Each answer is the cheapest in a stretch of p, so that two cutoffs say it all: Elkan, The Foundations of Cost-Sensitive Learning,
/// IJCAI 2001; for the third answer Chow, On Optimum Recognition Error and Reject Tradeoff, IEEE Transactions on Information Theory 16 (1970).
///
///     junk is cheaper than wanted     where  ln(p / (1 - p)) >= ln(falseJunk / missedJunk)
///     junk is cheaper than unsure     where  ln(p / (1 - p)) >= ln((falseJunk - unsure) / unsure)
///     unsure is cheaper than wanted   where  ln(p / (1 - p)) >= ln(unsure / (missedJunk - unsure)),  nowhere from unsure >= missedJunk on
///
/// Junk is the cheapest where it is cheaper than both. Below the junk cutoff, wherever that lies, there are two answers left, and the third line
/// alone says which costs less: so the unsure cutoff does not depend on the junk cutoff, but that it is not above it. Where being unsure is the
/// cheapest nowhere, the third line lies above the first, and nothing is unsure, unless a bound lifts the junk cutoff over the third line too.
extension MistakeCosts {
    /// Whether cutoffs follow from them: both mistakes cost something.
    public var decide: Bool { falseJunk > 0 && missedJunk > 0 }

    /// The log-odds from which junk is the cheapest of the answers. Requires that the costs decide.
    var junkCutoff: Double {
        let even = log(falseJunk / missedJunk)
        return unsure > 0 && unsure < falseJunk ? max(even, log((falseJunk - unsure) / unsure)) : even
    }

    /// The log-odds from which being unsure costs no more than calling the message wanted; infinite where it never does. Where it costs nothing, and
    /// so was not meant, those from which junk would be cheaper: a message that only a bound keeps out of Junk is none to decide on.
    var unsureCutoff: Double {
        guard unsure > 0 else { return log(falseJunk / missedJunk) }
        return unsure < missedJunk ? log(unsure / (missedJunk - unsure)) : .infinity
    }
}
