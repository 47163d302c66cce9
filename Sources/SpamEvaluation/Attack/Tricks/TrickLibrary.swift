// Evaluation, attack: all tricks, in the order of reports; the last plays two of the others. A new
// trick is a row here. Its value is in the file of its family.

import Statistics

/// Every trick that `attack` plays.
public enum TrickLibrary {
    /// All tricks except `GoodWords`, which needs words. The last plays two of the others.
    public static let all: [any AttackTrick] = single + [TwoTricks(tricks: single)]

    private static let single: [UnitTrick] = [
        .zeroWidth, .rareInvisible, .spaces, .thinSpaces, .signs, .mixedSigns, .pictures, .emoji,
        .cyrillic, .greek, .otherAlphabets, .kanaAndHan, .kangxi, .hangulLookAlikes,
        .mathematical, .circled, .squared, .fullWidth, .leet, .leetSigns,
        .oneMark, .stackedMarks, .struckThrough,
        .jamo, .conjoiningJamo, .misspelledHangul, .otherKana, .apartVoicing,
        .traditional, .simplified, .hanParts, .pinyin, .homophones, .defangedLinks, .entities,
    ]
}

/// Two random tricks, one after the other.
struct TwoTricks: AttackTrick {
    let name = "two-tricks"
    let scripts = TrickScript.allCases
    let summary = "two of the tricks above, one upon the other, drawn for each message"
    let tricks: [any AttackTrick]

    func apply(_ text: Plaintext, _ strength: Strength, using random: inout SplitMix) -> String? {
        var order = Array(tricks.indices)
        random.shuffle(&order)
        var hidden: String?, current = text
        var played = 0
        for i in order where played < 2 {
            // Each has its own generator, so that the first trick's draws do not choose the
            // second's.
            var own = SplitMix(seed: random.next())
            // One may undo another, as Simplified and Traditional do.
            guard let next = tricks[i].apply(current, strength, using: &own),
                !next.unicodeScalars.elementsEqual(text.scalars)
            else { continue }
            hidden = next
            played += 1
            // Taken apart once: most tricks find nothing in what the first one left.
            if played < 2 { current = Plaintext(next) }
        }
        return hidden
    }
}
