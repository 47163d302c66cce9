// Syllables of Hangul again, from the comments of HangulComposition.

import Foundation

extension ReferenceFolding {
    /// The leading letter that a closing one would be, in one order.
    private static let leading = Array("ᄀᄁᄂᄃᄅᄆᄇᄉᄊᄋᄌᄎᄏᄐᄑᄒ".unicodeScalars)
    private static let closing = Array("ᆨᆩᆫᆮᆯᆷᆸᆺᆻᆼᆽᆾᆿᇀᇁᇂ".unicodeScalars)

    /// What a syllable or letter and the jamo behind it become; `nil` where they stay apart.
    func syllables(_ before: ReferenceCharacter, _ jamo: ReferenceCharacter) -> [ReferenceCharacter]? {
        let standsAlone = jamo.look.contains(.styled)
        let letter = jamo.character.unicodeScalars.first!
        let isVowel = (0x1161...0x1175).contains(letter.value), isClosing = (0x11A8...0x11C2).contains(letter.value)
        func composed(_ scalars: [Unicode.Scalar], _ look: ReferenceLook) -> ReferenceCharacter? {
            let text = String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping.unicodeScalars
            return text.count == 1 ? ReferenceCharacter(character: Character(text.first!), look: look) : nil
        }
        let parts = Array(String(before.character).decomposedStringWithCanonicalMapping.unicodeScalars)
        if isVowel, (0x1100...0x1112).contains(parts[0].value), parts.count == 1 {
            return composed([parts[0], letter], before.look.subtracting(.styled).union(standsAlone ? .assembled : [])).map {
                [$0]
            }
        }
        guard isHangul(before.character), standsAlone == before.look.contains(.assembled) else { return nil }
        if parts.count == 2 {
            let end = isClosing ? letter : ReferenceFolding.leading.firstIndex(of: letter).map { ReferenceFolding.closing[$0] }
            guard let end, isClosing || standsAlone else { return nil }
            return composed(parts + [end], before.look).map { [$0] }
        }
        // The letter that had closed the syllable begins the next.
        guard isVowel, standsAlone, let i = ReferenceFolding.closing.firstIndex(of: parts[2]) else { return nil }
        return [composed([parts[0], parts[1]], before.look)!, composed([ReferenceFolding.leading[i], letter], .assembled)!]
    }
}
