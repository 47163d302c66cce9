// Training: a label whose messages must not be lost, and how many of them may be.

import SpamFilter
import Statistics

/// A label whose messages have a higher junk cutoff than others. Spelled `transaction/finance`, or
/// with a bound `transaction/finance=0.1%`. A word that corpora have may stand for its label:
/// `otp=0.1%`.
public struct ProtectedLabel: Sendable, Hashable, CustomStringConvertible {
    /// The label of wanted messages, with a sub-action or without. A whole action stands for all
    /// its sub-actions.
    public let label: Label
    /// The bound on its false junk rate, above 0 and up to 1, kept with 95 % confidence; `nil` for
    /// a cutoff above all its messages that were scored out of fold and that the model knows for
    /// protected.
    public let maxFalseJunk: Double?

    /// Words for what people fear to lose.
    public static let usualWords = ["codes", "bank", "parcels"]

    /// A label with a bound, or, with `nil`, with a cutoff above all its messages.
    public init(_ label: Label, maxFalseJunk: Double? = nil) {
        self.label = label
        self.maxFalseJunk = maxFalseJunk
    }

    /// Reads the spelling above.
    ///
    /// - Parameter spelling: a label, with `=` and a bound or without.
    /// - Parameter label: what a word means, such as `LabelMap().label(named:)` of `Corpus`.
    /// - Throws: if it is not a label of wanted messages, or the bound is not above 0 and up to 1.
    public init(parsing spelling: String, by label: (String) -> Label?) throws(SpellingError) {
        let sides = spelling.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        let bound = sides.count > 1 ? Double(share: sides[1]) : nil
        let label = label(sides[0])
        guard sides.count <= 2, let label, label != .junk, sides.count == 1 || bound.map({ $0 > 0 && $0 <= 1 }) ?? false
        else {
            throw SpellingError(
                description:
                    "expected a label of wanted messages, with a share above 0 and up to 1 or without, found \(spelling); write \(ProtectedLabel.usualWords.joined(separator: ", ")), transaction/finance=0.1% or the like"
            )
        }
        self.init(label, maxFalseJunk: bound)
    }

    /// Reads several, divided by commas.
    ///
    /// - Throws: for the first that cannot be read, an empty one included.
    public static func list(parsing spelling: String, by label: (String) -> Label?) throws(SpellingError) -> [ProtectedLabel] {
        var labels: [ProtectedLabel] = []
        for part in spelling.split(separator: ",", omittingEmptySubsequences: false) {
            labels.append(try ProtectedLabel(parsing: String(part), by: label))
        }
        return labels
    }

    /// The spelling above.
    public var description: String { label.description + (maxFalseJunk.map { "=\($0)" } ?? "") }

    /// Whether this protects messages of a label: the same label, or, if this is a whole action,
    /// one of its sub-actions.
    package func protects(_ other: Label) -> Bool { other == label || Label(other.action) == label }
}
