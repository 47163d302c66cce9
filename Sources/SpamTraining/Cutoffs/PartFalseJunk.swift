// Training: the false junk of one part of the wanted messages.

import SpamFilter

/// The wanted messages of an action or of a source, and how many of them the cutoff calls junk.
public struct PartFalseJunk: Sendable, Hashable, Codable {
    /// The action or the source.
    public let name: String
    public let wanted: Int
    public let falseJunk: Int

    /// Above 0 and up to 1; 0 without messages.
    public var rate: Double { Double(falseJunk) / Double(max(1, wanted)) }

    public init(name: String, wanted: Int, falseJunk: Int) {
        (self.name, self.wanted, self.falseJunk) = (name, wanted, falseJunk)
    }

    /// Of each action; `nil` where there are less than two.
    static func ofActions(_ wanted: [ScoredMessage], _ policy: DecisionPolicy) -> [PartFalseJunk]? {
        var found: [Action: (wanted: Int, falseJunk: Int)] = [:]
        for message in wanted {
            found[message.label.action, default: (0, 0)].wanted += 1
            if policy.callsJunk(message) { found[message.label.action]!.falseJunk += 1 }
        }
        guard found.count > 1 else { return nil }
        return found.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            PartFalseJunk(name: $0.key.name, wanted: $0.value.wanted, falseJunk: $0.value.falseJunk)
        }
    }
}
