// Letters of one script in words of another again, from the comment of LookAlikes.swift. Which
// letter looks like which is the table's word.

@testable import SpamFilter

struct ReferenceLookAlikes {
    let table: FoldingTable

    func replaced(_ text: [ReferenceCharacter]) -> [ReferenceCharacter] {
        var text = text
        let unmistakable = text.contains(where: isUnmistakable)
        let holdsMixed = words(text).contains { isMixed(text[$0]) }
        let isLatinText =
            !unmistakable
            && (holdsMixed
                || text.filter(isLatin).count
                    >= text.filter { isAlike($0) && (0x370..<0x530).contains(scalar($0.character)) }.count)
        var i = 0
        while i < text.count {
            let word = text[i...].prefix { isWordCharacter($0.character) }
            i = max(i + 1, word.endIndex)
            guard word.contains(where: isAlike), isLatinText || word.contains(where: isLatin) else { continue }
            let twins = twins(of: word)
            for j in word.indices {
                if let twin = twins?[text[j].character], isLatin(text[j]) {
                    text[j] = ReferenceCharacter(character: twin, look: text[j].look.union(.replaced).subtracting(.wide))
                } else if twins == nil, isAlike(text[j]) {
                    let letter = table.lookAlike(of: table.fold(scalar(text[j].character)))
                    text[j] = ReferenceCharacter(
                        character: Character(Unicode.Scalar(letter)!), look: text[j].look.union(.replaced))
                }
            }
        }
        return text
    }

    /// Greek as GSM-7 has it: ten Greek capitals, and Latin ones for all others.
    func greekCapitals(_ text: [ReferenceCharacter]) -> [ReferenceCharacter] {
        let twins = Dictionary(uniqueKeysWithValues: zip("abehikmnoptxyz", "αβεηικμνορτχυζ"))
        func isTwin(_ c: ReferenceCharacter) -> Bool { c.look.contains(.capital) && twins[c.character] != nil }
        func isGreek(_ c: ReferenceCharacter) -> Bool { c.look.contains(.capital) && "γδθλξπσφψω".contains(c.character) }
        let all = words(text).map { range in (range, text[range].filter { isAlphabetic($0.character) }) }
        let greek = all.filter { $0.1.allSatisfy { isTwin($0) || isGreek($0) } }
        let others = all.filter { !$0.1.allSatisfy { isTwin($0) || isGreek($0) } }
        guard greek.contains(where: { $0.1.contains(where: isTwin) && $0.1.contains(where: isGreek) }),
            others.allSatisfy({ $0.1.allSatisfy { !isGreek($0) && (isTwin($0) || scalar($0.character) < 0x80) } }),
            greek.map(\.1.count).reduce(0, +) > others.map(\.1.count).reduce(0, +)
        else { return text }
        var text = text
        for (range, _) in greek {
            for i in range { if isTwin(text[i]) { text[i].character = twins[text[i].character]! } }
        }
        return text
    }

    /// The runs of letters and digits.
    func words(_ text: [ReferenceCharacter]) -> [Range<Int>] {
        var words: [Range<Int>] = [], i = 0
        while i < text.count {
            let word = text[i...].prefix { isWordCharacter($0.character) }
            if !word.isEmpty { words.append(word.indices) }
            i = max(i + 1, word.endIndex)
        }
        return words
    }

    /// Whether Latin letters stand beside those of another alphabet.
    func isMixed(_ word: ArraySlice<ReferenceCharacter>) -> Bool {
        word.contains(where: isLatin) && word.contains { isAlphabetic($0.character) && scalar($0.character) >= 0x370 }
    }

    /// The letters that look like ASCII ones in the script of a word that is Cyrillic or Greek;
    /// `nil` where it is a Latin one.
    private func twins(of word: ArraySlice<ReferenceCharacter>) -> [Character: Character]? {
        let cyrillic = Dictionary(uniqueKeysWithValues: zip("aceijkmnopstuxy", "асеіјкмпорѕтиху"))
        let greek = Dictionary(uniqueKeysWithValues: zip("aeiknoptuvxyz", "αεικηορτυνχγζ"))
        for (twins, script) in [(cyrillic, UInt32(0x400)...0x52F), (greek, 0x370...0x3FF)] {
            let letters = word.filter { isAlphabetic($0.character) && script.contains(scalar($0.character)) }
            let latin = word.filter(isLatin)
            let isMore =
                letters.count > latin.count && word.contains(where: isUnlike)
                || letters.count >= 2 * latin.count && word.contains(where: isUnmistakable)
            let allHaveTwins =
                word.contains(where: isUnmistakable) && letters.count >= latin.count
                && latin.allSatisfy { twins[$0.character] != nil }
            if !letters.isEmpty, isMore || allHaveTwins { return twins }
        }
        return nil
    }

    private func isLatin(_ c: ReferenceCharacter) -> Bool { ("a"..."z").contains(c.character) }
    private func isAlike(_ c: ReferenceCharacter) -> Bool { isAlphabetic(c.character) && c.look.contains(.alike) }
    /// A letter of another alphabet, Greek and on, that looks like no Latin one in any word.
    private func isUnlike(_ c: ReferenceCharacter) -> Bool {
        isAlphabetic(c.character) && scalar(c.character) >= 0x370 && !c.look.contains(.alike)
    }
    /// A letter of another alphabet, Greek and on, that looks like no Latin one outside faux words.
    private func isUnmistakable(_ c: ReferenceCharacter) -> Bool {
        isAlphabetic(c.character) && scalar(c.character) >= 0x370 && (!c.look.contains(.alike) || c.look.contains(.faux))
    }
}
