// Evaluation: which scalars of a text cannot be seen, so that pages can show that they are there.
// Characters in, scalars and a mark out.

extension Character {
    /// The scalars, each with whether it is seen: drawn, or part of how the character looks.
    ///
    /// Not seen are controls, marks of direction, everything with `Default_Ignorable_Code_Point`,
    /// unassigned scalars, and the Braille pattern without dots. White space is seen, and so are a
    /// selector after an emoji, a joiner between two, and the tags of a flag.
    public var scalarsSeen: [(scalar: Unicode.Scalar, isSeen: Bool)] {
        let scalars = Array(unicodeScalars)
        return scalars.indices.map { (scalars[$0], !scalars[$0].isUnseenAlone || Character.isPartOfEmoji($0, scalars)) }
    }

    /// Unicode's property calls a digit an emoji too; here only what is drawn as one counts.
    private static func isPartOfEmoji(_ i: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard i > 0 else { return false }
        let previous = scalars[i - 1], next = i + 1 < scalars.count ? scalars[i + 1] : nil
        switch scalars[i].value {
        case 0xFE0F: return previous.isPicture || previous.properties.isEmoji && next?.value == 0x20E3
        case 0x200D: return (previous.value == 0xFE0F || previous.properties.isEmojiPresentation) && next?.isPicture == true
        case 0xE0020...0xE007F: return scalars[0].value == 0x1F3F4
        default: return false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPicture: Bool { value > 0x7F && properties.isEmoji }

    fileprivate var isUnseenAlone: Bool {
        switch properties.generalCategory {
        case .control: self != "\n" && self != "\r" && self != "\t"
        case .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: properties.isDefaultIgnorableCodePoint || value == 0x2800
        }
    }
}
