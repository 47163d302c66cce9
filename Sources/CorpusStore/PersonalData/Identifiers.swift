// Store: finds numbers of letters and digits: A1B2C3D4E5, 1Z999AA10123456784, AB-1234-CD-5678.

enum Identifiers {
    /// Words with letters, five digits and more in all, and something between the digits. A number
    /// with letters only before or behind it is found as a number. Beside a word for codes, codes
    /// of capitals and digits too: 7F3K9A.
    static func find(in text: [Unicode.Scalar], hasCode: Bool = false) -> [PersonalSpan] {
        var spans: [PersonalSpan] = [], i = 0
        while i < text.count {
            guard PersonalNumbers.isAlphanumeric(text[i]) else {
                i += 1
                continue
            }
            if let end = NumberForms.any(at: i, text, hasCode: false) {
                i = end
                continue
            }
            var groups = [Group(at: i, text)]
            while let next = next(after: groups.last!, text) { groups.append(next) }
            i = groups.last!.range.upperBound
            if hasCode, groups.count == 1, groups[0].isCode(text), CodeWords.occur(around: groups[0].range, in: text) {
                spans.append(PersonalSpan(kind: .number, range: groups[0].range))
                continue
            }
            guard let first = groups.first(where: \.hasDigits), let last = groups.last(where: \.hasDigits) else { continue }
            let range =
                text[first.range].firstIndex(where: PersonalNumbers.isDigit)!..<text[last.range].lastIndex(
                    where: PersonalNumbers.isDigit)! + 1
            let runs = text[range].split { !PersonalNumbers.isDigit($0) }
            let digits = runs.reduce(0) { $0 + $1.count }
            guard digits >= 5, runs.count > 1, text[range].contains(where: \.properties.isAlphabetic) else {
                continue
            }
            spans.append(PersonalSpan(kind: .number, range: range, keepsLetters: true))
        }
        return spans
    }

    /// Letters and digits without a sign between them.
    private struct Group {
        let range: Range<Int>
        let digits: Int
        /// Capitals and digits, a capital first: AB12.
        let isOfCapitals: Bool

        var hasDigits: Bool { digits > 0 }

        /// Whether it is a code: letters between two digits, none of them a small one. Nothing of
        /// it is a word, other than in SAVE20.
        func isCode(_ text: [Unicode.Scalar]) -> Bool {
            let word = text[range]
            return (5...10).contains(word.count) && word.split { !PersonalNumbers.isDigit($0) }.count > 1
                && !word.contains { ("a"..."z").contains($0) }
                && word.contains(where: PersonalNumbers.isCapital)
        }

        init(at start: Int, _ text: [Unicode.Scalar]) {
            let end = text[start...].firstIndex { !PersonalNumbers.isAlphanumeric($0) } ?? text.count
            range = start..<end
            digits = text[range].count(where: PersonalNumbers.isDigit)
            isOfCapitals =
                PersonalNumbers.isCapital(text[start]) && !text[range].contains { ("a"..."z").contains($0) }
        }
    }

    /// The next part of the same word. Spaces join short groups of capitals and digits only, and no
    /// sign joins a date.
    private static func next(after last: Group, _ text: [Unicode.Scalar]) -> Group? {
        let end = last.range.upperBound
        guard end + 1 < text.count, PersonalNumbers.isAlphanumeric(text[end + 1]), NumberForms.date(at: end + 1, text) == nil
        else { return nil }
        let next = Group(at: end + 1, text)
        let isPart =
            switch text[end] {
            case "-", "_": next.hasDigits || next.range.count <= 4
            case "/": last.hasDigits && next.hasDigits
            case " ": [last, next].allSatisfy { $0.isOfCapitals && (2...4).contains($0.digits) }
            default: false
            }
        return isPart ? next : nil
    }
}
