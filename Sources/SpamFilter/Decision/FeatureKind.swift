// Decision: what a feature is of, for people. A feature with its place and its bytes in, a kind
// out.
//
// A hash does not tell what it was made of. Features of few values are looked up by their hashes;
// the others are told by where they were read, and by the letters there.

/// What a feature says of a message.
public enum FeatureKind: Sendable, Hashable {
    /// One word.
    case word
    /// Two words, numbers or links side by side.
    case pair
    /// Letters inside a word.
    case letters
    /// One to three characters of a script without spaces.
    case characters
    /// That there is a number of so many digits; 16 stands for more, too.
    case digits(Int)
    /// An amount of money.
    case money
    /// A part of a whole, such as 30 %.
    case share
    /// A time of day.
    case time
    /// A date.
    case date
    /// A number that can be called.
    case phoneNumber
    /// Any other number.
    case otherNumber
    /// The form of a number: its groups, or the sign or currency beside it.
    case number
    /// A link, or something about it.
    case link
    /// A mail address, or its host.
    case address
    /// Punctuation, emoji and other signs.
    case sign
    /// A picture, a tag or another part that stands for something else.
    case placeholder
    /// That words are hidden, and how.
    case hidden(HidingTrick)
    /// The sender, and what of it.
    case sender(SenderFeature)
    /// The length of the message, so that 2 to the power of this is at most its number of folded
    /// scalars plus one, and twice that is more: 3 stands for 7 to 14 scalars.
    case length(log2: Int)

    /// The kind in a few words, such as `number of 11 digits`.
    public var name: String {
        switch self {
        case .word: "word"
        case .pair: "pair"
        case .letters: "letters"
        case .characters: "characters"
        case .digits(let count): "number of \(count)\(count == 16 ? " or more" : "") digit\(count == 1 ? "" : "s")"
        case .money: "sum of money"
        case .share: "percentage"
        case .time: "time"
        case .date: "date"
        case .phoneNumber: "phone number"
        case .otherNumber: "other number"
        case .number: "form of number"
        case .link: "link"
        case .address: "mail address"
        case .sign: "sign"
        case .placeholder: "placeholder"
        case .hidden(let trick): "hidden: \(trick.name)"
        case .sender(let feature): feature.name
        case .length(let log2): "length from \((1 << log2) - 1)"
        }
    }

    /// The kind of a feature, by its hash, its place and the letters there.
    ///
    /// - Parameter feature: a feature that a reader found.
    /// - Parameter body: the message that it was read from, in UTF-8.
    /// - Complexity: O(bytes of the feature).
    public init(_ feature: Feature, in body: UnsafeBufferPointer<UInt8>) {
        if feature.start == outsideBody {
            self = .sender(SenderFeature(hash: feature.hash))
        } else if feature.start == wholeMessage {
            let lengths = MessageScript.allCases.lazy.compactMap { $0.lengthFeatures.firstIndex(of: feature.hash) }
            self = .length(log2: lengths.first ?? 0)
        } else if feature.isCharNgram {
            self = .letters
        } else if let known = FeatureKind.number(feature.hash) ?? FeatureKind.fixed(feature.hash) {
            self = known
        } else {
            self = FeatureKind.byText(feature, body)
        }
    }

    private static func number(_ hash: UInt64) -> FeatureKind? {
        for count in 1...16 where FeatureHash.close(UInt64(count) &* FeatureHash.m2, .number) == hash { return .digits(count) }
        switch hash {
        case NumberClass.money.feature: return .money
        case NumberClass.share.feature: return .share
        case NumberClass.time.feature: return .time
        case NumberClass.date.feature: return .date
        case NumberClass.phone.feature: return .phoneNumber
        case NumberClass.plain.feature: return .otherNumber
        default: return nil
        }
    }

    private static func fixed(_ hash: UInt64) -> FeatureKind? {
        switch hash {
        case FeatureHash.link: .link
        case FeatureHash.close(1, .address): .address
        case FeatureHash.close(FeatureHash.m4, .image), FeatureHash.close(2, .link): .placeholder
        default: HidingTrick.allCases.first { $0.holds(hash) }.map(FeatureKind.hidden)
        }
    }

    /// What else it can be, by what the bytes hold.
    private static func byText(_ feature: Feature, _ body: UnsafeBufferPointer<UInt8>) -> FeatureKind {
        var seen = SeenScalars()
        var at = Int(feature.start)
        let end = min(Int(feature.end), body.count)
        while at < end { seen.add(decodeScalar(body, &at)) }
        if seen.hasGap { return .pair }
        if seen.letters > 0, seen.hasAt { return .address }
        if seen.letters > 0, seen.hasHost { return .link }
        if seen.letters == 0 { return seen.digits > 0 ? .number : seen.isBracketed ? .placeholder : .sign }
        return seen.cjk == seen.letters && seen.letters <= 3 && seen.digits == 0 ? .characters : .word
    }
}

/// What a stretch of text holds, as far as it tells kinds of features apart.
private struct SeenScalars {
    private(set) var letters = 0, digits = 0, cjk = 0
    private(set) var hasAt = false, hasHost = false
    /// A bracket and one that closes it.
    private(set) var isBracketed = false
    private var isOpen = false
    /// White space between two other scalars.
    private(set) var hasGap = false
    private var isBehindSpace = false
    private var last: UInt32 = 0

    mutating func add(_ scalar: UInt32) {
        switch scalar {
        case 0x20, 0x09, 0x0A, 0x0D, 0x3000: isBehindSpace = letters + digits > 0 || last != 0
        default:
            if isBehindSpace { hasGap = true }
            switch scalar {
            case 0x30...0x39, 0xFF10...0xFF19: digits += 1
            case 0x40: hasAt = true
            case 0x3C, 0x5B: isOpen = true
            case 0x3E, 0x5D: if isOpen { isBracketed = true }
            case 0x41...0x5A, 0x61...0x7A:
                // A dot or a slash before a letter: a host or a path.
                if last == 0x2E || last == 0x2F { hasHost = letters > 0 || last == 0x2F }
                letters += 1
            default:
                if FeatureKind.isCJK(scalar) { cjk += 1 }
                if FeatureKind.isLetter(scalar) { letters += 1 }
            }
        }
        last = scalar
    }
}

extension FeatureKind {
    /// Han, kana, Hangul and bopomofo, by block.
    fileprivate static func isCJK(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x11FF, 0x3041...0x31FF, 0x3400...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
            0xFF66...0xFFDC, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Scalars outside ASCII that are no signs, by block.
    fileprivate static func isLetter(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0...0xBF, 0x2000...0x2BFF, 0x3000...0x3040, 0xFE00...0xFE0F, 0xFF00...0xFF20, 0x1F000...0x1FAFF, 0xE0000...: false
        default: true
        }
    }
}
