// Page: what the template asks for of one kind of mistake.

struct MistakeList {
    struct Item {
        let place: String
        let labels: String
        let odds: String
        /// For the filter: the true label, and the language or `unknown`.
        let label: String
        let tongue: String
        let language: String?
        let pieces: [HighlightedText.Piece]
        let clues: [HighlightedText.NamedClue]
    }

    /// Near duplicates: the surest one, and others that fold away below it.
    struct Group {
        let first: Item
        let alike: Alike?
    }

    struct Alike {
        let alikeCount: String
        let others: [Item]
    }

    let mistakeKind: String
    let mistakeCount: String
    let groups: [Group]
}
