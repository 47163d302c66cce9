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

/// A folded scalar with its class, in one word.
struct FoldedScalar {
    /// Bits 0-20 the scalar, 21 the styled flag, 22 the assembled flag, 23 the joined flag, 24-28 the class.
    let bits: UInt32

    private init(bits: UInt32) { self.bits = bits }

    @inline(__always)
    init(_ scalar: UInt32, _ kind: ScalarClass, styled: Bool = false, assembled: Bool = false) {
        bits = scalar | (styled ? 1 << 21 : 0) | (assembled ? 1 << 22 : 0) | UInt32(kind.rawValue) << 24
    }

    @inline(__always) var scalar: UInt32 { bits & 0x1F_FFFF }
    @inline(__always) var kind: ScalarClass { ScalarClass(valid: UInt8(truncatingIfNeeded: bits >> 24)) }
    /// The writer chose a compatibility form of the scalar: circled, full-width, mathematical, a stand-alone jamo.
    @inline(__always) var isStyled: Bool { bits & 1 << 21 != 0 }
    /// A syllable that was put together from stand-alone jamo.
    @inline(__always) var isAssembled: Bool { bits & 1 << 22 != 0 }

    /// An emoji with a joiner behind it: 👩 of 👩‍💻.
    @inline(__always) var isJoined: Bool { bits & 1 << 23 != 0 }
    /// The same with the joiner.
    var joined: FoldedScalar { FoldedScalar(bits: bits | 1 << 23) }

    /// Han, kana or a Hangul syllable: scripts in which a scalar carries a meaning or half of one.
    @inline(__always) var isSyllabic: Bool { bits >> 24 &- 4 <= 2 }
    /// A letter or a digit.
    @inline(__always) var isAlphanumeric: Bool { bits >> 24 &- 2 <= 1 }
}
