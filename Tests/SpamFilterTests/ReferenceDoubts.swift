// Where the reader is known not to do what its comments say, found by the slow one. Each has its smallest messages, in a test that fails
// once they are read as they should be: the case goes then, and random messages that meet it are compared again.

import Testing

@testable import SpamFilter

enum ReferenceDoubt: String, CaseIterable {
    /// The jamo of an expansion count as stand-alone ones.
    case expandedJamo
    /// ı is taken for a disguise of i.
    case dotlessI
    /// Latin letters in a Cyrillic word are no trick.
    case latinInCyrillic
    /// Styled letters of faux Greek count as wide.
    case styledFaux
    /// Something invisible between jamo that join, or before a voicing mark, is no trick.
    case invisibleBetweenJoined
    /// A picture behind a joint is not counted.
    case pictureBehindJoint
    /// Nor are those in a spaced-out word.
    case pictureInSpacedOut
    /// A placeholder of Traditional characters is not looked for by its Simplified ones.
    case traditionalPlaceholder
    /// Characters on either side of a spaced-out word are a pair.
    case pairAcrossSpacedOut
    /// A missing space is seen behind the first run only.
    case spaceMissingLater

    var smallest: [String] {
        switch self {
        case .expandedJamo: ["㈜한빛", "㉮"]
        case .dotlessI: ["kapı"]
        case .latinInCyrillic: ["привeт"]
        case .styledFaux: ["𝛚", "𝛑"]
        case .invisibleBetweenJoined: ["ㄷ\u{200B}ㅐ출", "か\u{200B}\u{3099}な"]
        case .pictureBehindJoint: ["대.\u{FFFC}출.\u{FFFC}을.\u{FFFC}금"]
        case .pictureInSpacedOut: ["g\u{FFFC}o\u{FFFC}l\u{FFFC}d"]
        case .traditionalPlaceholder: ["[電話番号]"]
        case .pairAcrossSpacedOut: ["加 f r e e 微"]
        case .spaceMissingLater: ["a-free.call"]
        }
    }

    /// The doubts that a folded message meets by its letters.
    static func doubts(_ body: String, _ text: [ReferenceCharacter]) -> Set<ReferenceDoubt> {
        var doubts: Set<ReferenceDoubt> = []
        if String(text.map(\.character)).contains("电话番号") { doubts.insert(.traditionalPlaceholder) }
        if body.unicodeScalars.contains("ı") { doubts.insert(.dotlessI) }
        for c in text {
            if c.look.contains(.replaced), scalar(c.character) >= 0x80 { doubts.insert(.latinInCyrillic) }
            if c.look.contains([.styled, .faux]), !c.look.contains(.wide) { doubts.insert(.styledFaux) }
        }
        return doubts
    }
}
