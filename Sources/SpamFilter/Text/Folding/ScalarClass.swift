// Text: what kind of scalar a tokenizer stands before, after folding.

/// The classes of FoldingTable.py, in its order.
enum ScalarClass: UInt8 {
    /// Punctuation, currency, arrows and whatever no other class takes.
    case symbol = 0
    case space = 1
    /// A letter, or a vowel sign that is one to its reader, of a script other than those below.
    case letter = 2
    /// ASCII 0-9 after folding, whatever script it came from.
    case digit = 3
    case han = 4
    /// Hiragana or katakana, composed with its voicing mark.
    case kana = 5
    /// A whole Hangul syllable.
    case syllable = 6
    /// A Hangul letter that is part of no syllable.
    case jamo = 7
    case emoji = 8
    /// Dropped: seen by nobody.
    case ignorable = 9
    /// Dropped: a diacritic that stands on a letter of an alphabet.
    case mark = 10
    /// U+3099 and U+309A, which join the kana before them.
    case voicing = 11
    /// U+FFFC, the place of a picture.
    case image = 12
    /// Stands for several scalars; never leaves Folding.
    case expansion = 13

    /// The class of a raw value that is known to be one: the generated table and `FoldedScalar` hold no other.
    ///
    /// The checked initialiser is a jump table; this cost 10 % of reading.
    @inline(__always)
    init(valid rawValue: UInt8) { self = unsafeBitCast(rawValue, to: ScalarClass.self) }
}

/// A folded scalar with its class and what folding knows of its look, in one word, and what a word reads it as.
struct FoldedScalar {
    /// Bits 0-3 the class, 4-10 the flags, 11-31 the scalar. Bits 0-6 are those of the generated table.
    let bits: UInt32
    /// What a word's features are made of: a letter as itself, l as i, a digit as 0; anything else as the edge of a word.
    ///
    /// i and l as one letter, cross-validated by group in the training parts: average precision tied (UCI .9840 .9842, five languages
    /// .9937 .9937, Indonesian .9958 .9955), recall of digits for letters in UCI at .5 % false junk .932 to .940 (won).
    let code: UInt32

    /// The code of what is no letter and no digit.
    static let edge: UInt32 = 1
    /// The code of digits, below those of all letters.
    static let digitCode: UInt32 = 0x30

    static let scalarShift: UInt32 = 11
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
        let scalar = bits >> FoldedScalar.scalarShift
        let code: UInt32 =
            switch bits & 15 {
            case UInt32(ScalarClass.letter.rawValue): scalar == 0x6C ? 0x69 : scalar
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

    @inline(__always) var scalar: UInt32 { bits >> FoldedScalar.scalarShift }
    @inline(__always) var kind: ScalarClass { ScalarClass(valid: UInt8(truncatingIfNeeded: bits & 15)) }
    /// The writer chose a compatibility form of the scalar: circled, full-width, mathematical, a stand-alone jamo. Stays when a
    /// look-alike has been replaced.
    @inline(__always) var isStyled: Bool { bits & FoldedScalar.styledFlag != 0 }
    /// A letter or sign that looks like an ASCII letter: `FoldingTable.lookAlike(of:)`.
    @inline(__always) var isLookAlike: Bool { bits & FoldedScalar.lookAlikeFlag != 0 }
    /// Of Han: it was Traditional. Of what is styled: only its width was. Of a look-alike: in a word of mixed script alone.
    @inline(__always) var isVariant: Bool { bits & FoldedScalar.variantFlag != 0 }
    /// A syllable that was put together from stand-alone jamo.
    @inline(__always) var isAssembled: Bool { bits & FoldedScalar.assembledFlag != 0 }
    /// An invisible scalar was dropped behind it.
    @inline(__always) var isInterrupted: Bool { bits & FoldedScalar.interruptedFlag != 0 }
    /// A zero-width joiner was dropped behind it, as in emoji sequences.
    @inline(__always) var isJoined: Bool { bits & FoldedScalar.joinedFlag != 0 }
    /// More marks stood on it than any script stacks, or one that strikes it out.
    @inline(__always) var isStacked: Bool { bits & FoldedScalar.stackedFlag != 0 }

    @inline(__always)
    func with(_ flags: UInt32) -> FoldedScalar { FoldedScalar(bits: bits | flags, code: code) }

    /// Han, kana or a Hangul syllable: scripts in which a scalar carries a meaning or half of one.
    @inline(__always) var isSyllabic: Bool { bits & 15 &- 4 <= 2 }
    @inline(__always) var isHanOrKana: Bool { bits & 15 &- 4 <= 1 }
    /// A sign, emoji or picture: what may stand between the letters of a word to hide it.
    @inline(__always) var isJoint: Bool { jointBit != 0 }
    /// 1 or 0, for loops without a branch.
    @inline(__always) var jointBit: UInt32 { FoldedScalar.joints &>> (bits & 15) & 1 }
    /// Of a sign or emoji: pictures are counted (PictureTokenizer).
    @inline(__always) var secondJointBit: UInt32 { FoldedScalar.secondJoints &>> (bits & 15) & 1 }
    @inline(__always) var syllabicBit: UInt32 { FoldedScalar.syllabics &>> (bits & 15) & 1 }
    @inline(__always) var letterBit: UInt32 { ((bits & 15 ^ UInt32(ScalarClass.letter.rawValue)) &- 1) >> 31 }
    @inline(__always) var lookAlikeBit: UInt32 { bits / FoldedScalar.lookAlikeFlag & 1 }
    private static let secondJoints: UInt32 =
        1 << UInt32(ScalarClass.symbol.rawValue) | 1 << UInt32(ScalarClass.emoji.rawValue)
    private static let joints: UInt32 = secondJoints | 1 << UInt32(ScalarClass.image.rawValue)
    private static let syllabics: UInt32 =
        1 << UInt32(ScalarClass.han.rawValue) | 1 << UInt32(ScalarClass.kana.rawValue) | 1
        << UInt32(ScalarClass.syllable.rawValue)

    /// ! " ' ) , . / : ; ? which open no bracket and begin no number.
    @inline(__always) var isPlainSign: Bool { scalar < 64 && FoldedScalar.plainSigns >> UInt64(scalar) & 1 != 0 }
    private static let plainSigns: UInt64 =
        1 << 0x21 | 1 << 0x22 | 1 << 0x27 | 1 << 0x29 | 1 << 0x2C | 1 << 0x2E | 1 << 0x2F | 1 << 0x3A | 1 << 0x3B | 1 << 0x3F

    /// A letter or a digit.
    @inline(__always) var isAlphanumeric: Bool { bits & 15 &- 2 <= 1 }
}
