// Decision: what a feature of the sender says, for people. A hash in, a name out.
//
// All features of senders have few values, so each is found by making the hashes of all.

/// What a feature says of the sender or the receiver's country.
public enum SenderFeature: Sendable, Hashable {
    /// What kind of sender it is.
    case kind(SenderKind)
    /// The kind, and the digits of a number or the bytes of a name; 15 stands for more, too.
    case length(SenderKind, Int)
    /// The kind, and the receiver's country: its two capital letters in ASCII, the first one in the
    /// higher byte.
    case country(SenderKind, UInt16)
    /// A number of the receiver's country, written with its calling code.
    case ownCallingCode
    /// The calling code of another country.
    case callingCode(Int)
    /// What an Indian header such as `VK-MYBANK-S` ends with, as a small letter in ASCII.
    case headerClass(UInt8)
    /// Letters with digits between them.
    case headerDigits
    /// Nothing that a reader of this version says: only a damaged or malicious model asks for it.
    case unknown

    /// In a few words, such as `sender: short code, 5 long`: at most 43 bytes.
    public var name: String {
        switch self {
        case .kind(let kind): "sender: \(kind.nameOfFeature)"
        case .length(let kind, let length):
            "sender: \(kind.nameOfFeature), \(length) long\(length == SenderKind.longest ? " or more" : "")"
        case .country(let kind, let country):
            "sender: \(kind.nameOfFeature), receiver in \(SenderFeature.letter(country >> 8))\(SenderFeature.letter(country & 0xFF))"
        case .ownCallingCode: "sender: own country's calling code"
        case .callingCode(let code): "sender: calling code +\(code)"
        case .headerClass(let letter): "sender: header ending in -\(SenderFeature.letter(UInt16(letter & 0xDF)))"
        case .headerDigits: "sender: header with digits"
        case .unknown: "sender"
        }
    }

    private static func letter(_ ascii: UInt16) -> String { String(Unicode.Scalar(UInt8(truncatingIfNeeded: ascii))) }

    /// - Complexity: some 10,000 hashes at most.
    init(hash: UInt64) {
        self = SenderFeature.kind(hash) ?? SenderFeature.trait(hash) ?? SenderFeature.country(hash) ?? .unknown
    }

    private static func kind(_ hash: UInt64) -> SenderFeature? {
        // Kinds first: that of signs has the number 0, so its lengths have the hashes of kinds. It
        // is never longer than 0.
        for kind in SenderKind.allCases where kind.hash == hash { return .kind(kind) }
        for kind in SenderKind.allCases {
            for length in 0...SenderKind.longest where kind.hash(length: length) == hash { return .length(kind, length) }
        }
        return nil
    }

    private static func trait(_ hash: UInt64) -> SenderFeature? {
        if SenderTrait.ownCountry.hash(1) == hash { return .ownCallingCode }
        if SenderTrait.headerDigits.hash(1) == hash { return .headerDigits }
        for letter in UInt8(ascii: "a")...UInt8(ascii: "z") where SenderTrait.headerClass.hash(UInt64(letter)) == hash {
            return .headerClass(letter)
        }
        for code in 0..<1000 where SenderTrait.callingCode.hash(UInt64(code)) == hash { return .callingCode(code) }
        return nil
    }

    private static func country(_ hash: UInt64) -> SenderFeature? {
        let letters = UInt16(UInt8(ascii: "A"))...UInt16(UInt8(ascii: "Z"))
        for first in letters {
            for second in letters {
                let country = first << 8 | second
                for kind in SenderKind.allCases where kind.hash(country: country) == hash { return .country(kind, country) }
            }
        }
        return nil
    }
}

extension SenderKind {
    /// Where the receiver's country has no plan here, its own numbers have the feature too.
    fileprivate var nameOfFeature: String { self == .foreign ? "with calling code" : name }
}
