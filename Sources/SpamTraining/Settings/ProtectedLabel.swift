// Training: a label whose messages must not be lost, and how many of them may be all the same.

import SpamFilter

/// A label whose messages are junk from a higher cutoff on than others; spelled `transaction/finance` or `transaction/finance=0.001`.
public struct ProtectedLabel: Sendable, Hashable, CustomStringConvertible {
    /// With a sub-action or without.
    public let label: Label
    /// The share of its messages that may be called junk, kept with 95 % confidence, in 0...1; `nil`: none of those seen out of fold.
    public let maxFalseJunk: Double?

    public init(_ label: Label, maxFalseJunk: Double? = nil) {
        self.label = label
        self.maxFalseJunk = maxFalseJunk
    }

    /// What is wrong with a spelling.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Reads the spelling above.
    ///
    /// - Throws: for what is no label of wanted messages, or a share that is not above 0 and up to 1.
    public init(parsing spelling: String) throws(Problem) {
        let sides = spelling.split(separator: "=", omittingEmptySubsequences: false)
        let share = sides.count > 1 ? Double(sides[1]) : nil
        guard sides.count <= 2, let label = Label(sides[0]), label != .junk,
            sides.count == 1 || share.map({ $0 > 0 && $0 <= 1 }) ?? false
        else {
            throw Problem(
                description:
                    "expected a label of wanted messages, with a share above 0 and up to 1 or without, found \(spelling); write transaction/finance=0.001, which is 0.1 %, or the like"
            )
        }
        self.init(label, maxFalseJunk: share)
    }

    /// The spelling above.
    public var description: String { label.description + (maxFalseJunk.map { "=\($0)" } ?? "") }

    /// Whether messages of a label are protected by this one: its own, or one of its sub-actions where it has none itself.
    func protects(_ other: Label) -> Bool { other == label || Label(other.action) == label }
}
