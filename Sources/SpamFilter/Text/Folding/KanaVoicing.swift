// Text: puts kana and a voicing mark together, as Unicode composes them.

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
