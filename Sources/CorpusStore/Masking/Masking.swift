// Store: replaces personal data by surrogates of the same shape. A surrogate is taken only if the
// message keeps every feature, so that a model learns the same from masked messages. Names, and
// numbers joined to letters, are the exception: a word is a feature.

import SpamFilter

/// How surrogates are made. The same number gets the same surrogate everywhere, and no surrogate
/// can be inverted without the key.
public struct Masking: Sendable {
    let key: (UInt64, UInt64)
    /// Whether another run may have the same key.
    let isSeeded: Bool

    /// Recognises another seed: 16 bits of a keyed hash, which the store notes. One wrong seed in
    /// 65,536 passes for the right one, so the note does not reveal a long seed; it does reveal one
    /// of few. -1 for a key that is not kept.
    var check: Int64 {
        guard isSeeded else { return Masking.forgotten }
        var hash = SipHash(key: key)
        hash.add("check")
        return Int64(hash.value & 0xFFFF)
    }

    static let forgotten: Int64 = -1

    /// - Parameter seed: for the same surrogates in another run. With the seed, numbers can be
    ///   found by trying, so keep it away from the corpus and draw it at random from 10^12 or more.
    ///   `nil`: a random key that is not kept.
    public init(seed: UInt64? = nil) {
        isSeeded = seed != nil
        if let seed {
            key = (seed, 0x6D61_736B)
        } else {
            var random = SystemRandomNumberGenerator()
            key = (random.next(), random.next())
        }
    }
}

/// Masks messages, one at a time, on one thread.
final class Masker {
    private let masking: Masking
    private var reader = MessageReader(TokenizerSettings())
    private static let attempts = 64

    init(_ masking: Masking) { self.masking = masking }

    /// The message with surrogates for phone and other long numbers, local parts of e-mail
    /// addresses, paths of links, and names after salutations. The same message when it has none of
    /// them.
    ///
    /// - Complexity: O(length) to search, about 50 us for each place found.
    func masked(_ message: Message) -> Message {
        let body = Array(message.body.unicodeScalars)
        let spans = PersonalSpans.find(in: body)
        let sender = message.sender.map { Array($0.unicodeScalars) } ?? []
        let senderSpans = PersonalSpans.numbers(in: sender) + PersonalSpans.addresses(in: sender)
        guard !spans.isEmpty || !senderSpans.isEmpty else { return message }
        var result = message
        // Names first: they change the features that all other surrogates keep.
        var scalars = body
        for span in spans where span.kind == .name { replace(span, in: &scalars, attempt: 0, keeping: 0) }
        var masked = ""
        var left = spans[...]
        for piece in Masker.pieces(of: scalars, spans) {
            var part = Array(scalars[piece])
            var features = features(of: result.saying(Masker.string(part)))
            while let span = left.first, span.range.lowerBound < piece.upperBound {
                left.removeFirst()
                guard span.kind != .name else { continue }
                var moved = span
                moved.range = span.range.lowerBound - piece.lowerBound..<span.range.upperBound - piece.lowerBound
                choose(moved, in: &part, &features) { result.saying($0) }
            }
            masked += Masker.string(part)
        }
        result.body = masked
        var senderScalars = sender
        var features = features(of: result)
        for span in senderSpans {
            result.sender = choose(span, in: &senderScalars, &features) { candidate in
                Message(body: result.body, sender: candidate, receiverCountry: result.receiverCountry)
            }
        }
        return result
    }

    /// For a name that is only compared, such as that of a template: the name, or a hash of it if
    /// it contains personal data. Surrogates of the same shape might be equal by chance.
    func masked(name: String) -> String {
        guard Masker.tellsOfAPerson(name) else { return name }
        var hash = SipHash(key: masking.key)
        hash.add(name)
        return "masked-" + String(hash.value, radix: 16)
    }

    /// Whether a name contains an address or a number other than the date of a file.
    static func tellsOfAPerson(_ name: String) -> Bool {
        let scalars = Array(name.unicodeScalars)
        let isDate = { (number: PersonalSpan) in
            [8, 12, 14].contains(number.range.count) && ["19", "20"].contains(string(Array(scalars[number.range].prefix(2))))
        }
        return !PersonalSpans.addresses(in: scalars).isEmpty || !PersonalSpans.numbers(in: scalars).allSatisfy(isDate)
    }

