// Text: puts kana and a voicing mark together, as Unicode composes them.

/// Kana with its voicing mark, as one scalar; `nil` where the two do not compose.
///
/// In Unicode's order a voiced kana follows its plain one, and a half-voiced one follows that.
func voicedKana(_ base: FoldedScalar, mark: UInt32) -> FoldedScalar? {
    guard base.kind == .kana else { return nil }
    let katakana: UInt32 = base.scalar >= 0x30A0 ? 0x60 : 0
    let hiragana = base.scalar - katakana
    switch (hiragana, mark) {
    case (0x3046, 0x3099): return FoldedScalar(0x3094 + katakana, .kana)
    case (0x304B...0x3062, 0x3099) where hiragana % 2 == 1: return FoldedScalar(base.scalar + 1, .kana)
    case (0x3064...0x3069, 0x3099) where hiragana % 2 == 0: return FoldedScalar(base.scalar + 1, .kana)
    case (0x306F...0x307D, 0x3099) where hiragana % 3 == 0: return FoldedScalar(base.scalar + 1, .kana)
    case (0x306F...0x307D, 0x309A) where hiragana % 3 == 0: return FoldedScalar(base.scalar + 2, .kana)
    case (0x309D, 0x3099): return FoldedScalar(base.scalar + 1, .kana)
    // Only katakana has these: ワ ヰ ヱ ヲ.
    case (0x308F...0x3092, 0x3099) where katakana != 0: return FoldedScalar(base.scalar + 8, .kana)
    default: return nil
    }
}
