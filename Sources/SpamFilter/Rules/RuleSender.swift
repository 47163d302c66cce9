// Rules: senders as rules compare them. In: a sender as the system, an address book or a person
// writes it. Out: the key that it is compared by.

/// A sender as rules compare it: a number by its digits, anything else by its text.
///
/// Invisible scalars are dropped (phones paste numbers between U+202A and U+202C). Spaces, dashes,
/// full-width forms and the digits of all scripts become ASCII, and ASCII letters lower case. White
/// space around the sender does not count, and a run of it is one space.
public struct SenderKey: Sendable, Hashable {
    /// A number's digits, or the text of anything else.
    private let bytes: [UInt8]
    private let isNumber: Bool
    private let hasPlus: Bool
    /// The text, of a number too: a prefix of digits may be the prefix of a word.
    private let text: [UInt8]

    public init(_ sender: String) {
        var digits: [UInt8] = [], text: [UInt8] = []
        var plus = false, onlySigns = true, isAfterSpace = false
        let table = FoldingTable(simplifiesHan: false)
        for scalar in sender.unicodeScalars {
            guard let scalar = SenderKey.plain(scalar.value, table) else { continue }
            if scalar == 0x20 {
                isAfterSpace = !text.isEmpty
                continue
            }
            if isAfterSpace { text.append(0x20) }
            isAfterSpace = false
            SenderKey.append(scalar, to: &text)
            switch scalar {
            case 0x30...0x39: digits.append(UInt8(scalar))
            case 0x2B where digits.isEmpty: plus = true
            // - . ( )
            case 0x2D, 0x2E, 0x28, 0x29: break
            default: onlySigns = false
            }
        }
        isNumber = onlySigns
        hasPlus = onlySigns && plus
        bytes = onlySigns ? digits : text
        self.text = text
    }

    /// Whether there is anything to compare.
    public var isUsable: Bool { !bytes.isEmpty }

    /// The same sender. The `+` does not count: the system sometimes leaves it out.
    public static func == (a: SenderKey, b: SenderKey) -> Bool { a.isNumber == b.isNumber && a.bytes == b.bytes }

    func isSame(as stored: Stored, of keys: [UInt8]) -> Bool {
        isNumber == stored.isNumber && bytes[...] == keys[stored.bytes]
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isNumber)
        hasher.combine(bytes)
    }

    /// Whether the sender begins with a prefix: a number by its digits, anything else by its text.
    ///
    /// Where only one of them has a `+`, they still meet if the other is surely written with a
    /// country code:
    /// - A sender without `+` must have 11 digits or more and no 0 in front. National numbers are
    ///   shorter, except those of `isNational`.
    /// - A sender with `+` is international, and meets a prefix without it.
    /// - In both cases `1` is a country code only in a number of 11 digits to a receiver in the
    ///   North American plan. Elsewhere it begins mobile numbers (`138…`) and sender codes
    ///   (`106…`) of China, and company lines (`1588-0000`) in Korea.
    ///
    /// - Parameter receiverCountry: ISO 3166 code of two letters, as the system gives it. With
    ///   `nil`, `+1` meets only senders with `+`.
    func begins(with prefix: Stored, of keys: [UInt8], receiverCountry: String?) -> Bool {
        guard isNumber else { return text.starts(with: keys[prefix.text]) }
        guard prefix.isNumber, bytes.starts(with: keys[prefix.bytes]) else { return false }
        guard hasPlus != prefix.hasPlus, let first = bytes.first else { return true }
        var text = receiverCountry ?? ""
        let country = text.withUTF8(countryCode)
        if first == 0x31 { return bytes.count == 11 && SenderKey.isNorthAmerican(country) }
        return hasPlus || bytes.count >= 11 && first != 0x30 && !isNational(to: country)
    }

    /// Whether a number of 11 digits without a 0 in front is national in the receiver's country: 8
    /// and ten digits in Russia and Kazakhstan, an area code and nine digits in Brazil.
    private func isNational(to country: UInt16) -> Bool {
        switch country {
        case 0x5255, 0x4B5A: bytes.count == 11 && bytes[0] == 0x38
        case 0x4252: bytes.count == 11
        default: false
        }
    }

    /// Countries and territories of code 1 (North American Numbering Plan).
    private static func isNorthAmerican(_ country: UInt16) -> Bool {
        let codes: StaticString = "USCAAGAIASBBBMBSDMDOGDGUJMKNKYLCMPMSPRSXTCTTVCVGVI"
        var i = 0
        while i < codes.utf8CodeUnitCount {
            if UInt16(codes.utf8Start[i]) << 8 | UInt16(codes.utf8Start[i + 1]) == country { return true }
            i += 2
        }
        return false
    }

    /// The place of a key among the bytes of many: an array of its own would cost each some 100
    /// bytes.
    struct Stored {
        private let start: UInt32
        private let bytesCount: UInt32
        private let textCount: UInt32
        let isNumber: Bool
        let hasPlus: Bool

        init(_ key: SenderKey, into keys: inout [UInt8]) {
            start = UInt32(keys.count)
            bytesCount = UInt32(key.bytes.count)
            textCount = UInt32(key.text.count)
            isNumber = key.isNumber
            hasPlus = key.hasPlus
            keys += key.bytes
            if isNumber { keys += key.text }
        }

        var bytes: Range<Int> { Int(start)..<Int(start + bytesCount) }
        /// A key that is no number is its text.
        var text: Range<Int> {
            let first = Int(isNumber ? start + bytesCount : start)
            return first..<first + Int(textCount)
        }
    }

    /// A scalar as it is compared; `nil` for an invisible one.
    private static func plain(_ scalar: UInt32, _ table: FoldingTable) -> UInt32? {
        switch scalar {
        case 0x41...0x5A: return scalar | 0x20
        case 0x21...0x7E: return scalar
        // Dashes and the minus sign.
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: return 0x2D
        case 0xFF01...0xFF5E: return plain(scalar - 0xFEE0, table)
        default: break
        }
        let folded = table.fold(scalar)
        switch folded.kind {
        case .ignorable: return nil
        case .space: return 0x20
        case .digit: return folded.scalar
        default: return scalar
        }
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        switch scalar {
        case 0..<0x80: text.append(UInt8(scalar))
        case 0x80..<0x800: text += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
        case 0x800..<0x10000:
            text += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
        default:
            text += [
                UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F), UInt8(0x80 | scalar >> 6 & 0x3F),
                UInt8(0x80 | scalar & 0x3F),
            ]
        }
    }
}
