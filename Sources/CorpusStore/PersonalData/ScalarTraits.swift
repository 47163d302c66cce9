// Store: what masking asks of each scalar, in a table: Unicode's own answers take a hundred times
// as long. And texts made of scalars.

/// A scalar as masking sees it.
struct ScalarTraits {
    private let bits: UInt32

    /// The traits of a scalar, looked up.
    static func of(_ scalar: Unicode.Scalar) -> ScalarTraits {
        let value = scalar.value
        if value < 0x10000 { return ScalarTraits(bits: table[Int(value)]) }
        // Pictures are neither letters nor digits.
        return (0x1F300...0x1FAFF).contains(value) ? ScalarTraits(bits: 0) : ScalarTraits(scalar)
    }

    /// 0...9 of a digit in any spelling, such as ASCII, Arabic, Thai, mathematical and circled.
    var digit: Int? { bits & 0xF == 0 ? nil : Int(bits & 0xF) - 1 }
    /// Whether it is a digit of a script, not circled or raised.
    var isDecimal: Bool { bits & 1 << 16 != 0 }
    var hanDigit: Int? { bits >> 4 & 0xF == 0 ? nil : Int(bits >> 4 & 0xF) - 1 }
    var isLetter: Bool { bits & 1 << 8 != 0 }
    var isUppercase: Bool { bits & 1 << 9 != 0 }
    var isLowercase: Bool { bits & 1 << 10 != 0 }
    /// A space of any width, or a line end.
    var isSpace: Bool { bits & 1 << 11 != 0 }
    /// A soft hyphen, a word joiner, a mark of direction, or what makes a digit a keycap.
    var isInvisible: Bool { bits & 1 << 12 != 0 }
    /// An accent that stands alone, or a vowel sign.
    var isMark: Bool { bits & 1 << 13 != 0 }
    var isDash: Bool { bits & 1 << 14 != 0 }
    /// A letter of Thai to Burmese, and of East Asia: words stand there without spaces, or, in
    /// Korean, with what belongs to them.
    var isOfUnspacedScript: Bool { bits & 1 << 15 != 0 }

    private init(bits: UInt32) { self.bits = bits }

    private init(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties, kind = properties.generalCategory
        var bits: UInt32 = 0
        if let type = properties.numericType, type != .numeric, let value = properties.numericValue {
            bits |= UInt32(value) + 1
        }
        if let value = Digits.han[scalar] { bits |= UInt32(value + 1) << 4 }
        func set(_ flag: Int, _ isSet: Bool) { if isSet { bits |= 1 << UInt32(flag) } }
        set(8, properties.isAlphabetic)
        set(9, properties.isUppercase)
        set(10, properties.isLowercase)
        set(11, kind == .spaceSeparator || [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains(scalar.value))
        set(12, !scalar.isASCII && (scalar.value == 0x20E3 || properties.isDefaultIgnorableCodePoint || kind == .format))
        set(13, kind == .nonspacingMark || kind == .spacingMark)
        set(14, kind == .dashPunctuation || scalar.value == 0x2212)
        set(16, kind == .decimalNumber)
        set(15, ScalarTraits.unspaced.contains { $0.contains(scalar.value) } && (bits & 1 << 8 != 0 || bits & 1 << 13 != 0))
        self.bits = bits
    }

    private static let unspaced: [ClosedRange<UInt32>] = [
        0xE00...0x11FF, 0x1780...0x17FF, 0x2E80...0xD7FF, 0xFF66...0xFF9F, 0x20000...0x3FFFF,
    ]

    private static let table: [UInt32] = (0..<0x10000).map { value in
        switch value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            // Characters and syllables differ in nothing but what they count.
            let digit = Unicode.Scalar(value).flatMap { Digits.han[$0] } ?? -1
            return 1 << 15 | 1 << 8 | UInt32(digit + 1) << 4
        case 0xE000...0xF8FF: return 0
        default: return Unicode.Scalar(value).map { ScalarTraits($0).bits } ?? 0
        }
    }
}

/// A set of scalars, in a bit each. Those above the first 65,536 are never in it.
struct ScalarSet {
    private var bits = [UInt64](repeating: 0, count: 1024)

    init(_ scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars where scalar.value < 0x10000 { bits[Int(scalar.value >> 6)] |= 1 << UInt64(scalar.value & 63) }
    }

    init(_ text: String) { self.init(text.unicodeScalars.filter { !ScalarTraits.of($0).isSpace }) }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x10000 && bits[Int(scalar.value >> 6)] >> UInt64(scalar.value & 63) & 1 != 0
    }
}

extension String {
    init(_ scalars: ArraySlice<Unicode.Scalar>) {
        let count = scalars.reduce(0) { $0 + UTF8.width($1) }
        self.init(unsafeUninitializedCapacity: count) { bytes in
            var end = 0
            for scalar in scalars {
                if scalar.isASCII {
                    bytes[end] = UInt8(scalar.value)
                    end += 1
                } else {
                    for byte in UTF8.encode(scalar)! {
                        bytes[end] = byte
                        end += 1
                    }
                }
            }
            return end
        }
    }

    /// In lower case.
    init(lowercase scalars: ArraySlice<Unicode.Scalar>) {
        guard scalars.allSatisfy(\.isASCII) else {
            self = String(scalars).lowercased()
            return
        }
        self.init(unsafeUninitializedCapacity: scalars.count) { bytes in
            for (i, scalar) in scalars.enumerated() {
                bytes[i] = UInt8(scalar.value) | (("A"..."Z").contains(scalar) ? 0x20 : 0)
            }
            return scalars.count
        }
    }
}
