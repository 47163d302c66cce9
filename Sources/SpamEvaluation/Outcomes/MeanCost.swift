// Evaluation: what a message cost on average, by the mistakes that were made.

import SpamFilter
import Statistics

extension MistakeCosts {
    /// The mean cost of a message, in the unit of the costs. `nil` without messages.
    public func mean(over confusion: ConfusionTable) -> Double? {
        let n = confusion.n, unsureCount = confusion.unsure.count
        guard n > 0 else { return nil }
        let missed = confusion.missedJunk.count - confusion[.junk, .none]
        let sum = falseJunk * Double(confusion.falseJunk.count) + missedJunk * Double(missed) + unsure * Double(unsureCount)
        return sum / Double(n)
    }
}
