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
                if end < text.count, isStart(text[end]) { end = addPath(from: end, text, &spans) }
                i = max(end, i + 3)
            } else if isStart(text[i]), isHost(before: i, text, from: end) {
                end = addPath(from: i, text, &spans)
                i = max(end, i + 1)
            } else {
                i += 1
            }
        }
        return spans
    }

    private static func addPath(from start: Int, _ text: [Unicode.Scalar], _ spans: inout [PersonalSpan]) -> Int {
        let end = endOfPath(start, text)
        spans += parts(of: start..<end, text)
        return end
    }

    /// What begins the part behind a host.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "?" || scalar == "#" }

    /// :// behind a letter, of any scheme.
    private static func isScheme(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        text[i] == ":" && i > 0 && i + 2 < text.count && text[i + 1] == "/" && text[i + 2] == "/" && isName(text[i - 1])
    }

    /// The end of the host, and the user before it, as in https://user:password@host.
    private static func hostBehindScheme(_ start: Int, _ text: [Unicode.Scalar]) -> (end: Int, user: Range<Int>?) {
        let end =
            text[start...].prefix(1000).firstIndex { isStart($0) || !isOfPath($0) && !isHostLetter($0) }
            ?? min(start + 1000, text.count)
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
        let labels = text[start..<stop].split(omittingEmptySubsequences: false, whereSeparator: isDot)
        // bank[.]example: the brackets go with the labels.
        let names = labels.map { $0.filter { $0 != "[" && $0 != "]" } }
        guard names.count >= 2, let top = names.last, names[names.count - 2].count > 0 else { return false }
        if top.count >= 2, top.allSatisfy({ isName($0) && !isNumeral($0) }) || countries.contains(top) { return true }
        let tail = names.suffix(4)
        return tail.count == 4 && tail.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(isNumeral) }
    }

    /// Top level domains of other scripts. Any word would make hosts of sentences without spaces.
    private static let countries = Set(
        [
            "рф", "укр", "бел", "қаз", "中国", "中國", "公司", "网络", "香港", "台灣", "台湾", "한국", "닷컴", "みんな", "コム", "ไทย", "भारत",
            "السعودية", "امارات", "مصر", "ایران",
        ]
        .map { Array($0.unicodeScalars) })

    /// Letters of other scripts are part of a path where it, or a part of it, begins with them.
    /// Behind Latin letters they are the sentence's. A comma is part of a path, except at its end
    /// and before another link.
    private static func endOfPath(_ start: Int, _ text: [Unicode.Scalar]) -> Int {
        var i = start, mayBegin = true
        while i < text.count {
            let scalar = text[i]
            if scalar == "," {
                let rest = text[(i + 1)...].prefix(8)
                guard let next = rest.first, isOfPath(next),
                    !["http://", "https://", "www."].contains(where: { starts(rest, $0) })
                else { break }
                mayBegin = true
            } else if isOfPath(scalar) {
                mayBegin = !isName(scalar)
            } else {
                guard mayBegin, scalar.value >= 0x80, isWordScalar(scalar) else { break }
            }
            i += 1
        }
        return i
    }

    private static func starts(_ text: ArraySlice<Unicode.Scalar>, _ head: String) -> Bool {
        text.count >= head.unicodeScalars.count
            && zip(text, head.unicodeScalars).allSatisfy { $0.properties.lowercaseMapping == String($1) }
    }

    /// The path without its ending and without the bytes of %-escapes.
    private static func parts(of path: Range<Int>, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let query = text[path].firstIndex { $0 == "?" || $0 == "#" } ?? path.upperBound
        let segment = text[path.lowerBound..<query].lastIndex(of: "/") ?? path.lowerBound
        let dot = text[segment..<query].lastIndex(of: ".")
        var pieces = [path]
        // The ending of a file's name has a letter; one of digits may be a part of a number.
        if let dot, (1...5).contains(query - dot - 1), text[dot + 1..<query].contains(where: { $0.properties.isAlphabetic }) {
            pieces = [path.lowerBound..<dot, query..<path.upperBound]
        }
        return pieces.flatMap { piece in
            var spans: [PersonalSpan] = []
            var start = piece.lowerBound, i = start
            while i < piece.upperBound {
                guard isEscape(i, text, piece.upperBound) else {
                    i += 1
                    continue
                }
                if start < i { spans.append(PersonalSpan(kind: .link, range: start..<i)) }
                i += 3
                start = i
            }
            if start < piece.upperBound { spans.append(PersonalSpan(kind: .link, range: start..<piece.upperBound)) }
            // A lone slash is not personal.
            return spans.filter { span in text[span.range].contains(where: isWordScalar) }
        }
    }

    /// The byte of a letter that is no digit or Latin letter, %C3: it stays. Others may hide a
    /// number.
    private static func isEscape(_ i: Int, _ text: [Unicode.Scalar], _ end: Int) -> Bool {
        text[i] == "%" && i + 2 < end
            && ["8", "9", "A", "B", "C", "D", "E", "F", "a", "b", "c", "d", "e", "f", "2"].contains(text[i + 1])
            && text[i + 2].properties.isASCIIHexDigit
    }

    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || Digits.isDigit(scalar) || scalar.properties.generalCategory == .nonspacingMark
    }

    /// A character of links.
    private static func isOfPath(_ scalar: Unicode.Scalar) -> Bool {
        (0x21...0x7E).contains(scalar.value) && scalar != "<" && scalar != ">" && scalar != "\"" && scalar != ","
    }

    private static func isNumeral(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func isDot(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "\u{FF0E}" }

    /// A letter of a host, also an internationalised one, and the brackets of bank[.]example.
    static func isHostLetter(_ scalar: Unicode.Scalar) -> Bool {
        isName(scalar) || scalar == "-" || scalar == "[" || scalar == "]" || scalar.value >= 0x80 && isWordScalar(scalar)
    }
}
