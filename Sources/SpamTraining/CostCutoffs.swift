// Training: the cutoffs that cost least, where it is known what mistakes cost.

import Foundation
import SpamEvaluation

/// A message that is junk with probability p costs (1 - p) x falseJunk as junk, p x missedJunk as anything else, and unsure where nothing is
/// decided. Each answer is the cheapest in a stretch of p, so that two cutoffs say it all: Elkan, The Foundations of Cost-Sensitive Learning,
/// IJCAI 2001; for the third answer Chow, On Optimum Recognition Error and Reject Tradeoff, IEEE Transactions on Information Theory 16 (1970).
///
///     junk    where  ln(p / (1 - p)) >= ln((falseJunk - unsure) / unsure)
///     unsure  where  ln(p / (1 - p)) >= ln(unsure / (missedJunk - unsure))
///     without room for the second, or a cost of being unsure:  junk where it is >= ln(falseJunk / missedJunk)
extension MistakeCosts {
    /// Whether cutoffs follow from them: both mistakes cost something.
    public var decide: Bool { falseJunk > 0 && missedJunk > 0 }

    /// The log-odds of junk from which junk, and from which being unsure costs least; the same where being unsure never does, or costs nothing
    /// and so was not meant. Requires that they decide.
    var cutoffs: (junk: Double, unsure: Double) {
        let even = log(falseJunk / missedJunk)
        guard unsure > 0, unsure < falseJunk, unsure < missedJunk else { return (even, even) }
        let junk = log((falseJunk - unsure) / unsure), wanted = log(unsure / (missedJunk - unsure))
        return wanted < junk ? (junk, wanted) : (even, even)
    }
}
