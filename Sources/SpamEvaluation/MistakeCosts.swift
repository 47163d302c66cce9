// Evaluation: what mistakes cost whoever makes the filter. Costs and counts in, the cost of a message out.

import SpamFilter

/// What one mistake of each kind costs, in any unit; nothing else costs.
///
/// Spelled `falseJunk=10,missedJunk=1,unsure=0.2`; what is left out costs 0.
public struct MistakeCosts: Hashable, Sendable, Codable {
    /// Of a wanted message in Junk.
    public var falseJunk: Double
    /// Of junk that was decided to be something else.
    public var missedJunk: Double
    /// Of a message, wanted or junk, on which nothing was decided.
    public var unsure: Double

    public init(falseJunk: Double = 0, missedJunk: Double = 0, unsure: Double = 0) {
        self.falseJunk = falseJunk
        self.missedJunk = missedJunk
        self.unsure = unsure
    }

    /// Reads the spelling above. `nil` for an unknown or repeated name, or a cost that is no finite number from 0 on.
    public init?(_ spelling: String) {
        self.init()
        var seen: Set<Substring> = []
        for part in spelling.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, seen.insert(sides[0]).inserted, let cost = Double(sides[1]), cost >= 0, cost.isFinite else {
                return nil
            }
            switch sides[0] {
            case "falseJunk": falseJunk = cost
            case "missedJunk": missedJunk = cost
            case "unsure": unsure = cost
            default: return nil
            }
        }
    }

    /// The mean cost of a message. `nil` without messages.
    public func mean(over confusion: ConfusionTable) -> Double? {
        let n = confusion.n, unsureCount = confusion.unsure.count
        guard n > 0 else { return nil }
        let missed = confusion.missedJunk.count - confusion[.junk, .none]
        let sum = falseJunk * Double(confusion.falseJunk.count) + missedJunk * Double(missed) + unsure * Double(unsureCount)
        return sum / Double(n)
    }
}
