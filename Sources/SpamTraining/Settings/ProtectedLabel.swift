// Training: a label whose messages must not be lost, and how many of them may be.

import SpamFilter

/// A label whose messages have a higher junk cutoff than others. Spelled `transaction/finance`, or
/// with a bound `transaction/finance=0.001`.
public struct ProtectedLabel: Sendable, Hashable, CustomStringConvertible {
    /// With a sub-action or without.
    public let label: Label
    /// The bound on its false junk rate, in 0...1, kept with 95 % confidence; `nil` for a cutoff
    /// above all its messages that were scored out of fold.
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
    /// - Throws: if it is not a label of wanted messages, or the bound is not above 0 and up to 1.
    public init(parsing spelling: String) throws(Problem) {
        let sides = spelling.split(separator: "=", omittingEmptySubsequences: false)
        let bound = sides.count > 1 ? Double(sides[1]) : nil
        guard sides.count <= 2, let label = Label(sides[0]), label != .junk,
            sides.count == 1 || bound.map({ $0 > 0 && $0 <= 1 }) ?? false
        else {
            throw Problem(
                description:
                    "expected a label of wanted messages, with a share above 0 and up to 1 or without, found \(spelling); write transaction/finance=0.001, which is 0.1 %, or the like"
            )
        }
        self.init(label, maxFalseJunk: bound)
    }

    /// The spelling above.
    public var description: String { label.description + (maxFalseJunk.map { "=\($0)" } ?? "") }

    /// Whether this protects messages of a label: the same label, or, if this is a whole action,
    /// one of its sub-actions.
    func protects(_ other: Label) -> Bool { other == label || Label(other.action) == label }
}
