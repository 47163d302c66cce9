// Text: a folded scalar: its class, what folding noticed of its look, and what words read it as.

/// One word for scalar, class and look, and one for its code.
struct FoldedScalar {
    /// Bits 0-3 the class, 4-10 the flags, 11-31 the scalar. The generated table holds bits 0-6.
    let bits: UInt32
    /// What a word's features are made of: a letter as itself, l as i, a digit as 0, all else as an
    /// edge. l is i because people write it for I and 1 (Benchmarks/decisions/letters.md).
    let code: UInt32

    /// The code of all that is neither letter nor digit.
    static let edge: UInt32 = 1
    /// The code of digits, below those of all letters.
    static let digitCode = scalarValue("0")

    static let scalarShift: UInt32 = 11
    static let classMask: UInt32 = 15
    static let styledFlag: UInt32 = 1 << 4
    static let lookAlikeFlag: UInt32 = 1 << 5
    static let variantFlag: UInt32 = 1 << 6
    static let assembledFlag: UInt32 = 1 << 7
    static let interruptedFlag: UInt32 = 1 << 8
    static let joinedFlag: UInt32 = 1 << 9
    static let stackedFlag: UInt32 = 1 << 10
    static let allFlags: UInt32 = 0x7F0

    @inline(__always)
    init(bits: UInt32) {
        let value = bits >> FoldedScalar.scalarShift
        let code: UInt32 =
            switch bits & FoldedScalar.classMask {
            case UInt32(ScalarClass.letter.rawValue): value == "l" ? scalarValue("i") : value
            case UInt32(ScalarClass.digit.rawValue): FoldedScalar.digitCode
            default: FoldedScalar.edge
            }
        self.init(bits: bits, code: code)
    }

    @inline(__always)
    private init(bits: UInt32, code: UInt32) {
        self.bits = bits
        self.code = code
    }

    @inline(__always)
    init(_ scalar: UInt32, _ kind: ScalarClass, flags: UInt32 = 0) {
        self.init(bits: scalar << FoldedScalar.scalarShift | flags | UInt32(kind.rawValue))
    }

    @inline(__always) static var space: FoldedScalar { FoldedScalar(scalarValue(" "), .space) }

    @inline(__always) var scalar: UInt32 { bits >> FoldedScalar.scalarShift }
    @inline(__always) var kind: ScalarClass {
        ScalarClass(valid: UInt8(truncatingIfNeeded: bits & FoldedScalar.classMask))
    }

    /// The writer chose a compatibility form: circled, full-width, mathematical, a stand-alone
    /// jamo. Stays when a look-alike is replaced.
    @inline(__always) var isStyled: Bool { bits & FoldedScalar.styledFlag != 0 }
    /// A letter or symbol that looks like an ASCII letter: `FoldingTable.lookAlike(of:)`.
    @inline(__always) var isLookAlike: Bool { bits & FoldedScalar.lookAlikeFlag != 0 }
    /// Whether Han was Traditional, only the width of a styled scalar was chosen, or a look-alike
    /// is one in words of mixed script alone.
    @inline(__always) var isVariant: Bool { bits & FoldedScalar.variantFlag != 0 }
    /// A syllable that was put together from stand-alone jamo.
    @inline(__always) var isAssembled: Bool { bits & FoldedScalar.assembledFlag != 0 }
    /// An invisible scalar was dropped behind it.
    @inline(__always) var isInterrupted: Bool { bits & FoldedScalar.interruptedFlag != 0 }
    /// A zero-width joiner was dropped behind it, as in emoji sequences.
    @inline(__always) var isJoined: Bool { bits & FoldedScalar.joinedFlag != 0 }
    /// It bore more marks than any script stacks, or one that strikes it out.
    @inline(__always) var isStacked: Bool { bits & FoldedScalar.stackedFlag != 0 }

    @inline(__always)
    func with(_ flags: UInt32) -> FoldedScalar { FoldedScalar(bits: bits | flags, code: code) }

    // MARK: Classes

    /// 1 if its class is in the set, else 0: for loops without a branch.
    @inline(__always)
    func bit(of classes: ScalarClasses) -> UInt32 {
        classes.rawValue &>> (bits & FoldedScalar.classMask) & 1
    }

    @inline(__always)
    func isOne(of classes: ScalarClasses) -> Bool { bit(of: classes) != 0 }

    @inline(__always) var lookAlikeBit: UInt32 { bits / FoldedScalar.lookAlikeFlag & 1 }

    /// The set of its class alone.
    @inline(__always) var classes: ScalarClasses { ScalarClasses(rawValue: 1 &<< (bits & FoldedScalar.classMask)) }

    @inline(__always) var isAlphanumeric: Bool { isOne(of: .alphanumeric) }
    /// Han, kana or a Hangul syllable.
    @inline(__always) var isCJK: Bool { isOne(of: .cjk) }
    @inline(__always) var isHanOrKana: Bool { isOne(of: .hanOrKana) }
    /// A symbol, emoji or picture: what may split the letters of a word to hide it.
    @inline(__always) var isJoint: Bool { isOne(of: .joint) }

    /// ! " ' ) , . / : ; ? which open no bracket and begin no number.
    @inline(__always) var isPlainPunctuation: Bool {
        scalar < 64 && FoldedScalar.plainPunctuation >> UInt64(scalar) & 1 != 0
    }
    private static let plainPunctuation: UInt64 =
        bit("!") | bit("\"") | bit("'") | bit(")") | bit(",") | bit(".") | bit("/") | bit(":") | bit(";") | bit("?")
    @inline(__always)
    private static func bit(_ sign: Unicode.Scalar) -> UInt64 { 1 << UInt64(sign.value) }

    /// What it may be where marks pull CJK characters apart: bit 0 a character, bit 1 a joint, bit
    /// 2 the second of two joints. Bits above are noise.
    @inline(__always)
    var jointRole: UInt64 { FoldedScalar.jointRoles &>> UInt64(bits &<< 2 & 60) }
    /// Four bits for each class, `symbol` lowest.
    private static let jointRoles: UInt64 = 0x0002_0006_0111_0006

    // MARK: Neighbours of punctuation

    /// What punctuation sees of its neighbour: 1 a letter, Han, kana, Hangul or jamo, 2 a digit,
    /// 3 a space, 4 a symbol, emoji or picture. No scalar has 0, the edge of the message or of a
    /// window that was cut within a word.
    @inline(__always)
    var side: UInt64 { FoldedScalar.sides &>> UInt64(bits &<< 2 & 60) & 15 }
    /// Four bits for each class, `symbol` lowest.
    private static let sides: UInt64 = 0x4444_4444_1111_2134
    static let letterSide: UInt64 = 1
    static let digitSide: UInt64 = 2
    static let spaceSide: UInt64 = 3
}
