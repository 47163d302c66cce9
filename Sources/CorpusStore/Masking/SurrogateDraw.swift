// Store: draws the characters of a surrogate from a keyed hash of what it stands for.

extension Masking {
    /// Replaces the characters of a span by others of their kind.
    ///
    /// - Parameters:
    ///   - attempt: for another surrogate of the same original.
    ///   - keeping: leading characters of a number that stay.
    ///   - changesAll: whether each digit becomes another one.
    func replace(_ span: PersonalSpan, in scalars: inout [Unicode.Scalar], attempt: Int, keeping: Int, changesAll: Bool) {
        var draw = SurrogateDraw(self, span, scalars, attempt: attempt)
        var kept = keeping, i = span.range.lowerBound
        while i < span.range.upperBound {
            let scalar = scalars[i]
            if scalar == "%", i + 2 < span.range.upperBound,
                let (high, low) = LinkEscape.surrogates(scalars[i + 1], scalars[i + 2])
            {
                scalars[i + 1] = high[Int(draw.next(UInt32(high.count)))]
                scalars[i + 2] = low[Int(draw.next(UInt32(low.count)))]
                i += 3
                continue
            }
            i += 1
            guard !span.keepsLetters || Digits.isDigit(scalar), let surrogates = Surrogates(scalar, isOfName: span.kind == .name)
            else {
                continue
            }
            if span.kind == .number, kept > 0 {
                kept -= 1
            } else if changesAll, let value = Digits.valueWithHan(scalar) {
                scalars[i - 1] = surrogates[(UInt32(value) + 1 + draw.next(9)) % surrogates.count]
            } else {
                scalars[i - 1] = surrogates[draw.next(surrogates.count)]
            }
        }
    }
}

/// Numbers below a bound, one after another.
private struct SurrogateDraw {
    private var hash: SipHash
    private var left: UInt64
    private var drawn = 0

    init(_ masking: Masking, _ span: PersonalSpan, _ scalars: [Unicode.Scalar], attempt: Int) {
        hash = SipHash(key: masking.key)
        // Two ways of writing a number are the same number.
        for i in span.range {
            if let digit = Digits.value(scalars[i]) {
                hash.add(UInt64(0x30 + digit))
            } else if span.kind != .number || ScalarTraits.of(scalars[i]).isLetter {
                hash.add(UInt64(scalars[i].value))
            }
        }
        hash.add(UInt64(attempt))
        left = hash.value
    }

    mutating func next(_ count: UInt32) -> UInt32 {
        if drawn == 8 {
            hash.add(left)
            left = hash.value
            drawn = 0
        }
        drawn += 1
        let byte = UInt32(truncatingIfNeeded: left >> UInt64(8 * drawn - 8) & 0xFF)
        // 256 is no multiple of 10 or 26: surrogates need not be uniform.
        return byte % count
    }
}

/// The bytes of a link's %-escapes: %E7 of %E7%8E%8B.
private enum LinkEscape {
    private static let digits = Array("0123456789ABCDEF".unicodeScalars)

    /// What the two digits of a byte may become. A text in UTF-8 stays one. `nil` for signs and
    /// spaces, and where these are no digits.
    static func surrogates(_ high: Unicode.Scalar, _ low: Unicode.Scalar) -> (high: [Unicode.Scalar], low: [Unicode.Scalar])? {
        guard let first = digit(high), let second = digit(low) else { return nil }
        let (highs, lows): (ClosedRange<Int>, ClosedRange<Int>)
        switch (first, second) {
        case (3...7, _): (highs, lows) = (3...7, 1...9)
        case (8...11, _): (highs, lows) = (10...11, 0...15)
        case (12, _): (highs, lows) = (12...12, 3...9)
        case (13, _): (highs, lows) = (13...13, 0...15)
        case (14, 1...9): (highs, lows) = (14...14, 4...9)
        case (14, 10...): (highs, lows) = (14...14, 10...12)
        case (14..., _): (highs, lows) = (first...first, 0...0)
        default: return nil
        }
        let isLower = high.properties.isLowercase || low.properties.isLowercase
        func list(_ values: ClosedRange<Int>) -> [Unicode.Scalar] {
            digits[values].map { isLower && $0.value > 0x39 ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }
        }
        return (list(highs), list(lows))
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        scalar.properties.isASCIIHexDigit ? Int(String(scalar), radix: 16) : nil
    }
}

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
            choice = .list(ScalarTraits.of(scalar).isUppercase ? Surrogates.capitals : Surrogates.letters)
        case 0x3041...0x3096: choice = .list(Surrogates.hiragana)
        case 0x30A1...0x30FA: choice = .list(Surrogates.katakana)
        case 0xAC00...0xD7A3: choice = .list(Surrogates.hangul)
        case 0x3400...0x4DBF, 0x4E00...0x9FFF: choice = .list(Surrogates.han)
        case 0x80...:
            guard ScalarTraits.of(scalar).isLetter else { return nil }
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
