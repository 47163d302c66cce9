// Store: where a message tells of a person. Scalars in, ranges out. Looks generously: a surrogate in place of a price does no harm, as it keeps
// the features, and a number left in place does.

/// A range of a text that is to be replaced.
struct PersonalSpan: Equatable {
    enum Kind { case number, address, link, name }
    var kind: Kind
    var range: Range<Int>
    /// Leading digits that stay: the prefix that tells the kind of a phone number.
    var kept = 0

    /// Joints stay as they are, and two ways of writing a number are one number.
    func isJoint(_ scalar: Unicode.Scalar) -> Bool { kind == .number && !PersonalSpans.isDigit(scalar) }
}

enum PersonalSpans {
    private typealias Scalars = [Unicode.Scalar]

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        let words = addresses(in: text) + links(in: text)
        let taken = words.map(\.range)
        let others = (numbers(in: text) + NameSpans.find(in: text)).filter { span in !taken.contains { $0.overlaps(span.range) } }
        return (words + others).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    // MARK: Numbers

    /// Seven digits and more, joined by dashes, dots or spaces, or five and more in a row. Dates are left.
    static func numbers(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard isDigit(text[i]) else {
                i += 1
                continue
            }
            var groups: [Range<Int>] = []
            var start = i
            while true {
                var end = start
                while end < text.count, isDigit(text[end]) { end += 1 }
                groups.append(start..<end)
                guard let next = behindJoint(end, text) else { break }
                start = next
            }
            i = groups.last!.upperBound
            for number in apart(groups, text) { spans += numbers(of: number, text) }
        }
        return spans
    }

    /// Numbers one behind the other with a space between: none is longer than a card's 16 digits.
    private static func apart(_ groups: [Range<Int>], _ text: [Unicode.Scalar]) -> [[Range<Int>]] {
        var numbers: [[Range<Int>]] = [], digits = 0
        for group in groups {
            if numbers.isEmpty || isSpace(text[group.lowerBound - 1]) && digits + group.count > 16 {
                numbers.append([])
                digits = 0
            }
            numbers[numbers.count - 1].append(group)
            digits += group.count
        }
        return numbers
    }

    /// The digit behind a space, a dash, a dot or a closing bracket: 02.123, (02) 123, 010 - 1234.
    private static func behindJoint(_ i: Int, _ text: [Unicode.Scalar]) -> Int? {
        var next = i
        if next < text.count, isSpace(text[next]) { next += 1 }
        if next < text.count, isDash(text[next]) || next == i && (text[next] == "." || isBracket(text[next])) {
            next += 1
            if next < text.count, text[next - 1] != ".", isSpace(text[next]) { next += 1 }
        }
        return next > i && next < text.count && isDigit(text[next]) ? next : nil
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\u{A0}" || scalar == "\u{3000}" }

    private static func isBracket(_ scalar: Unicode.Scalar) -> Bool { scalar == ")" || scalar == "\u{FF09}" }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", "\u{2010}"..."\u{2013}", "\u{2212}", "\u{FE63}", "\u{FF0D}": true
        default: false
        }
    }

    private static func numbers(of groups: [Range<Int>], _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let lengths = groups.map(\.count), digits = lengths.reduce(0, +)
        if digits >= 7, !isDate(groups, text) {
            let range = groups[0].lowerBound..<groups.last!.upperBound
            return [PersonalSpan(kind: .number, range: range, kept: prefix(digits, text[range.lowerBound]))]
        }
        return groups.filter { $0.count >= 5 }.map { PersonalSpan(kind: .number, range: $0) }
    }

    /// A year of four digits first or last, with a month and a day in either order: 12-34-5678 is none.
    private static func isDate(_ groups: [Range<Int>], _ text: [Unicode.Scalar]) -> Bool {
        guard groups.count == 3, groups[1].count <= 2, let year = [0, 2].first(where: { groups[$0].count == 4 }) else {
            return false
        }
        let rest = [groups[1], groups[2 - year]]
        guard rest.allSatisfy({ $0.count <= 2 }) else { return false }
        let (low, high) = { ($0.min()!, $0.max()!) }(rest.map { $0.reduce(0) { 10 * $0 + Int(text[$1].value & 0xF) } })
        return low >= 1 && low <= 12 && high <= 31
    }

    /// 010-, 02-: the prefix of a phone number; 1 of a Chinese mobile number.
    private static func prefix(_ digits: Int, _ first: Unicode.Scalar) -> Int {
        guard first == "0", digits >= 9 else { return digits == 11 && first == "1" ? 2 : 0 }
        return 3
    }

    static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value) || (0xFF10...0xFF19).contains(scalar.value)
    }

    // MARK: Addresses and links

    /// The local parts of e-mail addresses.
    static func addresses(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        text.indices.compactMap { at in
            guard text[at] == "@" else { return nil }
            var start = at
            while start > 0, isLocal(text[start - 1]) { start -= 1 }
            let domain = text[(at + 1)...].prefix { isHost($0) }
            guard start < at, domain.contains("."), domain.first != "." else { return nil }
            return PersonalSpan(kind: .address, range: start..<at)
        }
    }

    /// What stands behind the host of a link, but for the ending of a file's name.
    static func links(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard isWord(text[i]) else {
                i += 1
                continue
            }
            let end = text[i...].firstIndex { !isWord($0) } ?? text.count
            if let path = path(of: i..<end, text) { spans += parts(of: path, text) }
            i = end
        }
        return spans
    }

    /// From the first / ? or # behind a host, of a word without spaces.
    private static func path(of word: Range<Int>, _ text: [Unicode.Scalar]) -> Range<Int>? {
        var host = word.lowerBound
        if let scheme = text[word].firstRange(of: ["/", "/"] as Scalars), scheme.lowerBound > host,
            text[scheme.lowerBound - 1] == ":"
        {
            host = scheme.upperBound
        } else if let letter = text[word].firstIndex(where: isHost) {
            host = letter
        }
        let hostEnd = text[host..<word.upperBound].firstIndex { !isHost($0) && $0 != ":" } ?? word.upperBound
        guard hostEnd < word.upperBound, ["/", "?", "#"].contains(text[hostEnd]), text[host..<hostEnd].contains(".") else {
            return nil
        }
        let top = text[host..<hostEnd].reversed().prefix { $0 != "." }
        // 1.50/week is a price.
        guard top.count >= 2, top.allSatisfy({ !isDigit($0) && $0 != "-" }) || host != word.lowerBound else { return nil }
        return hostEnd..<word.upperBound
    }

    /// The path without its ending and without the bytes of %-escapes.
    private static func parts(of path: Range<Int>, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        let query = text[path].firstIndex { $0 == "?" || $0 == "#" } ?? path.upperBound
        let segment = text[path.lowerBound..<query].lastIndex(of: "/") ?? path.lowerBound
        let dot = text[segment..<query].lastIndex(of: ".")
        var pieces = [path]
        if let dot, (1...5).contains(query - dot - 1) { pieces = [path.lowerBound..<dot, query..<path.upperBound] }
        return pieces.flatMap { piece in
            var spans: [PersonalSpan] = []
            var start = piece.lowerBound, i = start
            while i < piece.upperBound {
                guard text[i] == "%" else {
                    i += 1
                    continue
                }
                if start < i { spans.append(PersonalSpan(kind: .link, range: start..<i)) }
                i = min(i + 3, piece.upperBound)
                start = i
            }
            if start < piece.upperBound { spans.append(PersonalSpan(kind: .link, range: start..<piece.upperBound)) }
            // A lone slash says nothing.
            return spans.filter { span in text[span.range].contains { $0.properties.isAlphabetic || isDigit($0) } }
        }
    }

    /// What a link is written with.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        (0x21...0x7E).contains(scalar.value) && scalar != "<" && scalar != ">" && scalar != "\"" && scalar != ","
    }

    private static func isHost(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
        default: false
        }
    }

    private static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
        isHost(scalar) || scalar == "_" || scalar == "+" || scalar == "%"
    }
}
