// Store: names in Latin script: Dear Mr. Weller, Hola, María Pérez!, Ayşe Hanım.

enum LatinNames {
    private typealias Words = LatinNameWords

    /// In capitals names are not told from the words behind them.
    private static let mostWords = 4, mostInCapitals = 3

    static func find(in text: [Unicode.Scalar]) -> [PersonalSpan] { afterGreetings(text) + beforeTitles(text) }

    /// Up to four capitalised words after a greeting: Dear Jonas Weller. Greetings may be
    /// combined: Dear Mr. Weller, Bpk/Ibu Siti.
    private static func afterGreetings(_ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], last = "", lastEnd = 0
        var i = 0
        while i < text.count {
            guard isLetter(text[i]), i == 0 || !isLetter(text[i - 1]) && !Digits.isDigit(text[i - 1]) else {
                i += 1
                continue
            }
            let start = i, end = endOfWord(i, text)
            let word = end - i <= 12 ? word(i..<end, text) : ""
            let isNear = start == lastEnd + 1 && (text[lastEnd] == "/" || isSpace(text[lastEnd]))
            let isGreeting = isGreeting(word, start..<end, text, behind: isNear ? last : "")
            (last, lastEnd, i) = (word, end, end)
            guard isGreeting else { continue }
            let names = names(behind: word, end, text)
            spans += names
            i = names.last?.range.upperBound ?? end
        }
        return spans
    }

    private static func isGreeting(
        _ word: String, _ range: Range<Int>, _ text: [Unicode.Scalar], behind last: String
    ) -> Bool {
        guard Words.mayGreet.contains(word) else { return false }
        if Words.behindVietnamese.contains(word) {
            return Words.vietnamese.contains(last) || word == "em" && isVietnamese(wordBehind: range.upperBound, text)
        }
        if Words.onlyWithCapital.contains(word), !ScalarTraits.of(text[range.lowerBound]).isUppercase { return false }
        return Words.greetings.contains(word) && !Words.languages.contains(last)
    }

    private static func names(behind greeting: String, _ end: Int, _ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var next = behindEnding(end, text)
        // The dot of Mr., which may have no space after it; and the comma of Hello, John Smith.
        let hasDot = next < text.count && text[next] == "." && Words.withDot.contains(greeting)
        let hasComma = next < text.count && (text[next] == "," || text[next] == "\u{FF0C}")
        if hasDot || hasComma { next += 1 }
        let group = hasComma ? next : behindGroup(next, text)
        var spans = names(from: group, text, isGlued: hasDot)
        guard let last = spans.last, !isOfAnOffer(last.range.upperBound, text) else { return [] }
        // Dear Jonathan and Rosalind.
        if let second = behindConjunction(last.range.upperBound, text) { spans += names(from: second, text, isGlued: false) }
        // Behind a comma or a group a sentence may begin.
        let isSure = !hasComma && group == next
        return isSure || endsSalutation(spans.last!.range.upperBound, text) ? spans : []
    }

    private static func names(from start: Int, _ text: [Unicode.Scalar], isGlued: Bool) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], next = start
        while spans.count < mostWords {
            guard let first = startOfName(next, text), first > next || isGlued && spans.isEmpty else { break }
            let end = endOfName(first, text)
            // An initial.
            if end - first == 1, end < text.count, text[end] == "." {
                spans.append(PersonalSpan(kind: .name, range: first..<end))
                next = end + 1
                continue
            }
            guard isName(first..<end, text) || !spans.isEmpty && isLaterName(first..<end, text) else { break }
            if spans.count == mostInCapitals, ScalarTraits.of(text[end - 1]).isUppercase { break }
            spans.append(PersonalSpan(kind: .name, range: first..<end))
            next = end
        }
        // A single initial may be any letter.
        return spans.contains { $0.range.count > 1 } ? spans : []
    }

    /// Behind the ending for the other gender: Prezado(a), Estimado/a, Sehr geehrte(r).
    private static func behindEnding(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        guard i + 1 < text.count, text[i] == "(" || text[i] == "/" else { return i }
        let end = text[(i + 1)...].prefix(3).prefix(while: isLetter).endIndex
        guard (1...2).contains(end - i - 1), ScalarTraits.of(text[i + 1]).isLowercase else { return i }
        if text[i] == "/" { return end }
        return end < text.count && text[end] == ")" ? end + 1 : i
    }

    private static func behindGroup(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        guard i + 1 < text.count, isSpace(text[i]), isLetter(text[i + 1]) else { return i }
        let end = endOfWord(i + 1, text)
        return end - i <= 16 && Words.beforeNames.contains(word(i + 1..<end, text)) ? end : i
    }

    private static func behindConjunction(_ i: Int, _ text: [Unicode.Scalar]) -> Int? {
        guard i + 1 < text.count, isSpace(text[i]) else { return nil }
        let end = text[i + 1] == "&" ? i + 2 : endOfWord(i + 1, text)
        return end - i <= 4 && Words.conjunctions.contains(word(i + 1..<end, text)) ? end : nil
    }

    /// Whether the words go on to a group or an offer: Dear Example Bank User, Hello Wonderful Sale
    /// today.
    private static func isOfAnOffer(_ end: Int, _ text: [Unicode.Scalar]) -> Bool {
        var end = end
        for _ in 0..<3 {
            guard end + 1 < text.count, isSpace(text[end]) else { return false }
            let next = endOfWord(end + 1, text), word = word(end + 1..<next, text)
            guard ScalarTraits.of(text[end + 1]).isUppercase else { return Words.customers.contains(word) }
            if Words.groups.contains(word) { return true }
            if Words.goods.contains(word), next + 1 < text.count, isSpace(text[next]) {
                return ScalarTraits.of(text[next + 1]).isLowercase || Digits.isDigit(text[next + 1])
            }
            end = next
        }
        return false
    }

    /// A capital behind spaces and up to three particles.
    private static func startOfName(_ start: Int, _ text: [Unicode.Scalar]) -> Int? {
        var i = start
        for _ in 0...3 {
            let last = i
            while i < text.count, isSpace(text[i]), i - last < 3 { i += 1 }
            guard i < text.count, isLetter(text[i]) else { return nil }
            if ScalarTraits.of(text[i]).isUppercase { return i }
            let end = endOfWord(i, text)
            guard i > last, end - i <= 5, Words.particles.contains(word(i..<end, text)) else { return nil }
            i = end
        }
        return nil
    }

    private static func isName(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> Bool {
        // I'm is a word, as im is.
        let word = word(range, text).filter { $0 != "'" && $0 != "\u{2019}" }
        guard range.count > 1, !Words.greetings.contains(word) else { return false }
        guard Words.general.contains(word) else { return true }
        // WILL YOU is no name, and neither is Will alone.
        guard Words.alsoNames.contains(word), ScalarTraits.of(text[range.lowerBound + 1]).isLowercase,
            let next = startOfName(range.upperBound, text), next == range.upperBound + 1
        else { return false }
        let other = self.word(next..<endOfName(next, text), text)
        return other.count > 1 && !Words.general.contains(other)
    }

    /// Behind another name.
    private static func isLaterName(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> Bool {
        let word = word(range, text)
        return Words.middleNames.contains(word)
            || Words.alsoSurnames.contains(word) && endsSalutation(range.upperBound, text)
    }

    private static func endsSalutation(_ i: Int, _ text: [Unicode.Scalar]) -> Bool {
        i == text.count || [",", "!", "\u{FF0C}", "\u{FF01}", "\n", "\r"].contains(text[i])
    }

    /// Up to two capitalised words before a title.
    private static func beforeTitles(_ text: [Unicode.Scalar]) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], before: [Range<Int>] = [], i = 0
        while i < text.count {
            guard isLetter(text[i]) else {
                i += 1
                continue
            }
            let end = endOfName(i, text)
            if let last = before.last, !(i == last.upperBound + 1 && isSpace(text[i - 1])) { before = [] }
            if end - i <= 12, Words.firstsOfTitles.contains(text[i]), Words.titles.contains(word(i..<end, text)) {
                spans += names(of: before, text).map { PersonalSpan(kind: .name, range: $0) }
                before = []
            } else if end - i > 1, ScalarTraits.of(text[i]).isUppercase {
                before = before.suffix(1) + [i..<end]
            } else {
                before = []
            }
            i = end
        }
        return spans
    }

    /// The last capitalised words that are no usual ones.
    private static func names(of words: [Range<Int>], _ text: [Unicode.Scalar]) -> ArraySlice<Range<Int>> {
        let last = words.lastIndex { range in
            let word = word(range.lowerBound..<min(range.upperBound, range.lowerBound + 20), text)
            return Words.general.contains(word) || Words.greetings.contains(word)
        }
        return words[(last.map { $0 + 1 } ?? words.startIndex)...]
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\u{A0}" }

    /// Latin letters, including Vietnamese with its marks.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: true
        case 0xC0...0x24F, 0x1E00...0x1EFF: ScalarTraits.of(scalar).isLetter
        case 0x300...0x36F: true
        default: false
        }
    }

    /// Whether a letter or a mark of the next word is used in Vietnamese only: ă, đ, ơ, ư, ạ.
    private static func isVietnamese(wordBehind i: Int, _ text: [Unicode.Scalar]) -> Bool {
        guard i + 1 < text.count, isSpace(text[i]) else { return false }
        return text[i + 1..<endOfWord(i + 1, text)].contains { scalar in
            switch scalar.value {
            case 0x102, 0x103, 0x110, 0x111, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x1EA0...0x1EF9, 0x309, 0x31B, 0x323: true
            default: false
            }
        }
    }

    private static func endOfWord(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        text[i...].firstIndex { !isLetter($0) } ?? text.count
    }

    /// O'Neil and Anne-Marie are one name.
    private static func endOfName(_ i: Int, _ text: [Unicode.Scalar]) -> Int {
        var end = endOfWord(i, text)
        while end > i, end + 1 < text.count, ["'", "\u{2019}", "-"].contains(text[end]), isLetter(text[end + 1]) {
            end = endOfWord(end + 1, text)
        }
        return end
    }

    private static func word(_ range: Range<Int>, _ text: [Unicode.Scalar]) -> String { String(lowercase: text[range]) }
}
