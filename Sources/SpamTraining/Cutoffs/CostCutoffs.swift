// Training: the cutoffs of least cost, if it is known what mistakes cost.

import Foundation
import Statistics

/// Cutoffs that minimise the expected cost: Elkan, The Foundations of Cost-Sensitive Learning,
/// IJCAI 2001; with the third answer, unsure, Chow, On Optimum Recognition Error and Reject
/// Tradeoff, IEEE Transactions on Information Theory 16 (1970).
///
/// A message that is junk with probability p costs (1 - p) x falseJunk if it is called junk,
/// p x missedJunk if it is called wanted, and unsure if neither.
///
///     junk is cheaper than wanted     if  ln(p / (1 - p)) >= ln(falseJunk / missedJunk)
///     junk is cheaper than unsure     if  ln(p / (1 - p)) >= ln((falseJunk - unsure) / unsure)
///     unsure is cheaper than wanted   if  ln(p / (1 - p)) >= ln(unsure / (missedJunk - unsure))
///
/// The third holds for no p if unsure >= missedJunk. Junk is chosen where it is cheaper than both.
/// Below the junk cutoff only the third line matters, so the unsure cutoff does not depend on the
/// junk cutoff, except that it is never above it. If unsure is the cheapest for no p, the third
/// line lies above the first, and nothing is unsure unless a bound lifts the junk cutoff above the
/// third line.
extension MistakeCosts {
    /// Whether cutoffs follow from the costs: both mistakes cost something.
    public var decide: Bool { falseJunk > 0 && missedJunk > 0 }

    /// The log-odds from which junk is the cheapest answer. Requires `decide`.
    var junkCutoff: Double {
        let even = log(falseJunk / missedJunk)
        return unsure > 0 && unsure < falseJunk ? max(even, log((falseJunk - unsure) / unsure)) : even
    }

    /// The log-odds from which unsure costs no more than wanted; infinite if it always costs more.
    ///
    /// Without a cost of unsure, the log-odds from which junk is cheaper than wanted: only messages
    /// that a bound keeps out of Junk are then unsure.
    var unsureCutoff: Double {
        guard unsure > 0 else { return log(falseJunk / missedJunk) }
        return unsure < missedJunk ? log(unsure / (missedJunk - unsure)) : .infinity
    }
}
