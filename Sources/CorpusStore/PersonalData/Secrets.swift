// Store: finds passwords, short PINs and user names right behind their words: Password: kX9$mQ2v,
// CVV 123. Codes of four digits and more are found as numbers.

enum Secrets {
    static func find(in text: [Unicode.Scalar], behind words: [CodeWord]) -> [PersonalSpan] {
        words.compactMap { word in
            guard word.kind != .code, let (start, isTold) = start(behind: word.range.upperBound, text) else { return nil }
            let range = start..<end(of: start, text)
            guard isSecret(range, text, of: word.kind, isTold: isTold) else { return nil }
            return PersonalSpan(kind: .secret, range: range)
        }
    }

    /// Words that may stand between a word for passwords and the password.
    private static let links = [
        "is", "ist", "lautet", "es", "est", "é", "to", "adalah", "là", "la", "olarak", "adı", "adi", "это", "है", "هي", "هو", "no",
        "nr",
        "number", "code", "は", "が", "是",
        "为", "為", "은", "는", "이", "คือ",
    ].map { Array($0.unicodeScalars) }
    private static let firstsOfLinks = ScalarSet(links.compactMap(\.first))
    /// A few words more may stand before a colon: Password for our guests: kX9$mQ2v.
    private static let mostBeforeColon = 30

    /// Where the secret may begin, and whether a colon, an equals sign, a bracket or a quotation
    /// mark says that it does.
    private static func start(behind end: Int, _ text: [Unicode.Scalar]) -> (start: Int, isTold: Bool)? {
        let tail = text[end...].prefix(mostBeforeColon)
        if let colon = tail.firstIndex(where: isColon), text[end..<colon].allSatisfy({ isLetter($0) || Joints.isSpace($0) }) {
            return behindSigns(colon, text)
        }
        guard let (start, isTold) = behindSigns(end, text) else { return nil }
        guard !isTold, firstsOfLinks.contains(text[start]),
            let link = links.first(where: { text[start...].starts(with: $0) && isWhole($0, at: start, text) })
        else { return (start, isTold) }
        return behindSigns(start + link.count, text)
    }

    /// 是 may be followed by a letter of the secret, is may not.
    private static func isWhole(_ word: [Unicode.Scalar], at start: Int, _ text: [Unicode.Scalar]) -> Bool {
        let end = start + word.count
        return ScalarTraits.of(word[0]).isOfUnspacedScript || end < text.count && !isLetter(text[end])
    }

    private static func behindSigns(_ end: Int, _ text: [Unicode.Scalar]) -> (start: Int, isTold: Bool)? {
        var i = end, isTold = false
        while i < text.count, i - end < 6 {
            if isColon(text[i]) || isOpening(text[i]) {
                isTold = true
            } else if !Joints.isSpace(text[i]), !isDash(i, text) {
                break
            }
            i += 1
        }
        return i < text.count && i > end || i < text.count && !isLetter(text[i - 1]) ? (i, isTold) : nil
    }

    /// The end of what may be a password, without the marks that end a sentence.
    private static func end(of start: Int, _ text: [Unicode.Scalar]) -> Int {
        var end = start
        while end < text.count, end - start < 64, isOfSecret(text[end]) { end += 1 }
        while end > start, isEnd(text[end - 1]) { end -= 1 }
        return end
    }

    private static func isSecret(_ range: Range<Int>, _ text: [Unicode.Scalar], of kind: CodeWord.Kind, isTold: Bool) -> Bool {
        let word = text[range], letters = word.count(where: isLetter), digits = word.count(where: Digits.isDigit)
        guard letters + digits >= 3, !word.contains("/"), !isHost(word) else { return false }
        if letters == 0 { return kind == .secret && digits == word.count && digits <= 8 }
        if digits > 0 { return word.count >= (isTold ? 4 : 5) }
        let isSigned = zip(word, word.dropFirst()).contains { isLetter($0) && isInner($1) } && !isInner(word.last!)
        if isSigned || kind == .account { return isSigned && word.count >= 6 }
        let isMixed = zip(word, word.dropFirst()).contains { ScalarTraits.of($0).isLowercase && ScalarTraits.of($1).isUppercase }
        // Password: sunshine
        let isLast =
            letters == word.count
            && (range.upperBound == text.count || ".!\n\r\"”」』".unicodeScalars.contains(text[range.upperBound]))
        return isTold && letters >= 5 && (isMixed || isLast)
    }

    /// shop24.example.
    private static func isHost(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        let labels = word.split(separator: ".")
        return labels.count > 1 && labels.last!.count > 1 && labels.last!.allSatisfy(isLetter)
            && labels.joined().allSatisfy { isLetter($0) || Digits.isDigit($0) || $0 == "-" }
    }

    private static func isOfSecret(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar != "\"" && scalar != "," && scalar != "<" && scalar != ">" }
        return isLetter(scalar) || Digits.isDigit(scalar)
    }

    /// A letter of a script with spaces between its words.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        let traits = ScalarTraits.of(scalar)
        return traits.isLetter && !traits.isOfUnspacedScript
    }

    private static func isColon(_ scalar: Unicode.Scalar) -> Bool { scalar == ":" || scalar == "\u{FF1A}" || scalar == "=" }

    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool { "\"'([{“”„‘’«「『【（".unicodeScalars.contains(scalar) }

    private static func isDash(_ i: Int, _ text: [Unicode.Scalar]) -> Bool { Joints.isDash(text[i]) || text[i] == ">" }

    private static func isEnd(_ scalar: Unicode.Scalar) -> Bool { ".;:!?)]}'".unicodeScalars.contains(scalar) }

    /// A sign that words do not have inside.
    private static func isInner(_ scalar: Unicode.Scalar) -> Bool { "!@#$%^&*_+=~?".unicodeScalars.contains(scalar) }
}
