// Store: finds personal data in a message. Scalars in, ranges out. Finds rather too much: a
// surrogate for a price does no harm, because it keeps the features; a number left in place does.

enum PersonalSpans {
    private typealias Scalars = [Unicode.Scalar]

    /// In order, without overlaps.
    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var found: [PersonalSpan] = []
        for spans in [links(in: text), addresses(in: text), numbers(in: text), NameSpans.find(in: text)] {
            found = joined(found, spans)
        }
        return found
    }

    /// The first ones, and those of the others that overlap neither them nor each other. O(n log
    /// n).
    private static func joined(_ first: [PersonalSpan], _ others: [PersonalSpan]) -> [PersonalSpan] {
        var all = first, i = 0, end = 0
        let order = { (a: PersonalSpan, b: PersonalSpan) in
            (a.range.lowerBound, -a.range.upperBound) < (b.range.lowerBound, -b.range.upperBound)
        }
        for span in others.sorted(by: order) {
            while i < first.count, first[i].range.upperBound <= span.range.lowerBound { i += 1 }
            guard span.range.lowerBound >= end, i == first.count || !first[i].range.overlaps(span.range) else { continue }
            all.append(span)
            end = span.range.upperBound
        }
        return all.sorted(by: order)
    }

    // MARK: Numbers

    /// Seven digits and more, separated by dashes, dots or spaces, or five and more in a row. Dates
    /// and times of day are skipped.
    static func numbers(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard PersonalSpan.isDigit(text[i]) else {
                i += 1
                continue
            }
            if let end = date(at: i, text) ?? clock(at: i, text) {
                i = end
                continue
            }
            var groups: [Range<Int>] = []
            var start = i
            while true {
                var end = start
                while end < text.count, PersonalSpan.isDigit(text[end]) { end += 1 }
                groups.append(start..<end)
                guard let next = behindJoint(end, text) else { break }
                if text[end..<next].allSatisfy(isSpace), date(at: next, text) ?? clock(at: next, text) != nil { break }
                start = next
            }
            i = groups.last!.upperBound
            for number in apart(groups, text) { spans += numbers(of: number, text) }
        }
        return spans
    }

    /// Separate numbers with a space between them: none is longer than a card's 16 digits.
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

    /// The digit after a space, a dash, a dot or a closing bracket: 02.123, (02) 123, 010 - 1234.
    private static func behindJoint(_ i: Int, _ text: [Unicode.Scalar]) -> Int? {
        var next = i
        if next < text.count, isSpace(text[next]) { next += 1 }
        if next < text.count, isDash(text[next]) || next == i && (text[next] == "." || isBracket(text[next])) {
            next += 1
            if next < text.count, text[next - 1] != ".", isSpace(text[next]) { next += 1 }
        }
        return next > i && next < text.count && PersonalSpan.isDigit(text[next]) ? next : nil
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
            // 900101-1234567, or without the dash.
            if digits == 13, lengths.count == 1 || lengths == [6, 7] {
                return [PersonalSpan(kind: .number, range: range, isSecret: true)]
            }
            return [PersonalSpan(kind: .number, range: range, kept: prefix(digits, text[range.lowerBound]))]
        }
        return groups.filter { $0.count >= 5 }.map { PersonalSpan(kind: .number, range: $0) }
    }

    /// A year of four digits first or last, with a month and a day in either order: not 12-34-5678.
    private static func isDate(_ groups: [Range<Int>], _ text: [Unicode.Scalar]) -> Bool {
        guard groups.count == 3, groups[1].count <= 2, let year = [0, 2].first(where: { groups[$0].count == 4 }) else {
            return false
        }
        let rest = [groups[1], groups[2 - year]]
        guard rest.allSatisfy({ $0.count <= 2 }) else { return false }
        let (low, high) = { ($0.min()!, $0.max()!) }(rest.map { $0.reduce(0) { 10 * $0 + Int(text[$1].value & 0xF) } })
        return low >= 1 && low <= 12 && high <= 31
    }

    /// The end of a date: three groups with the same separator, and no digit before or after them.
    private static func date(at start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var groups: [Range<Int>] = [], i = start
        while groups.count < 3 {
            let end = text[i...].prefix(9).firstIndex { !PersonalSpan.isDigit($0) } ?? min(i + 9, text.count)
            groups.append(i..<end)
            i = end
            guard groups.count < 3 else { break }
            guard end + 1 < text.count, PersonalSpan.isDigit(text[end + 1]),
                isDash(text[end]) || text[end] == "." || text[end] == "/",
                groups.count == 1 || text[end] == text[groups[0].upperBound]
            else { return nil }
            i += 1
        }
        let goesOn = i + 1 < text.count && (isDash(text[i]) || text[i] == ".") && PersonalSpan.isDigit(text[i + 1])
        return !goesOn && isDate(groups, text) ? i : nil
    }

    /// The end of a time of day: 9:05, 12:30:15.
    private static func clock(at start: Int, _ text: [Unicode.Scalar]) -> Int? {
        func digits(from i: Int) -> Int { text[min(i, text.count)...].prefix(3).prefix { PersonalSpan.isDigit($0) }.count }
        let hours = digits(from: start)
        var end = start + hours
        guard hours <= 2 else { return nil }
        var parts = 1
        while parts < 3, end < text.count, text[end] == ":" || text[end] == "\u{FF1A}", digits(from: end + 1) == 2 {
            end += 3
            parts += 1
        }
        return parts > 1 ? end : nil
    }

    /// 010-, 02-: the prefix of a phone number; 1 of a Chinese mobile number.
    private static func prefix(_ digits: Int, _ first: Unicode.Scalar) -> Int {
        if first == "0", (9...11).contains(digits) { return 3 }
        return first == "1" && digits == 11 ? 2 : 0
    }

    // MARK: Addresses and links

    /// The local parts of e-mail addresses.
    static func addresses(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        text.indices.compactMap { at in
            guard text[at] == "@" else { return nil }
            var start = at
            while start > 0, isLocal(text[start - 1]) { start -= 1 }
            let domain = text[(at + 1)...].prefix { isHost($0) || $0.value >= 0x80 && $0.properties.isAlphabetic }
            guard start < at, domain.contains("."), domain.first != "." else { return nil }
            return PersonalSpan(kind: .address, range: start..<at)
        }
    }

    /// The part of a link after the host, without the ending of a file's name, and the user and
    /// password before the host.
    static func links(in text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = []
        var i = 0
        while i < text.count {
            guard isWord(text[i]) else {
                i += 1
                continue
            }
            let end = endOfWord(i, text)
            let host = startOfHost(i..<end, text)
            if let user = host.user { spans.append(PersonalSpan(kind: .link, range: user)) }
            if let path = path(of: i..<end, host: host.start, text) { spans += parts(of: path, text) }
            i = end
        }
        return spans
    }

    /// A comma is part of a link, except at its end and before another link.
    private static func endOfWord(_ start: Int, _ text: [Unicode.Scalar]) -> Int {
        var i = start
        while i < text.count, isWord(text[i]) || text[i] == "," {
            if text[i] == "," {
                let rest = text[(i + 1)...].prefix(8)
                guard let next = rest.first, isWord(next), !["http://", "https://", "www."].contains(where: { starts(rest, $0) })
                else { break }
            }
            i += 1
        }
        // A lone comma is no word: step over it.
        return max(i, start + 1)
    }

    private static func starts(_ text: ArraySlice<Unicode.Scalar>, _ head: String) -> Bool {
        text.count >= head.unicodeScalars.count
            && zip(text, head.unicodeScalars).allSatisfy { $0.properties.lowercaseMapping == String($1) }
    }

    /// The start of the host, and the user before it, as in https://user:password@host.
    private static func startOfHost(_ word: Range<Int>, _ text: [Unicode.Scalar]) -> (start: Int, user: Range<Int>?) {
        guard let scheme = text[word].firstRange(of: ["/", "/"] as Scalars), scheme.lowerBound > word.lowerBound,
            text[scheme.lowerBound - 1] == ":"
        else { return (text[word].firstIndex(where: isHost) ?? word.lowerBound, nil) }
        let end = text[scheme.upperBound..<word.upperBound].firstIndex { ["/", "?", "#"].contains($0) } ?? word.upperBound
        guard let at = text[scheme.upperBound..<end].lastIndex(of: "@"), at > scheme.upperBound else {
            return (scheme.upperBound, nil)
        }
        return (at + 1, scheme.upperBound..<at)
    }

    /// The part of a word from the first / ? or # after a host.
    private static func path(of word: Range<Int>, host: Int, _ text: [Unicode.Scalar]) -> Range<Int>? {
        let hostEnd = text[host..<word.upperBound].firstIndex { !isHost($0) && $0 != ":" } ?? word.upperBound
        guard hostEnd < word.upperBound, ["/", "?", "#"].contains(text[hostEnd]), text[host..<hostEnd].contains(".") else {
            return nil
        }
        let top = text[host..<hostEnd].reversed().prefix { $0 != "." }
        // 1.50/week is a price.
        guard top.count >= 2, top.allSatisfy({ !PersonalSpan.isDigit($0) && $0 != "-" }) || host != word.lowerBound else {
            return nil
        }
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
            // A lone slash is not personal.
            return spans.filter { span in text[span.range].contains { $0.properties.isAlphabetic || PersonalSpan.isDigit($0) } }
        }
    }

    /// A character of links.
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
        switch scalar {
        // RFC 5322, 3.2.3: atext. Letters of other scripts belong to the word before the address,
        // which Korean writes without a space.
        case "!", "#", "$", "%", "&", "'", "*", "+", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": true
        default: isHost(scalar) || (0xC0...0x24F).contains(scalar.value) && scalar.properties.isAlphabetic
        }
    }
}
