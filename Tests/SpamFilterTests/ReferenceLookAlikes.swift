// Letters of one script in words of another again, from the comment of LookAlikes.swift. Which letter looks like which is the table's word.

@testable import SpamFilter

struct ReferenceLookAlikes {
    let table: FoldingTable

    func replaced(_ text: [ReferenceCharacter]) -> [ReferenceCharacter] {
        var text = text
        let unmistakable = text.contains(where: isUnmistakable)
        let isLatinText = !unmistakable && text.filter(isLatin).count > text.filter(isAlike).count
        var i = 0
        while i < text.count {
            let word = text[i...].prefix { isWordCharacter($0.character) }
            i = max(i + 1, word.endIndex)
            guard word.contains(where: isAlike), isLatinText || word.contains(where: isLatin) else { continue }
            let isCyrillic = word.filter(isCyrillic).count > word.filter(isLatin).count && word.contains(where: isUnmistakable)
            for j in word.indices {
                if isCyrillic, isLatin(text[j]), let twin = twin(text[j].character) {
                    text[j] = ReferenceCharacter(character: twin, look: text[j].look.union(.replaced))
                } else if !isCyrillic, isAlike(text[j]) {
                    let letter = table.lookAlike(of: table.fold(scalar(text[j].character)))
                    text[j] = ReferenceCharacter(
                        character: Character(Unicode.Scalar(letter)!), look: text[j].look.union(.replaced))
                }
            }
        }
        return text
    }

    private func isLatin(_ c: ReferenceCharacter) -> Bool { ("a"..."z").contains(c.character) }
    private func isAlike(_ c: ReferenceCharacter) -> Bool { isAlphabetic(c.character) && c.look.contains(.alike) }
    private func isCyrillic(_ c: ReferenceCharacter) -> Bool {
        isAlphabetic(c.character) && (0x400...0x52F).contains(scalar(c.character))
    }
    /// A letter of another alphabet, Greek and on, that looks like no Latin one outside faux words.
    private func isUnmistakable(_ c: ReferenceCharacter) -> Bool {
        isAlphabetic(c.character) && scalar(c.character) >= 0x370 && (!c.look.contains(.alike) || c.look.contains(.faux))
    }

    /// The Cyrillic letter that looks like an ASCII one.
    private func twin(_ c: Character) -> Character? {
        Array("aceijkmopsxy").firstIndex(of: c).map { Array("асеіјкморѕху")[$0] }
    }
}
