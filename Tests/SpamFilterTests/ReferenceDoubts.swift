// Where the reader is known not to do what its comments say, found by the slow one. Each has its smallest messages, in a test that fails
// once they are read as they should be: the case goes then, and random messages that meet it are compared again.

@testable import SpamFilter

enum ReferenceDoubt: String, CaseIterable {
    /// A styled Latin letter in a Cyrillic or Greek word counts as wide and as no look-alike.
    case styledInOther
    /// Pictures in a spaced-out word are not counted.
    case pictureInSpacedOut
    /// A placeholder of Traditional characters is not looked for by its Simplified ones.
    case traditionalPlaceholder
    /// A missing space is seen behind the first run only.
    case spaceMissingLater

    var smallest: [String] {
        switch self {
        case .styledInOther: ["привⓔт"]
        case .pictureInSpacedOut: ["g\u{FFFC}o\u{FFFC}l\u{FFFC}d"]
        case .traditionalPlaceholder: ["[電話番号]"]
        case .spaceMissingLater: ["a-free.call"]
        }
    }

    /// The doubts that a folded message meets by its letters.
    static func doubts(_ text: [ReferenceCharacter]) -> Set<ReferenceDoubt> {
        var doubts: Set<ReferenceDoubt> = []
        if String(text.map(\.character)).contains("电话番号") { doubts.insert(.traditionalPlaceholder) }
        if text.contains(where: { $0.look.contains([.replaced, .styled]) && scalar($0.character) >= 0x80 }) {
            doubts.insert(.styledInOther)
        }
        return doubts
    }
}
