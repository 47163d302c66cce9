// Store: masks one message after another.

import SpamFilter

/// Masks messages, one at a time, on one thread.
final class Masker {
    private let masking: Masking
    private var reader = MessageReader(TokenizerSettings())
    private static let attempts = 64
    /// Scalars that may be read to find surrogates with the same features: a tenth of a second.
    /// Later places take the first surrogate.
    private static let lengthOfReadings = 1 << 20
    private var lengthLeft = 0
    /// Messages in which digits stay that may be a number: see `PersonalSpans.digitsLeft`.
    private(set) var holdingDigits = 0

    init(_ masking: Masking) { self.masking = masking }

    /// The message with surrogates for phone and other long numbers, codes, local parts of mail
    /// addresses, paths of links, and names after salutations. The same message when it has none of
    /// them.
    ///
    /// - Complexity: O(length) to search, some 20 us for each of the first places found.
    func masked(_ message: Message) -> Message {
        lengthLeft = Masker.lengthOfReadings
        let body = Array(message.body.unicodeScalars)
        let spans = PersonalSpans.find(in: body)
        let sender = message.sender.map { Array($0.unicodeScalars) } ?? []
        let senderSpans = PersonalSpans.ofSender(sender)
        let left = max(
            PersonalSpans.digitsLeft(in: body, outside: spans), PersonalSpans.digitsLeft(in: sender, outside: senderSpans))
        if left >= 5 { holdingDigits += 1 }
        guard !spans.isEmpty || !senderSpans.isEmpty else { return message }
        let originals = DigitRuns(body, spans, sender, senderSpans)
        var result = message
        // Names and secrets first: they change the features that all other surrogates keep.
        var scalars = body
        for span in spans where span.isWords { disguise(span, in: &scalars, originals) }
        var masked: [Unicode.Scalar] = []
        masked.reserveCapacity(scalars.count)
        var next = spans[...]
        for piece in Masker.pieces(of: scalars, spans) {
            let places = next.prefix { $0.range.lowerBound < piece.upperBound }
            next = next[places.endIndex...]
            masked += choose(places, in: scalars[piece], originals) { candidate in
                Message(body: candidate, sender: result.sender, receiverCountry: result.receiverCountry)
            }
        }
        result.body = String(masked[...])
        guard !senderSpans.isEmpty else { return result }
        lengthLeft = max(lengthLeft, Masker.lengthOfReadings / 16)
        var hidden = sender
        for span in senderSpans where span.isWords { disguise(span, in: &hidden, originals) }
        // The sender's features do not depend on the rest of a long message.
        let shown = String(result.body.unicodeScalars.prefix(Masker.pieceLength))
        let chosen = choose(senderSpans[...], in: hidden[...], originals) { candidate in
            Message(body: shown, sender: candidate, receiverCountry: result.receiverCountry)
        }
        result.sender = String(chosen[...])
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
            let digits = scalars[number.range].filter(Digits.isDigit)
            let word = String(digits[...]), month = Int(word.dropFirst(4).prefix(2)) ?? 0
            let day = digits.count > 6 ? Int(word.dropFirst(6).prefix(2)) ?? 0 : 1
            return [6, 8, 12, 14].contains(digits.count) && ["19", "20"].contains(word.prefix(2))
                && (1...12).contains(month) && (1...31).contains(day)
        }
        return !PersonalAddresses.find(in: scalars).isEmpty || !PersonalNumbers.find(in: scalars).allSatisfy(isDate)
    }

    /// Long messages are masked in pieces, each by its own features: reading the whole message for
    /// each of a thousand numbers takes minutes. A longer span is a piece of its own.
    private static func pieces(of text: [Unicode.Scalar], _ spans: [PersonalSpan]) -> [Range<Int>] {
        var pieces: [Range<Int>] = [], start = 0, short: [PersonalSpan] = []
        for span in spans {
            guard isLong(span) else {
                short.append(span)
                continue
            }
            pieces += self.pieces(of: start..<span.range.lowerBound, text, short) + [span.range]
            start = span.range.upperBound
            short = []
        }
        return pieces + self.pieces(of: start..<text.count, text, short)
    }

    /// Pieces end at a space if one is near, never within a span.
    private static func pieces(of part: Range<Int>, _ text: [Unicode.Scalar], _ spans: [PersonalSpan]) -> [Range<Int>] {
        var pieces: [Range<Int>] = [], start = part.lowerBound, span = 0
        while part.upperBound - start > 2 * pieceLength {
            var cut = start + pieceLength
            while cut < part.upperBound {
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
        return start < part.upperBound ? pieces + [start..<part.upperBound] : pieces
    }

    private static let pieceLength = 512

    private static func isLong(_ span: PersonalSpan) -> Bool { span.range.count > pieceLength }

    /// A part of a text with surrogates in the places of its spans.
    private func choose(
        _ spans: ArraySlice<PersonalSpan>, in part: ArraySlice<Unicode.Scalar>, _ originals: DigitRuns,
        message: (String) -> Message
    ) -> [Unicode.Scalar] {
        var scalars = Array(part), features: UInt64?
        // Digits that stay at the end of the last number, which the next one may go on with.
        var staying = 0, end = 0
        var before: [Unicode.Scalar] = []
        for var span in spans {
            span.range = span.range.lowerBound - part.startIndex..<span.range.upperBound - part.startIndex
            if Joints.next(after: end, scalars) != span.range.lowerBound, end != span.range.lowerBound { staying = 0 }
            end = span.range.upperBound
            if span.isWords {
                staying = 0
            } else if Masker.isLong(span) {
                masking.replace(span, in: &scalars, attempt: 0, keeping: 0, changesAll: true)
            } else {
                if features == nil, lengthLeft > 0 {
                    features = self.features(of: message(String(scalars[...])), scalars.count)
                }
                staying = choose(span, in: &scalars, &features, originals, staying: staying, behind: before, message: message)
            }
            before = DigitRuns.end(of: before, scalars[span.range])
        }
        return scalars
    }

    /// Replaces a span by the first surrogate that keeps the features of the message. Later
    /// attempts keep more leading digits, which tell the country and the kind of a number.
    ///
    /// - Parameters:
    ///   - staying: digits that stay right before it.
    ///   - before: the last digits of the surrogates before it.
    /// - Returns: digits that stay at its end.
    private func choose(
        _ span: PersonalSpan, in scalars: inout [Unicode.Scalar], _ features: inout UInt64?, _ originals: DigitRuns,
        staying: Int, behind before: [Unicode.Scalar], message: (String) -> Message
    ) -> Int {
        let original = Array(scalars[span.range]), own = DigitRuns.of(original)
        let digits = original.count { Digits.valueWithHan($0) != nil }
        // Half of the digits, and never five in a row.
        let most = min(4, digits / 2)
        var fallback: [Unicode.Scalar]?
        for attempt in 0..<Masker.attempts {
            if lengthLeft <= 0, fallback != nil { break }
            let keeping = min(span.kept + (span.isSecret ? 0 : attempt / 8), most)
            masking.replace(span, in: &scalars, attempt: attempt, keeping: keeping, changesAll: false)
            let candidate = Array(scalars[span.range])
            guard Masker.hides(original, candidate, behind: staying), !originals.occur(in: candidate, behind: before, own: own)
            else {
                scalars.replaceSubrange(span.range, with: original)
                continue
            }
            if fallback == nil { fallback = candidate }
            if lengthLeft <= 0 { break }
            if self.features(of: message(String(scalars[...])), scalars.count) == features {
                return Masker.digitsStaying(original, candidate)
            }
            scalars.replaceSubrange(span.range, with: original)
        }
        // Masking is worth more than a feature.
        let last = fallback ?? Masker.struckOut(original)
        scalars.replaceSubrange(span.range, with: last)
        if lengthLeft > 0 { features = self.features(of: message(String(scalars[...])), scalars.count) }
        return Masker.digitsStaying(original, last)
    }

    /// A name or a secret has no features to keep, but must be another one.
    private func disguise(_ span: PersonalSpan, in scalars: inout [Unicode.Scalar], _ originals: DigitRuns) {
        let original = Array(scalars[span.range]), own = DigitRuns.of(original)
        for attempt in 0..<Masker.attempts {
            masking.replace(span, in: &scalars, attempt: attempt, keeping: 0, changesAll: Masker.isLong(span))
            let candidate = Array(scalars[span.range])
            if Masker.isLong(span)
                || Masker.hides(original, candidate, behind: 0) && !originals.occur(in: candidate, behind: [], own: own)
            {
                return
            }
            scalars.replaceSubrange(span.range, with: original)
        }
        scalars.replaceSubrange(span.range, with: Masker.struckOut(original))
    }

    /// Whether at most half of the digits are where they were, no five in a row are, and something
    /// is not.
    private static func hides(_ original: [Unicode.Scalar], _ candidate: [Unicode.Scalar], behind staying: Int) -> Bool {
        var digits = 0, same = 0, run = staying
        for (a, b) in zip(original, candidate) where Digits.valueWithHan(a) != nil {
            digits += 1
            same += a == b ? 1 : 0
            run = a == b ? run + 1 : 0
            if run >= 5 { return false }
        }
        return 2 * same <= digits && original != candidate
    }

    private static func digitsStaying(_ original: [Unicode.Scalar], _ masked: [Unicode.Scalar]) -> Int {
        zip(original, masked).reversed().filter { Digits.valueWithHan($0.0) != nil }.prefix { $0.0 == $0.1 }.count
    }

    /// Where no surrogate hides it: a short word of letters that have none.
    private static func struckOut(_ original: [Unicode.Scalar]) -> [Unicode.Scalar] {
        original.map { Surrogates($0) == nil ? $0 : "x" }
    }

    /// A hash of the features in their order.
    private func features(of message: Message, _ length: Int) -> UInt64 {
        lengthLeft -= length
        var sequence = FeatureSequence()
        reader.read(message, into: &sequence)
        return sequence.hash
    }
}

private struct FeatureSequence: FeatureSink {
    var hash: UInt64 = 0

    mutating func add(_ features: UnsafeBufferPointer<Feature>) {
        for feature in features { hash = (hash ^ feature.hash) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29 }
    }
}
