// Store: the characters that may replace a character.

/// Characters of the same kind: digits for digits, capitals for capitals, syllables for syllables.
struct Surrogates {
    private enum Choice { case digits(Unicode.Scalar), list([Unicode.Scalar]) }
    private let choice: Choice

    var count: UInt32 {
        switch choice {
        case .digits: 10
        case .list(let list): UInt32(list.count)
        }
    }

    /// `nil` for signs and spaces, which stay.
    ///
    /// - Parameter isOfName: whether a Han numeral is a part of a name, such as 陆.
    init?(_ scalar: Unicode.Scalar, isOfName: Bool = false) {
        if Digits.isDigit(scalar) || !isOfName && Digits.isHanDigit(scalar) {
            choice = .digits(scalar)
            return
        }
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
            choice = .list(scalar.properties.isUppercase ? Surrogates.capitals : Surrogates.letters)
        case 0x3041...0x3096: choice = .list(Surrogates.hiragana)
        case 0x30A1...0x30FA: choice = .list(Surrogates.katakana)
        case 0xAC00...0xD7A3: choice = .list(Surrogates.hangul)
        case 0x3400...0x4DBF, 0x4E00...0x9FFF: choice = .list(Surrogates.han)
        case 0x80...:
            guard scalar.properties.isAlphabetic else { return nil }
            let kind = scalar.properties.generalCategory
            choice = .list(
                (scalar.value & ~0x1F...scalar.value | 0x1F).compactMap { Unicode.Scalar($0) }
                    .filter { $0.properties.isAlphabetic && $0.properties.generalCategory == kind })
        default: return nil
        }
    }

    private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let hiragana = Array("あいうえおかきくけこさしすせそたちつてとなにのはひふまみめもやゆよらりるれろわ".unicodeScalars)
    private static let katakana = Array("アイウエオカキクケコサシスセソタチツテトナニノハヒフマミメモヤユヨラリルレロワ".unicodeScalars)
    // Syllables and characters that occur in many names.
    private static let hangul = Array("가강건경계고관구권규근기길나남노다단대도동두라란려로리림마만명모목무문미민박방배백범보봉부빈사산상".unicodeScalars)
    private static let han = Array("伟芳娜敏静丽强磊洋艳勇军杰娟涛超霞平刚桂英华建文玲明红志海燕萍兰国庆春梅".unicodeScalars)

    /// - Parameter i: in 0..<count.
    subscript(_ i: UInt32) -> Unicode.Scalar {
        switch choice {
        case .digits(let digit): Digits.sibling(of: digit, value: Int(i)) ?? digit
        case .list(let list): list[Int(i)]
        }
    }
}
