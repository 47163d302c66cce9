// Text: what kind of scalar a tokenizer looks at, after folding.

/// The classes of FoldingTable.py, in its order; at most 16. A new one also needs its `code` and
/// its places in `FoldedScalar.jointRoles` and `sides`.
enum ScalarClass: UInt8 {
    /// Punctuation, currency, arrows and all that no other class takes.
    case symbol = 0
    case space = 1
    /// A letter, or a vowel sign that readers take for one, of a script not named below.
    case letter = 2
    /// ASCII 0-9 after folding, from any script.
    case digit = 3
    case han = 4
    /// Hiragana or katakana, composed with its voicing mark.
    case kana = 5
    /// A whole Hangul syllable.
    case syllable = 6
    /// A Hangul letter that is part of no syllable.
    case jamo = 7
    case emoji = 8
    /// Dropped: invisible.
    case ignorable = 9
    /// Dropped: a diacritic on a letter of an alphabet.
    case mark = 10
    /// U+3099 and U+309A, which join the kana before them.
    case voicing = 11
    /// U+FFFC, the place of a picture.
    case image = 12
    /// Stands for several scalars; never leaves folding.
    case expansion = 13

    /// The class of a raw value that is known to be valid: the table and `FoldedScalar` hold no
    /// other. The checked initializer compiles to a jump table
    /// (Benchmarks/decisions/decision-speed.md).
    @inline(__always)
    init(valid rawValue: UInt8) { self = unsafeBitCast(rawValue, to: ScalarClass.self) }
}

/// A set of classes, one bit each.
struct ScalarClasses: OptionSet {
    let rawValue: UInt32

    @inline(__always)
    init(rawValue: UInt32) { self.rawValue = rawValue }
    @inline(__always)
    init(_ kind: ScalarClass) { rawValue = 1 << UInt32(kind.rawValue) }

    @inline(__always) static var symbol: ScalarClasses { ScalarClasses(.symbol) }
    @inline(__always) static var letter: ScalarClasses { ScalarClasses(.letter) }
    @inline(__always) static var digit: ScalarClasses { ScalarClasses(.digit) }
    @inline(__always) static var han: ScalarClasses { ScalarClasses(.han) }
    @inline(__always) static var kana: ScalarClasses { ScalarClasses(.kana) }
    @inline(__always) static var syllable: ScalarClasses { ScalarClasses(.syllable) }
    @inline(__always) static var jamo: ScalarClasses { ScalarClasses(.jamo) }
    @inline(__always) static var emoji: ScalarClasses { ScalarClasses(.emoji) }
    @inline(__always) static var image: ScalarClasses { ScalarClasses(.image) }

    @inline(__always) static var alphanumeric: ScalarClasses { [.letter, .digit] }
    @inline(__always) static var hanOrKana: ScalarClasses { [.han, .kana] }
    /// Scripts in which a scalar carries a meaning or half of one.
    @inline(__always) static var cjk: ScalarClasses { [.han, .kana, .syllable] }
    /// What may split the letters of a word to hide it.
    @inline(__always) static var joint: ScalarClasses { [.symbol, .emoji, .image] }
    /// The second of two joints: pictures are counted (PictureTokenizer).
    @inline(__always) static var secondJoint: ScalarClasses { [.symbol, .emoji] }
    /// Not simply added to a window: dropped, joined to the one before, or expanded.
    @inline(__always) static var special: ScalarClasses {
        [
            ScalarClasses(.ignorable), ScalarClasses(.mark), ScalarClasses(.expansion), .jamo,
            ScalarClasses(.voicing),
        ]
    }
}
