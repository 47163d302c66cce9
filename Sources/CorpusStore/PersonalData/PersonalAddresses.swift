// Store: finds the local parts of mail addresses, in any script and in the usual disguises.

enum PersonalAddresses {
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0, earliest = 0
        while i < text.count {
            guard let (sign, isSpelled) = sign(at: i, text),
                isSpelled || isDomain(at: sign.upperBound, text),
                let local = local(before: sign.lowerBound, text, from: earliest)
            else {
                i += 1
                continue
            }
            // Spelled, it is words to a model.
            spans.append(PersonalSpan(kind: isSpelled ? .secret : .address, range: local))
            earliest = sign.upperBound
            i = sign.upperBound
        }
        return spans
    }

    /// @ in any width, or in brackets, also as a word: a[@]b, a (at) b, a at b. With the spaces
    /// around it.
    private static func sign(at i: Int, _ text: [Unicode.Scalar]) -> (range: Range<Int>, isSpelled: Bool)? {
        var range: Range<Int>
        if isAt(text[i]) {
            // Instagram @anna.weber
            if i > 0, Joints.isSpace(text[i - 1]), Handles.name(at: i + 1, text) != nil { return nil }
            range = i..<i + 1
        } else if let word = inBrackets(at: i, text), word.count == 1 && isAt(word.first!) || isWord(word, "at") {
            range = i..<i + 2 + word.count
        } else {
            return spelledSign(at: i, text).map { ($0, true) }
        }
        if range.lowerBound > 0, Joints.isSpace(text[range.lowerBound - 1]) { range = range.lowerBound - 1..<range.upperBound }
        if range.upperBound < text.count, Joints.isSpace(text[range.upperBound]) {
            range = range.lowerBound..<range.upperBound + 1
        }
        return (range, false)
    }

    /// Words for @, and the words for the dot of the same language: anna at mail dot example.
    private static let dots: [String: Set<String>] = [
        "at": ["dot", "punkt", "nokta", "titik", "chấm", "cham"], "ät": ["punkt"], "arobase": ["point"],
        "arroba": ["punto", "ponto"],
        "chiocciola": ["punto"], "собака": ["точка"], "골뱅이": ["점", "닷"], "アット": ["ドット"], "艾特": ["点", "點"], "แอท": ["ดอท", "จุด"],
    ]
    private static let firstsOfWords = ScalarSet(dots.keys.compactMap(\.unicodeScalars.first))

    /// The word between spaces at a place, with them.
    private static func spaced(at i: Int, _ text: [Unicode.Scalar]) -> (word: String, range: Range<Int>)? {
        guard i > 0, i < text.count, Joints.isSpace(text[i - 1]),
            let end = text[i...].prefix(11).firstIndex(where: Joints.isSpace)
        else { return nil }
        return (String(lowercase: text[i..<end]), i - 1..<end + 1)
    }

    /// anna at mail dot example: up to four labels with words for dots between them.
    private static func spelledSign(at i: Int, _ text: [Unicode.Scalar]) -> Range<Int>? {
        guard firstsOfWords.contains(lowercase(text[i])), let (at, sign) = spaced(at: i, text), let dots = dots[at],
            sign.lowerBound > 0,
            PersonalLinks.isName(text[sign.lowerBound - 1])
        else { return nil }
        var i = sign.upperBound
        for label in 0..<4 {
            let end = text[i...].prefix(64).firstIndex { !PersonalLinks.isHostLetter($0) } ?? min(i + 64, text.count)
            guard end > i else { return nil }
            guard let (dot, range) = spaced(at: end + 1, text), dots.contains(dot) else {
                return label > 0 && end - i > 1 && text[i..<end].allSatisfy { ScalarTraits.of($0).isLetter } ? sign : nil
            }
            i = range.upperBound
        }
        return nil
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        PersonalNumbers.isCapital(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }

    /// One to three scalars between brackets.
    private static func inBrackets(at i: Int, _ text: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
        guard isOpening(text[i]) else { return nil }
        let word = text[(i + 1)...].prefix(4).prefix { !isClosing($0) }
        let end = i + 1 + word.count
        return (1...3).contains(word.count) && end < text.count && isClosing(text[end]) ? word : nil
    }

    /// In any case of ASCII.
    private static func isWord(_ found: ArraySlice<Unicode.Scalar>, _ word: String) -> Bool {
        found.map { $0.value | 0x20 } == word.unicodeScalars.map(\.value)
    }

    static func isAt(_ scalar: Unicode.Scalar) -> Bool { scalar == "@" || scalar == "\u{FF20}" || scalar == "\u{FE6B}" }

    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool { scalar == "[" || scalar == "(" || scalar == "{" }

    private static func isClosing(_ scalar: Unicode.Scalar) -> Bool { scalar == "]" || scalar == ")" || scalar == "}" }

    /// A host with a dot and a part behind it that begins with a letter: @Rs.1 is a price,
    /// vip.163.com a host.
    private static func isDomain(at start: Int, _ text: [Unicode.Scalar]) -> Bool {
        var i = start, hasLabel = false
        // A host has at most 253 letters (RFC 1035).
        while i < min(text.count, start + 253) {
            if let next = endOfDot(i, text) {
                guard hasLabel, next < text.count else { return false }
                if ScalarTraits.of(text[next]).isLetter { return true }
                hasLabel = false
                i = next
            } else if PersonalLinks.isHostLetter(text[i]) {
                hasLabel = true
                i += 1
            } else {
                return false
            }
        }
        return false
    }

    /// Behind a dot, which may stand in brackets, also as a word, with a space around it.
    private static func endOfDot(_ i: Int, _ text: [Unicode.Scalar]) -> Int? {
        if isDot(text[i]) { return i + 1 }
        let opening = Joints.isSpace(text[i]) ? i + 1 : i
        guard opening < text.count, let word = inBrackets(at: opening, text),
            word.count == 1 && isDot(word.first!) || isWord(word, "dot")
        else { return nil }
        let end = opening + 2 + word.count
        return end < text.count && Joints.isSpace(text[end]) ? end + 1 : end
    }

    static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
    }

    private static func local(before end: Int, _ text: [Unicode.Scalar], from earliest: Int) -> Range<Int>? {
        guard end > earliest else { return nil }
        if text[end - 1] == "\"" {
            let opening = text[max(earliest, end - 66)..<end - 1].lastIndex(of: "\"")
            return opening.map { $0..<end }
        }
        var start = end
        let isLatin = text[..<end].last { !isMark($0) }.map(isLocal) ?? false
        while start > earliest {
            let scalar = text[start - 1]
            // Letters of scripts without spaces belong to the word before a Latin address.
            let isGlued =
                isLatin && ScalarTraits.of(scalar).isOfUnspacedScript && start < end && PersonalLinks.isName(text[start])
            guard isLocal(scalar) || isMark(scalar) || isLetter(scalar) && !isGlued else { break }
            start -= 1
        }
        return start < end ? start..<end : nil
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x80 && (ScalarTraits.of(scalar).isLetter || Digits.isDigit(scalar))
    }

    /// Accents that stand alone, vowel signs and viramas, and what joins letters.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return ScalarTraits.of(scalar).isMark || scalar == "\u{200C}" || scalar == "\u{200D}"
    }

    private static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // RFC 5322, 3.2.3: atext.
        case "!", "#", "$", "%", "&", "'", "*", "+", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~", "-", ".": true
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: (0xC0...0x24F).contains(scalar.value) && ScalarTraits.of(scalar).isLetter
        }
    }
}
