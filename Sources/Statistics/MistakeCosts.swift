// Statistics: what mistakes cost. Spelled by people, read by training and evaluation.

/// What one mistake of each kind costs, in any unit; nothing else costs.
///
/// Spelled `falseJunk=10,missedJunk=1,unsure=0.2`; what is left out costs 0, and nothing costs more
/// than 10^9.
public struct MistakeCosts: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The cost of a wanted message in Junk.
    public var falseJunk: Double
    /// The cost of junk that was decided to be something else.
    public var missedJunk: Double
    /// The cost of a message, wanted or junk, on which nothing was decided.
    public var unsure: Double

    /// Costs in any unit. None should be below 0, which is not checked.
    public init(falseJunk: Double = 0, missedJunk: Double = 0, unsure: Double = 0) {
        self.falseJunk = falseJunk
        self.missedJunk = missedJunk
        self.unsure = unsure
    }

    /// Only proportions matter; larger numbers add nothing.
    private static let allowed = 0.0...1e9

    /// Reads the spelling above.
    ///
    /// - Throws: for an unknown or repeated name, or a cost that is no number in 0...10^9.
    public init(parsing spelling: String) throws(SpellingError) {
        self.init()
        var seen: Set<Substring> = []
        for part in spelling.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, seen.insert(sides[0]).inserted, let cost = Double(sides[1]),
                MistakeCosts.allowed.contains(cost)
            else { throw MistakeCosts.problem(part) }
            switch sides[0] {
            case "falseJunk": falseJunk = cost
            case "missedJunk": missedJunk = cost
            case "unsure": unsure = cost
            default: throw MistakeCosts.problem(part)
            }
        }
    }

    private static func problem(_ part: Substring) -> SpellingError {
        SpellingError(
            description:
                "expected falseJunk, missedJunk and unsure, each once at most and with a cost of 0 to 1000000000, found \(part); write falseJunk=10,missedJunk=1,unsure=0.2 or the like"
        )
    }

    /// The spelling above.
    public var description: String { "falseJunk=\(falseJunk),missedJunk=\(missedJunk),unsure=\(unsure)" }
}
