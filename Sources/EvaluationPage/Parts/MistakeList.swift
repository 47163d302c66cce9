// Page: what the template asks for of one kind of mistake.

struct MistakeList {
    struct Item {
        let place: String
        let labels: String
        let odds: String
        let language: String?
        let pieces: [HighlightedText.Piece]
        let clues: [HighlightedText.NamedClue]
    }

    let mistakeKind: String
    let mistakeCount: String
    let shown: [Item]
}
