// Signature: keys as text. RFC 4648 section 4, strictly: one text for each key.

package enum Base64 {
    private static let padding = UInt8(ascii: "=")

    /// The bytes; `nil` where a character is no digit, a padding is missing or wrong, or bits are
    /// left over. White space around the text is ignored.
    package static func decoded(_ text: String) -> [UInt8]? {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var digits = Array(text.utf8)
        while let last = digits.last, isSpace(last) { digits.removeLast() }
        digits.removeFirst(digits.prefix(while: isSpace).count)
        guard digits.count % 4 == 0 else { return nil }
        let padded = digits.reversed().prefix { $0 == padding }.count
        guard padded <= 2 else { return nil }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0, count = 0
        for digit in digits.dropLast(padded) {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            bits &= 1 << UInt32(count) - 1
        }
        return bits == 0 ? bytes : nil
    }

    package static func encoded(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let piece = bytes[start..<min(start + 3, bytes.count)]
            var bits = piece.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - piece.count))
            for i in 0..<4 {
                let digit = i <= piece.count ? self.digit(bits >> UInt32(18 - 6 * i) & 63) : padding
                text.unicodeScalars.append(Unicode.Scalar(digit))
            }
        }
        return text
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        let value = UInt8(value)
        return switch value {
        case ..<26: UInt8(ascii: "A") + value
        case ..<52: UInt8(ascii: "a") + value - 26
        case ..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
