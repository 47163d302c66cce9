// Store: the keys of labelling, for a terminal or a page.

import SpamFilter

/// The meaning of a key.
public enum LabelingAction: Sendable, Equatable {
    /// Labels this message, and exact repeats of it.
    case label(Label)
    /// Labels this message and every one of its template that has no label.
    case labelTemplate(Label)
    /// Leaves the message unlabelled for now.
    case skip
    /// Takes back what was done last.
    case undo
    /// Ends the session.
    case quit
}

/// Keys to actions: one key for an action of the system, a second one for its sub-action; another
/// one before them labels a whole template.
public struct LabelingKeys: Sendable, Equatable {
    /// The action whose sub-action the next key chooses; `nil` where it chooses an action.
    private(set) var pending: Action?
    /// Whether the next label is one of the whole template.
    package private(set) var isForTemplate = false

    private let labelsTemplates: Bool

    /// Keys of which none was pressed yet.
    ///
    /// - Parameter labelsTemplates: whether there is a key for a whole template.
    public init(labelsTemplates: Bool = true) { self.labelsTemplates = labelsTemplates }

    private static let actions: [Character: Label] = ["a": .allow, "j": .junk]
    private static let groups: [(key: Character, action: Action, subActions: [(Character, SubAction)])] = [
        ("p", .promotion, [("f", .promotionalOffers), ("c", .promotionalCoupons), ("o", .promotionalOthers)]),
        (
            "t", .transaction,
            [
                ("f", .transactionalFinance), ("o", .transactionalOrders), ("r", .transactionalReminders),
                ("h", .transactionalHealth),
                ("w", .transactionalWeather), ("c", .transactionalCarrier), ("b", .transactionalRewards),
                ("g", .transactionalPublicServices), ("x", .transactionalOthers),
            ]
        ),
    ]

    /// What a first key means, for a page that has keys of its own.
    public struct Choice: Sendable, Equatable, Codable {
        /// A key that completes an action.
        struct SubAction: Sendable, Equatable, Codable {
            /// The key, one character.
            let key: String
            /// The label that both keys give.
            let label: String
        }

        /// The key, one character.
        let key: String
        /// The label of the action.
        let label: String
        /// The labels that a second key completes; empty where the first one does.
        let subActions: [SubAction]
    }

    /// All labels by their keys: the actions, and behind some of them sub-actions. Space completes
    /// an action without one.
    public static var choices: [Choice] {
        let plain = actions.sorted { $0.key < $1.key }.map {
            Choice(key: "\($0.key)", label: $0.value.description, subActions: [])
        }
        return plain
            + groups.map { key, action, subActions in
                Choice(
                    key: "\(key)", label: action.name,
                    subActions: subActions.compactMap { key, sub in
                        Label(action, sub).map { Choice.SubAction(key: "\(key)", label: $0.description) }
                    })
            }
    }

    /// The keys that may be pressed now, each with its meaning.
    public var help: [String] {
        let actions = ["a allow", "j junk", "p promotion…", "t transaction…"]
        guard let pending, let group = Self.groups.first(where: { $0.action == pending }) else {
            if isForTemplate { return actions + ["u back"] }
            return actions + (labelsTemplates ? ["g all of its template…"] : []) + [
                "s skip if unsure", "u undo", "q quit", "? keys",
            ]
        }
        let names = group.subActions.map { key, sub in
            "\(key) \(Label(pending, sub)?.description ?? "")" + (sub == .transactionalOthers ? " (codes too)" : "")
        }
        return names + ["space: no sub-action", "u back"]
    }

    /// The same for who does not know the keys: each on a line, with what it is for.
    package var explanations: [String] {
        guard pending == nil, !isForTemplate else { return help }
        return [
            "a  allow: from people, and all else that is wanted in the inbox",
            "j  junk: fraud, and offers that nobody asked for",
            "p  promotion: offers that were asked for, as of shops; a second key says which sub-action",
            "t  transaction: codes, parcels, banks, appointments; a second key says which sub-action",
        ] + (labelsTemplates ? ["g  the next label is for all messages of this template without one"] : []) + [
            "s  skip: leave this message without a label for now",
            "u  undo: take the last label back", "q  quit: all labels are stored, and you can go on later", "?  these lines",
        ]
    }

    /// What a key does; `nil` where more keys are needed or the key means nothing.
    public mutating func press(_ key: Character) -> LabelingAction? {
        if let label = label(key) {
            defer { (pending, isForTemplate) = (nil, false) }
            return isForTemplate ? .labelTemplate(label) : .label(label)
        }
        if pending != nil {
            if key == "u" { pending = nil }
            return nil
        }
        if let group = Self.groups.first(where: { $0.key == key }) {
            pending = group.action
            return nil
        }
        if isForTemplate {
            if key == "u" { isForTemplate = false }
            return nil
        }
        switch key {
        case "g": isForTemplate = labelsTemplates
        case "s": return .skip
        case "u": return .undo
        case "q": return .quit
        default: break
        }
        return nil
    }

    /// The label that a key completes.
    private func label(_ key: Character) -> Label? {
        guard let pending else { return Self.actions[key] }
        if key == " " { return Label(pending) }
        let group = Self.groups.first { $0.action == pending }
        return group?.subActions.first { $0.0 == key }.flatMap { Label(pending, $0.1) }
    }
}
