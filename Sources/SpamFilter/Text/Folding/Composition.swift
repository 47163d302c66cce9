// Text: puts letters together as Unicode composes them: Hangul letters into syllables, by The
// Unicode Standard, section 3.12, and beyond it for stand-alone jamo; kana and a voicing mark.

/// What becomes of a syllable or letter and the jamo that follows it.
enum HangulComposition {
    /// They stay as they are.
    case apart
    /// They are one syllable.
    case one(FoldedScalar)
    /// The letter that had closed a syllable begins the next one after all.
    case two(FoldedScalar, FoldedScalar)

    static let firstSyllable = scalarValue("가")
    static let syllableCount: UInt32 = 11_172
    /// Conjoining jamo: leading consonants, vowels, closing consonants.
    private static let firstLeading = scalarValue("\u{1100}")
    private static let firstVowel = scalarValue("\u{1161}")
    /// One before the first: closing 0 is none.
    private static let noClosing = scalarValue("\u{11A7}")
    private static let vowels: UInt32 = 21
    private static let closings: UInt32 = 28

    /// Conjoining jamo, those of decomposed text, follow the standard: a leading letter always
    /// begins a syllable. Stand-alone jamo (`ㄷㅐㅊㅜㄹ`, flagged styled) have one form for both ends of
    /// a syllable. So one that follows an open syllable of such jamo closes it, until a vowel shows
    /// that it began the next.
    ///
    /// - Parameters:
    ///   - before: the folded scalar in front.
    ///   - jamo: a folded scalar of class `jamo`.
    static func join(_ before: FoldedScalar, _ jamo: FoldedScalar) -> HangulComposition {
        let s = jamo.scalar
        if before.kind == .jamo, "\u{1161}"..."\u{1175}" ~= s, "\u{1100}"..."\u{1112}" ~= before.scalar {
            let whole = syllable(before.scalar - firstLeading, s - firstVowel, assembled: jamo.isStyled)
            return .one(whole.with(before.bits & FoldedScalar.interruptedFlag))
        }
        guard before.kind == .syllable else { return .apart }
        let closing = (before.scalar - firstSyllable) % closings
        switch s {
        case "\u{11A8}"..."\u{11C2}" where closing == 0 && jamo.isStyled == before.isAssembled:
            return .one(FoldedScalar(bits: before.bits + (s - noClosing) << FoldedScalar.scalarShift))
        case "\u{1100}"..."\u{1112}" where closing == 0 && jamo.isStyled && before.isAssembled:
            let t = closingOfLeading[Int(s - firstLeading)]
            return t == 0 ? .apart : .one(FoldedScalar(bits: before.bits + UInt32(t) << FoldedScalar.scalarShift))
        case "\u{1161}"..."\u{1175}" where closing != 0 && jamo.isStyled && before.isAssembled:
            guard let leading = (0..<19).first(where: { UInt32(closingOfLeading[$0]) == closing }) else { return .apart }
            return .two(
                FoldedScalar(bits: before.bits - closing << FoldedScalar.scalarShift),
                syllable(UInt32(leading), s - firstVowel, assembled: true))
        default:
            return .apart
        }
    }

    /// The open syllable of a leading letter and a vowel.
    private static func syllable(_ leading: UInt32, _ vowel: UInt32, assembled: Bool) -> FoldedScalar {
        FoldedScalar(
            firstSyllable + (leading * vowels + vowel) * closings, .syllable,
            flags: assembled ? FoldedScalar.assembledFlag : 0)
    }

    /// The closing form, 1-27, of each of the 19 leading letters; 0 where there is none (ㄸ ㅃ ㅉ).
    private static var closingOfLeading: StaticBytes {
        "\u{1}\u{2}\u{4}\u{7}\0\u{8}\u{10}\u{11}\0\u{13}\u{14}\u{15}\u{16}\0\u{17}\u{18}\u{19}\u{1a}\u{1b}"
    }
}

/// The kana with its voicing mark, as one scalar; `nil` where the two do not compose.
///
/// In Unicode's order a voiced kana follows its plain one, and a half-voiced one follows that.
func voicedKana(_ base: FoldedScalar, mark: UInt32) -> FoldedScalar? {
    guard base.kind == .kana else { return nil }
    // Katakana lie as far behind hiragana as ァ behind ぁ.
    let katakana: UInt32 = base.scalar >= 0x30A0 ? scalarValue("ァ") - scalarValue("ぁ") : 0
    let hiragana = base.scalar - katakana
    if mark == "\u{309A}" {
        return "は"..."ほ" ~= hiragana && hiragana % 3 == 0 ? FoldedScalar(base.scalar + 2, .kana) : nil
    }
    guard mark == "\u{3099}" else { return nil }
    switch hiragana {
    case "う": return FoldedScalar(scalarValue("ゔ") + katakana, .kana)
    case "か"..."ぢ" where hiragana % 2 == 1: return FoldedScalar(base.scalar + 1, .kana)
    case "つ"..."ど" where hiragana % 2 == 0: return FoldedScalar(base.scalar + 1, .kana)
    case "は"..."ぽ" where hiragana % 3 == 0: return FoldedScalar(base.scalar + 1, .kana)
    case "ゝ": return FoldedScalar(base.scalar + 1, .kana)
    // Only katakana has these: ワ ヰ ヱ ヲ.
    case "わ"..."を" where katakana != 0: return FoldedScalar(base.scalar + 8, .kana)
    default: return nil
    }
}
