// Store: finds personal data in a message. Scalars in, ranges out. Finds rather too much: a
// surrogate for a price does no harm, because it keeps the features; a number left in place does.

/// A range of a text that is to be replaced.
struct PersonalSpan: Equatable {
    enum Kind {
        case number, address, link, name
        /// A password, a handle or the like. As of a name, its letters are features.
        case secret
    }
    var kind: Kind
    var range: Range<Int>
    /// Leading digits to keep: the prefix that tells the kind of a phone number.
    var kept = 0
    /// Whether no leading digit may be kept, not even for a feature: a resident registration number
    /// begins with a date of birth.
    var isSecret = false
    /// Whether only digits are replaced: the letters of P.O.BOX177HP51 are words.
    var keepsLetters = false

    /// Whether its letters are words to a model, so that no surrogate keeps its features.
    var isWords: Bool { kind == .name || kind == .secret }
}

enum PersonalSpans {
    /// In order, without overlaps.
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        joined(numbered(in: text, codeWords: CodeWord.find(in: text)), names(in: text), text)
    }

    /// Names next to salutations and titles. Each script has a file. Names elsewhere are not found.
    static func names(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        LatinNames.find(in: text) + HangulNames.find(in: text) + HanNames.find(in: text) + JapaneseNames.find(in: text)
            + ThaiNames.find(in: text)
    }

    /// The spans of a sender, which is no sentence: names in it are not told from brands.
    static func ofSender(_ sender: [Unicode.Scalar]) -> [PersonalSpan] { numbered(in: sender, codeWords: []) }

    private static func numbered(in text: [Unicode.Scalar], codeWords: [CodeWord]) -> [PersonalSpan] {
        var found = PersonalLinks.find(in: text)
        found = joined(found, PersonalAddresses.find(in: text) + Handles.find(in: text), text)
        found = joined(found, Secrets.find(in: text, behind: codeWords), text)
        let digits = text.count { Digits.valueWithHan($0) != nil }
        guard digits >= 3 else { return found }
        let codes = codeWords.filter { $0.kind != .account }
        found = joined(found, OfficialForms.find(in: text) + PersonalNumbers.accounts(in: text), text)
        found = joined(found, Identifiers.find(in: text, codeWords: codes), text)
        return joined(found, PersonalNumbers.find(in: text, hasCode: !codes.isEmpty), text)
    }

    /// The most digits close together that no span covers: with up to three signs, any number of
    /// spaces or letters of one word between them, dates, times of day and amounts aside. From five
    /// on they may be a number, in a form that is not looked for.
    static func digitsLeft(in text: [Unicode.Scalar], outside spans: [PersonalSpan]) -> Int {
        var most = 0, digits = 0, signs = 0, i = 0, span = 0
        while i < text.count {
            while span < spans.count, spans[span].range.upperBound <= i { span += 1 }
            if span < spans.count, spans[span].range.contains(i) {
                (digits, signs) = (0, 0)
                i = spans[span].range.upperBound
            } else if Digits.valueWithHan(text[i]) == nil {
                if ScalarTraits.of(text[i]).isLetter {
                    if digits > 0, !Joints.isSpace(text[i - 1]), let next = Identifiers.digit(behindLetters: i, text) {
                        i = next
                        continue
                    }
                    signs = 4
                } else if !Joints.isSpace(text[i]), !Joints.isInvisible(text[i]) {
                    signs += 1
                }
                if signs > 3 { digits = 0 }
                i += 1
            } else if digits == 0, let end = NumberForms.any(at: i, text, hasCode: false) {
                i = end
            } else {
                digits += 1
                signs = 0
                most = max(most, digits)
                i += 1
            }
        }
        return most
    }

    /// The first ones, and what of the others lies outside them. Of a name nothing is left where it
    /// overlaps. O(n log n).
    private static func joined(
        _ first: [PersonalSpan], _ others: [PersonalSpan], _ text: [Unicode.Scalar]
    ) -> [PersonalSpan] {
        var all = first, i = 0, end = 0
        for span in others.sorted(by: precedes) {
            var start = max(span.range.lowerBound, end)
            while i < first.count, first[i].range.upperBound <= start { i += 1 }
            var k = i
            var pieces: [Range<Int>] = []
            while start < span.range.upperBound {
                let isBefore = k < first.count && first[k].range.lowerBound < span.range.upperBound
                let stop = isBefore ? first[k].range.lowerBound : span.range.upperBound
                if start < stop { pieces.append(start..<stop) }
                start = isBefore ? first[k].range.upperBound : span.range.upperBound
                k += 1
            }
            guard span.kind != .name || pieces == [span.range] else { continue }
            for piece in pieces {
                // What is left of a number has another beginning.
                var part = span
                part.range = piece
                guard !part.keepsLetters || text[piece].contains(where: Digits.isDigit) else { continue }
                if piece.lowerBound != span.range.lowerBound { part.kept = 0 }
                all.append(part)
                end = piece.upperBound
            }
        }
        return all.sorted(by: precedes)
    }

    private static func precedes(_ a: PersonalSpan, _ b: PersonalSpan) -> Bool {
        (a.range.lowerBound, -a.range.upperBound) < (b.range.lowerBound, -b.range.upperBound)
    }
}

/// The run of a script before a place, as far back as a name may begin: scripts without spaces
/// share the search for where that is.
enum NameRun {
    /// At most `limit` + 1 back: a longer run is no name.
    static func start(
        before end: Int, _ text: [Unicode.Scalar], limit: Int, _ isPart: (Unicode.Scalar) -> Bool
    ) -> Int {
        var start = end
        while start > 0, end - start <= limit, isPart(text[start - 1]) { start -= 1 }
        return start
    }
}
