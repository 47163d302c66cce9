// Store: why labelling asks for a message. What the order of the queue rests on in, one reason out.

/// Why a message is asked for: the first of these that holds.
public enum LabelingReason: Sendable, Equatable {
    /// One of its template was asked for before.
    case moreOfTemplate
    /// The model gives junk a quarter to three quarters.
    case unsure
    /// Nothing that is labelled, or comes before it, is much like it.
    case newKind
    /// The first of a template of several messages.
    case firstOfTemplate
    /// It is the most useful one that is left, and not much.
    case left

    /// - Parameters:
    ///   - uncertainty: 0.5 and more where the odds are 3 to 1 or less; `nil` without a model.
    ///   - covered: by labelled and earlier messages, 0...1.
    init(before: Int, uncertainty: Double?, size: Int, covered: Float) {
        if before > 0 {
            self = .moreOfTemplate
        } else if uncertainty ?? 0 >= 0.5 {
            self = .unsure
        } else if covered < 0.5 {
            self = .newKind
        } else {
            self = size > 1 ? .firstOfTemplate : .left
        }
    }

    /// The reason in a few words.
    public var words: String {
        switch self {
        case .moreOfTemplate: "another one of a template"
        case .unsure: "the model is unsure"
        case .newKind: "a kind not labelled yet"
        case .firstOfTemplate: "several messages are like it"
        case .left: "nothing left tells more"
        }
    }
}
