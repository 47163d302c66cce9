// Evaluation: what of a text cannot be seen, so that pages and terminals can say that it is there. Characters in, scalars and a mark out.

extension Character {
    /// The scalars, each with whether it is seen: drawn, or part of the look of what it stands in.
    ///
    /// Not seen are controls, marks of direction, joiners, selectors, fillers and all else that Unicode lets a font ignore
    /// (`Default_Ignorable_Code_Point`), scalars without a meaning, and the Braille pattern of no dots. White space is seen; so are a selector
    /// behind an emoji, a joiner between two, and the tags of a flag.
    package var scalarsSeen: [(scalar: Unicode.Scalar, isSeen: Bool)] {
        let scalars = Array(unicodeScalars)
        return scalars.indices.map { (scalars[$0], !scalars[$0].isUnseenAlone || Character.isPartOfEmoji($0, scalars)) }
    }

    /// A digit is an emoji too by Unicode's property: only what is drawn as one, by itself or for its selector, is meant here.
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
