// Store: masks one message after another.

import SpamFilter

/// Masks messages, one at a time, on one thread.
final class Masker {
    private let masking: Masking
    private var reader = MessageReader(TokenizerSettings())
    private static let attempts = 64
    /// Readings of features that a message may cost; some 20 ms. Later places take the first
    /// surrogate.
    private static let readingsOfMessage = 2000
    private var readingsLeft = 0
    /// Messages in which digits stay that may be a number: see `PersonalSpans.digitsLeft`.
    private(set) var holdingDigits = 0

    init(_ masking: Masking) { self.masking = masking }

    /// The message with surrogates for phone and other long numbers, codes, local parts of mail
    /// addresses, paths of links, and names after salutations. The same message when it has none of
    /// them.
    ///
    /// - Complexity: O(length) to search, some 50 us for each of the first places found.
    func masked(_ message: Message) -> Message {
        readingsLeft = Masker.readingsOfMessage
        let body = Array(message.body.unicodeScalars)
        let spans = PersonalSpans.find(in: body)
        let sender = message.sender.map { Array($0.unicodeScalars) } ?? []
        let senderSpans = PersonalSpans.ofSender(sender)
        if PersonalSpans.digitsLeft(in: body, outside: spans) >= 5 { holdingDigits += 1 }
        guard !spans.isEmpty || !senderSpans.isEmpty else { return message }
        let originals = DigitRuns(body, spans, sender, senderSpans)
        var result = message
        // Names first: they change the features that all other surrogates keep.
        var scalars = body
        for span in spans where span.kind == .name { replace(span, in: &scalars, attempt: 0, keeping: 0) }
        var masked: [Unicode.Scalar] = []
        masked.reserveCapacity(scalars.count)
        var left = spans[...]
        for piece in Masker.pieces(of: scalars, spans) {
            var part = Array(scalars[piece])
            var features = readingsLeft > 0 ? features(of: result.saying(Masker.string(part))) : 0
            while let span = left.first, span.range.lowerBound < piece.upperBound {
                left.removeFirst()
                guard span.kind != .name else { continue }
                var moved = span
                moved.range = span.range.lowerBound - piece.lowerBound..<span.range.upperBound - piece.lowerBound
                choose(moved, in: &part, &features, originals) { result.saying($0) }
            }
            masked += part
        }
        result.body = Masker.string(masked)
        guard !senderSpans.isEmpty else { return result }
        var senderScalars = sender
        readingsLeft = max(readingsLeft, Masker.attempts)
        // The sender's features do not depend on the rest of a long message.
        let shown = result.saying(String(result.body.prefix(Masker.pieceLength)))
        var features = features(of: shown)
        for span in senderSpans {
            choose(span, in: &senderScalars, &features, originals) { candidate in
                Message(body: shown.body, sender: candidate, receiverCountry: shown.receiverCountry)
            }
        }
        result.sender = Masker.string(senderScalars)
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
        return !PersonalAddresses.find(in: scalars).isEmpty || !PersonalNumbers.find(in: scalars).allSatisfy(isDate)
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
    private func choose(
        _ span: PersonalSpan, in scalars: inout [Unicode.Scalar], _ features: inout UInt64, _ originals: DigitRuns,
        message: (String) -> Message
    ) {
        let original = Array(scalars[span.range])
        let digits = original.count(where: Digits.isDigit)
        // Half of the digits, and never five in a row.
        let most = min(4, digits / 2)
        var fallback: [Unicode.Scalar]?
        for attempt in 0..<Masker.attempts {
            if readingsLeft <= 0, fallback != nil { break }
            replace(span, in: &scalars, attempt: attempt, keeping: min(span.kept + (span.isSecret ? 0 : attempt / 8), most))
            let candidate = Array(scalars[span.range])
            guard Masker.hides(original, candidate), !originals.occur(in: candidate, for: original) else {
                scalars.replaceSubrange(span.range, with: original)
                continue
            }
            if fallback == nil { fallback = candidate }
            if readingsLeft <= 0 { break }
            if self.features(of: message(Masker.string(scalars))) == features { return }
            scalars.replaceSubrange(span.range, with: original)
        }
        // Masking is worth more than a feature.
        scalars.replaceSubrange(span.range, with: fallback ?? Masker.struckOut(original))
        if readingsLeft > 0 { features = self.features(of: message(Masker.string(scalars))) }
    }

    /// Whether at most half of the digits are where they were, and something is not.
    private static func hides(_ original: [Unicode.Scalar], _ candidate: [Unicode.Scalar]) -> Bool {
        var digits = 0, same = 0
        for (a, b) in zip(original, candidate) where Digits.isDigit(a) || Digits.isHanDigit(a) {
            digits += 1
            same += a == b ? 1 : 0
        }
        return 2 * same <= digits && original != candidate
    }

    /// Where no surrogate hides it: a short word of letters that have none.
    private static func struckOut(_ original: [Unicode.Scalar]) -> [Unicode.Scalar] {
        original.map { Surrogates($0) == nil ? $0 : "x" }
    }

    private func replace(_ span: PersonalSpan, in scalars: inout [Unicode.Scalar], attempt: Int, keeping: Int) {
        var hash = SipHash(key: masking.key)
        // Two ways of writing a number are the same number.
        for i in span.range {
            if let digit = Digits.value(scalars[i]) {
                hash.add(UInt64(0x30 + digit))
            } else if span.kind != .number || scalars[i].properties.isAlphabetic {
                hash.add(UInt64(scalars[i].value))
            }
        }
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
        var kept = keeping
        for i in span.range {
            guard let surrogates = Surrogates(scalars[i]), !span.keepsLetters || Digits.isDigit(scalars[i]) else { continue }
            if span.kind == .number, kept > 0 {
                kept -= 1
                continue
            }
            scalars[i] = surrogates[draw(surrogates.count)]
        }
    }

    /// A hash of the features in their order.
    private func features(of message: Message) -> UInt64 {
        readingsLeft -= 1
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
