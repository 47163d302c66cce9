// Studio: what a page may ask that cannot be done. Never with a message's text.

/// Why an action was refused.
public enum StudioError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A name that labels cannot be stored under.
    case badName
    /// No message has this number.
    case noMessage(Int64)
    /// No model has this number, or it was not trained here and keeps its own file.
    case noModel(Int)
    /// More than is looked for at once.
    case longSearch(most: Int, found: Int)
    /// A word that is no label.
    case badLabel
    /// The message in front of the person is another one by now.
    case movedOn
    /// The messages to be corrected have another label than the person saw.
    case labelledSince
    /// One job at a time: this one runs.
    case busy(JobKind)
    /// No job of this sort has ended well yet.
    case nothingFound(JobKind)
    /// There is no labelled message to measure on.
    case noLabels
    /// There is no labelled message to learn from.
    case nothingToLearnFrom

    public var description: String {
        switch self {
        case .badName:
            """
            expected a name of 1 to 60 characters on one line, which does not begin with "file ", found another; give a name \
            of your own
            """
        case .longSearch(let most, let found):
            "expected at most \(most) characters to look for, found \(found); look for fewer words"
        case .noMessage(let id): "expected a message of the store, found none with number \(id); look for another"
        case .noModel(let number): "expected a model of the list, found none with number \(number); choose one of the list"
        case .badLabel: "expected a label such as junk or transaction/finance, found another word; press one of the keys"
        case .movedOn:
            "expected the message in front of you, found that it is labelled already, or has another text; look at what is in front now"
        case .labelledSince:
            "expected the label and the text that you saw, found others since; look at what is there now"
        case .busy(let kind): "expected nothing else at work, found \(kind.words) running; wait for it, or cancel it"
        case .nothingFound(let kind): "expected \(kind.words) to be there, found none; start it first"
        case .nothingToLearnFrom: "expected labelled messages to learn from, found none; label some first"
        case .noLabels: "expected labelled messages to measure on, found none; label some first"
        }
    }
}
