// Text: puts Hangul letters together into syllables, as The Unicode Standard, section 3.12, and beyond it for stand-alone jamo.

/// What becomes of a syllable or letter and the jamo that follows it.
enum HangulComposition {
    /// They stay as they are.
    case apart
    /// They are one syllable.
    case one(FoldedScalar)
    /// The letter that had closed a syllable begins the next one after all.
    case two(FoldedScalar, FoldedScalar)

    /// - Parameters:
    ///   - before: the folded scalar in front.
    ///   - jamo: a folded scalar of class `jamo`. Conjoining jamo (of decomposed text) follow the standard: a leading letter always begins
    ///     a syllable. Stand-alone jamo (`ㄷㅐㅊㅜㄹ`, flagged styled) have one form for both ends of a syllable, so one that follows an open
    ///     syllable made of such jamo closes it, until a vowel shows that it began the next.
    static func join(_ before: FoldedScalar, _ jamo: FoldedScalar) -> HangulComposition {
        let s = jamo.scalar
        if before.kind == .jamo, (0x1161...0x1175).contains(s), (0x1100...0x1112).contains(before.scalar) {
            let whole = syllable(before.scalar - 0x1100, s - 0x1161, 0, assembled: jamo.isStyled)
            return .one(whole.with(before.bits & FoldedScalar.interruptedFlag))
        }
        guard before.kind == .syllable else { return .apart }
        let index = before.scalar - 0xAC00
        let closing = index % 28
        switch s {
        case 0x11A8...0x11C2 where closing == 0 && jamo.isStyled == before.isAssembled:
            return .one(FoldedScalar(bits: before.bits + (s - 0x11A7) << FoldedScalar.scalarShift))
        case 0x1100...0x1112 where closing == 0 && jamo.isStyled && before.isAssembled:
            let t = closingOfLeading[Int(s - 0x1100)]
            return t == 0 ? .apart : .one(FoldedScalar(bits: before.bits + UInt32(t) << FoldedScalar.scalarShift))
        case 0x1161...0x1175 where closing != 0 && jamo.isStyled && before.isAssembled:
            guard let leading = (0..<19).first(where: { UInt32(closingOfLeading[$0]) == closing }) else { return .apart }
            return .two(
                FoldedScalar(bits: before.bits - closing << FoldedScalar.scalarShift),
                syllable(UInt32(leading), s - 0x1161, 0, assembled: true))
        default:
            return .apart
        }
    }

    private static func syllable(_ l: UInt32, _ v: UInt32, _ t: UInt32, assembled: Bool) -> FoldedScalar {
        FoldedScalar(
            0xAC00 + (l * 21 + v) * 28 + t, .syllable, flags: assembled ? FoldedScalar.assembledFlag : 0)
    }

    /// The closing form (1-27) of each of the 19 leading letters; 0 where it has none (ㄸ ㅃ ㅉ).
    private static var closingOfLeading: StaticBytes {
        "\u{1}\u{2}\u{4}\u{7}\0\u{8}\u{10}\u{11}\0\u{13}\u{14}\u{15}\u{16}\0\u{17}\u{18}\u{19}\u{1a}\u{1b}"
    }
}

/// A table of small numbers as constant data of the program.
struct StaticBytes: ExpressibleByStringLiteral {
    private let bytes: StaticString
    init(stringLiteral: StaticString) { bytes = stringLiteral }
    subscript(i: Int) -> UInt8 {
        precondition(i < bytes.utf8CodeUnitCount)
        return bytes.utf8Start[i]
    }
}