    /// Long messages are masked in pieces, each by its own features: reading the whole message for
    /// each of a thousand numbers takes minutes. Pieces end at a space if one is near, never within
    /// a span.
    private static func pieces(of text: [Unicode.Scalar], _ spans: [PersonalSpan]) -> [Range<Int>] {
        var pieces: [Range<Int>] = [], start = 0, span = 0
        while text.count - start > 2 * pieceLength {
            var cut = start + pieceLength
            while cut < text.count {
                while span < spans.count, spans[span].range.upperBound <= cut { span += 1 }
                if span < spans.count, spans[span].range.lowerBound < cut {
                    cut = spans[span].range.upperBound
                } else if text[cut] == " " || text[cut] == "\n" || cut >= start + 2 * pieceLength {
                    break
                } else {
                    cut += 1
                }
            }
            pieces.append(start..<cut)
            start = cut
        }
        return start < text.count || pieces.isEmpty ? pieces + [start..<text.count] : pieces
    }

    private static let pieceLength = 512

    /// Replaces a span by the first surrogate that keeps the features of the message. Later
    /// attempts keep more leading digits, which tell the country and the kind of a number.
    @discardableResult
    private func choose(
        _ span: PersonalSpan, in scalars: inout [Unicode.Scalar], _ features: inout UInt64, message: (String) -> Message
    ) -> String {
        var fallback: [Unicode.Scalar]?
        for attempt in 0..<Masker.attempts {
            var candidate = scalars
            replace(span, in: &candidate, attempt: attempt, keeping: span.isSecret ? 0 : attempt / 8)
            guard candidate != scalars else { continue }
            if fallback == nil { fallback = candidate }
            let text = Masker.string(candidate)
            guard self.features(of: message(text)) == features else { continue }
            scalars = candidate
            return text
        }
        // Masking is worth more than a feature.
        if let fallback { scalars = fallback }
        let text = Masker.string(scalars)
        features = self.features(of: message(text))
        return text
    }

    private func replace(_ span: PersonalSpan, in scalars: inout [Unicode.Scalar], attempt: Int, keeping: Int) {
        var hash = SipHash(key: masking.key)
        for i in span.range where !span.isJoint(scalars[i]) { hash.add(UInt64(scalars[i].value)) }
        hash.add(UInt64(attempt))
        var left = hash.value
        var drawn = 0
        func draw(_ count: UInt32) -> UInt32 {
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
        var kept = span.kept + keeping
        for i in span.range {
            let scalar = scalars[i]
            let alphabet = Alphabet(scalar)
            guard let alphabet else { continue }
            if span.kind == .number, kept > 0 {
                kept -= 1
                continue
            }
            scalars[i] = alphabet[draw(alphabet.count)]
        }
    }

    /// A hash of the features in their order.
    private func features(of message: Message) -> UInt64 {
        var sequence = FeatureSequence()
        reader.read(message, into: &sequence)
        return sequence.hash
    }

    private static func string(_ scalars: [Unicode.Scalar]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

extension Message {
    fileprivate func saying(_ body: String) -> Message {
        Message(body: body, sender: sender, receiverCountry: receiverCountry)
    }
}

private struct FeatureSequence: FeatureSink {
    var hash: UInt64 = 0

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features { hash = (hash ^ feature.hash) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29 }
    }
}

/// The characters that may replace a character.
private struct Alphabet {
    private let list: [Unicode.Scalar]
    var count: UInt32 { UInt32(list.count) }

    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x30...0x39: list = Alphabet.digits
        case 0xFF10...0xFF19: list = Alphabet.wideDigits
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
            list = scalar.properties.isUppercase ? Alphabet.capitals : Alphabet.letters
        case 0x3041...0x3096: list = Alphabet.hiragana
        case 0x30A1...0x30FA: list = Alphabet.katakana
        case 0xAC00...0xD7A3: list = Alphabet.hangul
        case 0x3400...0x4DBF, 0x4E00...0x9FFF: list = Alphabet.han
        default: return nil
        }
    }

    private static let digits = Array("0123456789".unicodeScalars)
    private static let wideDigits = Array("０１２３４５６７８９".unicodeScalars)
    private static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars)
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let hiragana = Array("あいうえおかきくけこさしすせそたちつてとなにのはひふまみめもやゆよらりるれろわ".unicodeScalars)
    private static let katakana = Array("アイウエオカキクケコサシスセソタチツテトナニノハヒフマミメモヤユヨラリルレロワ".unicodeScalars)
    // Syllables and characters that occur in many names.
    private static let hangul = Array("가강건경계고관구권규근기길나남노다단대도동두라란려로리림마만명모목무문미민박방배백범보봉부빈사산상".unicodeScalars)
    private static let han = Array("伟芳娜敏静丽强磊洋艳勇军杰娟涛超霞平刚桂英华建文玲明红志海燕萍兰国庆春梅".unicodeScalars)

    subscript(_ i: UInt32) -> Unicode.Scalar { list[Int(i)] }
}
