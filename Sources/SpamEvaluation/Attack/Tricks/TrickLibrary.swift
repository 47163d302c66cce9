// Evaluation, attack: all tricks, in the order of reports. A new trick is a row here and a value in
// the file of its family.

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
