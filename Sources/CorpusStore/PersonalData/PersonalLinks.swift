// Store: finds the parts of links that tell of a person.

enum PersonalLinks {
    /// The part of a link behind the host, without the ending of a file's name, and the user and
    /// password before the host.
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0, end = 0
        while i < text.count {
            if isScheme(i, text) {
                let host = hostBehindScheme(i + 3, text)
                if let user = host.user { spans.append(PersonalSpan(kind: .link, range: user)) }
                end = host.end
                if end < text.count, isStartBehindScheme(text[end]) { end = addPath(from: end, text, &spans) }
                i = max(end, i + 3)
            } else if isStart(text[i]), isHost(before: i, text, from: end) || isOfApp(i, text, from: end) {
                end = addPath(from: i, text, &spans)
                i = max(end, i + 1)
            } else {
                i += 1
            }
        }
        return spans
    }

    private static func addPath(from start: Int, _ text: [Unicode.Scalar], _ spans: inout [PersonalSpan]) -> Int {
        let end = LinkPaths.end(from: start, text)
        spans += LinkPaths.parts(of: start..<end, text)
        return end
    }

    /// What begins the part behind a host.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "?" || scalar == "#" }

    /// Also in links that a phone mends: https://bank.example;sid=, https://bank.example\path.
    private static func isStartBehindScheme(_ scalar: Unicode.Scalar) -> Bool {
        isStart(scalar) || scalar == ";" || scalar == "\\"
    }

    /// A question behind a scheme and a word, with a value: bankapp:pay?token=.
    private static func isOfApp(_ i: Int, _ text: [Unicode.Scalar], from earliest: Int) -> Bool {
        let head = text[max(earliest, i - 40)..<i]
        guard text[i] == "?", let colon = head.lastIndex(of: ":"), colon > head.startIndex, colon + 1 < i,
            isName(text[colon - 1]), text[colon + 1..<i].allSatisfy(isName)
        else { return false }
        let name = text[(i + 1)...].prefix(30).prefix(while: isName)
        return !name.isEmpty && name.endIndex < text.count && text[name.endIndex] == "="
    }

    /// :// behind a letter, of any scheme.
    private static func isScheme(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        text[i] == ":" && i > 0 && i + 2 < text.count && text[i + 1] == "/" && text[i + 2] == "/" && isName(text[i - 1])
    }

    /// The end of the host, and the user before it, as in https://user:password@host.
    private static func hostBehindScheme(_ start: Int, _ text: [Unicode.Scalar]) -> (end: Int, user: Range<Int>?) {
        var end = start
        while end < min(text.count, start + 1000), !isStartBehindScheme(text[end]) {
            // The full stop of Chinese is a dot before a Latin word.
            let isInside =
                LinkPaths.isOfPath(text[end]) || isHostLetter(text[end])
                || isDot(text[end]) && end + 1 < text.count && isName(text[end + 1])
            guard isInside else { break }
            end += 1
        }
        guard let at = text[start..<end].lastIndex(of: "@"), at > start else { return (end, nil) }
        return (end, start..<at)
    }

    /// Whether a host without a scheme ends here: a name with a dot, an IPv4 address, or an IPv6
    /// one in brackets; a port may follow. 1.50/week is a price, and p.m./a.m. no host.
    private static func isHost(before end: Int, _ text: [Unicode.Scalar], from earliest: Int) -> Bool {
        let least = max(earliest, end - 253)
        var stop = end
        while stop > least, isNumeral(text[stop - 1]) { stop -= 1 }
        stop = stop > least && stop < end && text[stop - 1] == ":" ? stop - 1 : end
        if stop > least, text[stop - 1] == "]" {
            guard let opening = text[least..<stop].lastIndex(of: "["), text[opening..<stop].count(where: { $0 == ":" }) >= 2
            else { return false }
            return text[opening + 1..<stop - 1].allSatisfy { $0 == ":" || $0 == "." || $0.properties.isASCIIHexDigit }
        }
        var start = stop
        while start > least, isHostLetter(text[start - 1]) || isDot(text[start - 1]) { start -= 1 }
        if start > least, text[start - 1] == ":", isAddress(before: end, text, from: least) { return true }
        let labels = text[start..<stop].split(omittingEmptySubsequences: false, whereSeparator: isDot)
        // bank[.]example: the brackets go with the labels.
        let names = labels.map { $0.filter { $0 != "[" && $0 != "]" } }
        guard names.count >= 2, let top = names.last, names[names.count - 2].count > 0 else { return false }
        // The full stop of Chinese before a Latin word ends a sentence, unless a Latin one is
        // before it.
        if top.count >= 2, top.allSatisfy({ isName($0) && !isNumeral($0) }) {
            let dot = text[labels[labels.count - 1].startIndex - 1]
            return dot == "." || dot == "\u{FF0E}" || names[names.count - 2].allSatisfy { isName($0) || $0 == "-" }
        }
        if top.starts(with: "xn--".unicodeScalars) || countries.contains(top) || top.count >= 2 && top.allSatisfy(isSpaced) {
            return true
        }
        let tail = names.suffix(4)
        return tail.count == 4 && tail.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isNumeral) }
    }

    /// 2001:db8::7 without brackets: with two colons together, unlike a time of day.
    private static func isAddress(before end: Int, _ text: [Unicode.Scalar], from least: Int) -> Bool {
        let head = text[least..<end].suffix(40).reversed().prefix { $0 == ":" || $0.properties.isASCIIHexDigit }
        return zip(head, head.dropFirst()).contains { $0 == ":" && $1 == ":" }
    }

    /// A letter of the scripts that put a space between words, other than Latin.
    private static func isSpaced(_ scalar: Unicode.Scalar) -> Bool {
        (0x370...0xDFF).contains(scalar.value) && isWordScalar(scalar)
    }

    /// Top level domains of scripts without spaces. Any word would make hosts of their sentences.
    private static let countries = Set(
        [
            "中国", "中國", "公司", "网络", "香港", "台灣", "台湾", "한국", "닷컴", "みんな", "コム", "ไทย",
        ]
        .map { Array($0.unicodeScalars) })

    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        ScalarTraits.of(scalar).isLetter || Digits.isDigit(scalar) || ScalarTraits.of(scalar).isMark
    }

    private static func isNumeral(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func isDot(_ scalar: Unicode.Scalar) -> Bool { PersonalAddresses.isDot(scalar) }

    /// A letter of a host, also an internationalised one, and the brackets of bank[.]example.
    static func isHostLetter(_ scalar: Unicode.Scalar) -> Bool {
        isName(scalar) || scalar == "-" || scalar == "[" || scalar == "]" || scalar.value >= 0x80 && isWordScalar(scalar)
    }
}
