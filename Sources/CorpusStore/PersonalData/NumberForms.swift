// Store: numbers that tell of no person: dates, times of day, amounts.

enum NumberForms {
    /// A year of four digits first or last, with a month and a day in either order: not 12-34-5678.
    static func isDate(_ groups: [Range<Int>], _ text: [Unicode.Scalar]) -> Bool {
        guard groups.count == 3, groups[1].count <= 2, let year = [0, 2].first(where: { groups[$0].count == 4 }) else {
            return false
        }
        let rest = [groups[1], groups[2 - year]]
        guard rest.allSatisfy({ $0.count <= 2 }), groups.joined().allSatisfy({ Digits.isDigit(text[$0]) }) else { return false }
        let (low, high) = { ($0.min()!, $0.max()!) }(rest.map { $0.reduce(0) { 10 * $0 + Digits.value(text[$1])! } })
        let years = groups[year].reduce(0) { 10 * $0 + Digits.value(text[$1])! }
        // Also of the Buddhist calendar.
        return low >= 1 && low <= 12 && high <= 31 && ((1900...2099).contains(years) || (2500...2599).contains(years))
    }

    /// The end of a date: three groups with the same separator, and no digit before or after them,
    /// but for a dash and another date.
    static func date(at start: Int, _ text: [Unicode.Scalar]) -> Int? {
        guard let end = dateShape(at: start, text) else { return nil }
        guard end + 1 < text.count, Digits.isDigit(text[end + 1]) else { return end }
        if Joints.isDash(text[end]) { return dateShape(at: end + 1, text) != nil ? end : nil }
        return text[end] == "." || text[end] == "/" ? nil : end
    }

    private static func dateShape(at start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var groups: [Range<Int>] = [], i = start
        while groups.count < 3 {
            let end = text[i...].prefix(9).firstIndex { !Digits.isDigit($0) } ?? min(i + 9, text.count)
            groups.append(i..<end)
            i = end
            guard groups.count < 3 else { break }
            guard end + 1 < text.count, Digits.isDigit(text[end + 1]),
                Joints.isDash(text[end]) || text[end] == "." || text[end] == "/",
                groups.count == 1 || text[end] == text[groups[0].upperBound]
            else { return nil }
            i += 1
        }
        return isDate(groups, text) ? i : nil
    }

    /// The end of a time of day: 9:05, 12:30:15. More parts are no time.
    static func clock(at start: Int, _ text: [Unicode.Scalar]) -> Int? {
        func digits(from i: Int) -> Int { text[min(i, text.count)...].prefix(3).prefix { Digits.isDigit($0) }.count }
        let hours = digits(from: start)
        var end = start + hours
        guard hours <= 2 else { return nil }
        var parts = 1
        while parts < 3, end < text.count, text[end] == ":" || text[end] == "\u{FF1A}", digits(from: end + 1) == 2 {
            end += 3
            parts += 1
        }
        guard parts > 1 else { return nil }
        let goesOn = end + 1 < text.count && (text[end] == ":" || text[end] == "\u{FF1A}") && Digits.isDigit(text[end + 1])
        return goesOn ? nil : end
    }

    /// The end of an amount: up to three digits and groups of three behind commas, 1,250,000.00.
    /// Beside a word for codes, 123,456 is one. Another number behind it makes it a part of that,
    /// unless it is a date, a time or an amount.
    static func amount(at start: Int, _ text: [Unicode.Scalar], hasCode: Bool) -> Int? {
        guard let end = amountShape(at: start, text, hasCode: hasCode) else { return nil }
        guard let next = Joints.next(after: end, text) else { return end }
        // 683,515,22
        if next == end + 1, text[end] == "," || text[end] == "\u{FF0C}" { return nil }
        let form = date(at: next, text) ?? clock(at: next, text) ?? amountShape(at: next, text, hasCode: hasCode)
        return form == nil ? nil : end
    }

    private static func amountShape(at start: Int, _ text: [Unicode.Scalar], hasCode: Bool) -> Int? {
        func digits(from i: Int) -> Int { text[min(i, text.count)...].prefix(4).prefix { Digits.isDigit($0) }.count }
        let first = digits(from: start)
        guard (1...3).contains(first), Digits.value(text[start]) != 0 else { return nil }
        var end = start + first
        while end < text.count, text[end] == "," || text[end] == "\u{FF0C}", digits(from: end + 1) == 3 { end += 4 }
        guard end > start + first, !(hasCode && end == start + 7 && !isBehindCurrency(start, text)) else { return nil }
        if end < text.count, text[end] == ".", digits(from: end + 1) == 2 { end += 3 }
        return end
    }

    private static func isBehindCurrency(_ start: Int, _ text: [Unicode.Scalar]) -> Bool {
        text[..<start].suffix(2).contains { $0.properties.generalCategory == .currencySymbol }
    }

    /// The end of a date, a time of day or an amount.
    static func any(at start: Int, _ text: [Unicode.Scalar], hasCode: Bool) -> Int? {
        guard Digits.isDigit(text[start]) else { return nil }
        return date(at: start, text) ?? clock(at: start, text) ?? amount(at: start, text, hasCode: hasCode)
    }
}
