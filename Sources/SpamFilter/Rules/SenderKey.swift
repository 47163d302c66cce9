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
    package let isNumber: Bool
    private let hasPlus: Bool
    /// The text, of a number too: a prefix of digits may be the prefix of a word.
    private let text: [UInt8]

    /// The key of a sender as the system or a list writes it.
    public init(_ sender: String) {
        var sender = sender
        // What a scalar is compared as never takes more bytes than it.
        var text = SenderText(capacity: sender.utf8.count)
        sender.withUTF8 { text.read($0) }
        self = text.key
    }

    init(bytes: [UInt8], text: [UInt8], isNumber: Bool, hasPlus: Bool) {
        self.bytes = bytes
        self.text = text
        self.isNumber = isNumber
        self.hasPlus = hasPlus
    }

    /// Whether there is anything to compare.
    public var isUsable: Bool { !bytes.isEmpty }

    /// The same sender to all receivers: equal digits or text. The `+` does not count, as the
    /// system sometimes leaves it out.
    public static func == (a: SenderKey, b: SenderKey) -> Bool { a.isNumber == b.isNumber && a.bytes == b.bytes }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(isNumber)
        hasher.combine(bytes)
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

        /// `SenderText.hash` of the same sender.
        func hash(of keys: [UInt8]) -> UInt32 {
            SenderText.hash(isNumber ? keys[bytes].suffix(SenderText.endingCount) : keys[bytes], isNumber: isNumber)
        }

        var bytes: Range<Int> { Int(start)..<Int(start + bytesCount) }
        /// A key that is no number is its text.
        var text: Range<Int> {
            let first = Int(isNumber ? start + bytesCount : start)
            return first..<first + Int(textCount)
        }
    }
}

extension SenderKey {
    /// Whether this sender, or every sender that begins with it, begins with a prefix for any
    /// receiver.
    package func surelyBegins(with prefix: SenderKey) -> Bool {
        isNumber == prefix.isNumber && hasPlus == prefix.hasPlus && bytes.starts(with: prefix.bytes)
    }

    /// Whether this sender, or every sender that ends with it, ends with a suffix for any receiver.
    package func surelyEnds(with suffix: SenderKey) -> Bool {
        isNumber == suffix.isNumber && bytes.reversed().starts(with: suffix.bytes.reversed())
    }

    /// Whether this is a number that begins with a `+`, which no sender ends with.
    package var isInternational: Bool { hasPlus }

    /// What is compared: digits, or UTF-8.
    package var compared: [UInt8] { bytes }
}

extension SenderNumber {
    /// The calling code of a phone number (ITU-T E.164), by its key; 0 for all other senders.
    package static func callingCode(of key: UInt64) -> UInt64 {
        // Keys of phone numbers are their digits.
        guard key < 1_000_000_000_000_000 else { return 0 }
        var digits = PhoneDigits(), scale: UInt64 = 100_000_000_000_000
        while scale > key, scale > 1 { scale /= 10 }
        while scale > 0, digits.count < 3 {
            digits.append(UInt32(key / scale % 10))
            scale /= 10
        }
        return DialingPlan.callingCode(of: digits)
    }

    /// The calling code of a country of two letters; 0 where it is not known.
    package static func callingCode(ofCountry country: String?) -> UInt64 {
        var country = country ?? ""
        return CallingCode(country: country.withUTF8(countryCode))?.number ?? 0
    }
}
