// Corpus: which column is what, judged by its values, where names do not tell.

/// The look of columns.
enum ColumnLook {
    /// The column with the longest values on average, the first among equals. Numbers, times,
    /// directions and addresses of mail are none.
    static func text(_ rows: [[String]], count: Int, besides taken: Set<Int>) -> Int? {
        var best: (column: Int, length: Double)?
        for column in 0..<count where !taken.contains(column) {
            let values = rows.compactMap { $0.count == count ? $0[column] : nil }
            let filled = values.filter { !$0.isEmpty }
            guard filled.contains(where: { Double($0) == nil }), filled.contains(where: { !DirectionField.isWord($0) }),
                // The first value may be a name above times.
                filled.count(where: { isTime($0) || isMail($0) }) * 2 < filled.count
            else { continue }
            let length = Double(values.reduce(0) { $0 + $1.utf8.count }) / Double(values.count)
            if length > best?.length ?? 0 { best = (column, length) }
        }
        return best?.column
    }

    /// The column whose words all are of directions, and both of them.
    static func direction(_ rows: [[String]], count: Int, besides taken: Set<Int>) -> Int? {
        (0..<count).first { column in
            let words = values(rows, column, of: count)
            guard !taken.contains(column), words.allSatisfy(DirectionField.isWord) else { return false }
            let ways = Set(words.map { DirectionField(column: .box, word: $0).direction })
            return ways.contains(.received) && ways.contains(.sent)
        }
    }

    /// Whether a column has a time in every row, or the numbers of the rows, under a name without a
    /// digit. A phone number or a code proves nothing: senders mix them with names.
    static func hasTimesOrRowNumbers(_ rows: [[String]], below header: [String]) -> Bool {
        let fitting = rows.filter { $0.count == header.count }
        // A wrong delimiter cuts a few rows into as many fields.
        guard fitting.count > 1, fitting.count * 2 > rows.count else { return false }
        return header.indices.contains { column in
            let values = fitting.map { $0[column] }
            return !header[column].contains { $0.isNumber } && (values.allSatisfy(isTime) || areRowNumbers(values))
        }
    }

    /// Whether it is a date with its parts apart: digits alone may be anything.
    private static func isTime(_ value: String) -> Bool {
        let orders: [MessageTime.DayOrder] = [.dayFirst, .monthFirst]
        return Int(value) == nil && orders.contains { MessageTime.seconds(value, order: $0) != nil }
    }

    /// One word around an `@`.
    private static func isMail(_ value: String) -> Bool {
        let sides = value.split(separator: "@", omittingEmptySubsequences: false)
        return sides.count == 2 && !sides[0].isEmpty && sides[1].contains(".") && !value.contains(where: \.isWhitespace)
    }

    /// Whether a first row has the headings of a form, such as Google's: a name above times alone;
    /// or a question, beside a field above times or addresses of mail, or beside another question.
    static func areQuestions(_ header: [String], above rows: [[String]]) -> Bool {
        let rows = rows.filter { $0.count == header.count }
        guard !rows.isEmpty else { return false }
        func isQuestion(_ field: String) -> Bool { field.trimmingSpaces().last.map { "??؟".contains($0) } ?? false }
        func isAbove(_ column: Int, _ holds: (String) -> Bool) -> Bool {
            !header[column].isEmpty && !holds(header[column]) && rows.allSatisfy { holds($0[column]) }
        }
        let isAboveTimes = header.indices.filter { isAbove($0, isTime) }
        if isAboveTimes.contains(where: { CorpusColumns.role(of: header[$0]) == .time }) { return true }
        let questions = header.count(where: isQuestion)
        return questions > 0 && (!isAboveTimes.isEmpty || header.indices.contains { isAbove($0, isMail) })
            || questions > 1 && rows.count > 2
                && !rows.contains { row in header.indices.contains { isQuestion(header[$0]) && isQuestion(row[$0]) } }
    }

    /// Whether a first row has a word above values that all have digits, as names have above
    /// numbers and times.
    static func isAboveDigits(_ header: [String], _ rows: [[String]]) -> Bool {
        let rows = rows.filter { $0.count == header.count }
        func hasDigit(_ field: String) -> Bool { field.contains { $0.isNumber } }
        return rows.count > 1
            && header.indices.contains { column in
                !header[column].isEmpty && !hasDigit(header[column]) && rows.allSatisfy { hasDigit($0[column]) }
            }
    }

    /// Whether they count from 0 or 1.
    private static func areRowNumbers(_ values: [String]) -> Bool {
        let first = values.first == "0" ? 0 : 1
        return values.enumerated().allSatisfy { $1 == String(first + $0) }
    }

    /// The rows with an empty name above the names of rows, where R has left it out: each row has
    /// one cell more than the header, and the first of them counts.
    static func withNamedRows(_ rows: [[String]], _ options: CorpusOptions) -> [[String]] {
        guard options.hasHeader != false, let header = rows.first, let role = CorpusColumns.role(of: header[0]),
            [.text, .label, .sender].contains(role), rows.count > 2
        else { return rows }
        let below = rows.dropFirst(), numbers = below.compactMap { Int($0[0]) }
        guard below.allSatisfy({ $0.count == header.count + 1 }), numbers.count == below.count,
            areRowNumbers(below.map { $0[0] })
                || role != .sender && header.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy(<)
        else { return rows }
        return [[""] + header] + below
    }

    /// The column of labels: one of known words, those whose names may say so first; else the only
    /// one of 0 and 1 whose name says so.
    static func label(named header: [String], _ rows: [[String]], _ labels: LabelMap, besides taken: Set<Int>) -> Int? {
        let predictions = header.indices.filter { CorpusColumns.isPrediction(header[$0]) }
        let all = ColumnLook.labels(rows, count: header.count, labels, below: header, besides: taken.union(predictions))
        let named = all.filter { CorpusColumns.mayNameLabel(header[$0.column]) }
        let flags = named.filter { CorpusColumns.numbersAreLabels(header[$0.column]) }
        let words = named.filter { !$0.areFlags }, truths = flags.filter { CorpusColumns.isTruth(header[$0.column]) }
        let found =
            words.first { CorpusColumns.isTruth(header[$0.column]) } ?? words.first ?? (truths.count == 1 ? truths.first : nil)
            ?? (flags.count == 1 ? flags.first : nil)
        if let found { return found.column }
        // One word in all rows is chance, unless the name is one of labels.
        let other = all.first { look in
            !look.areFlags
                && (named.contains { $0.column == look.column } || Set(values(rows, look.column, of: header.count)).count > 1)
        }
        let isNamed = other.map { CorpusColumns.mayNameLabel(header[$0.column]) } ?? false
        return isNamed
            ? other?.column
            : askedFor(named: header, rows, labels, besides: taken, all.contains { !$0.areFlags }) ?? other?.column
    }

    /// The only column with a name of labels and a few words, of which not all are known: some are,
    /// or it is this one or a column whose name says nothing.
    private static func askedFor(
        named header: [String], _ rows: [[String]], _ labels: LabelMap, besides taken: Set<Int>, _ isElseOther: Bool
    ) -> Int? {
        let found = header.indices.filter { column in
            guard !taken.contains(column), CorpusColumns.mayNameLabel(header[column]) else { return false }
            let words = values(rows, column, of: header.count), map = labels.below(header[column])
            guard words.count > 1, 2 * words.count > rows.count, Set(words).count * 2 <= max(words.count, 4),
                words.allSatisfy({ !LabelMap.isNumber($0) && LabelWord.mayBeLabel($0, isNamed: true) })
            else { return false }
            return isElseOther || words.count { map.label(for: $0) != nil } * 2 >= words.count
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The other columns that have labels too, and those of them that contradict the column of the
    /// label in some row: one says junk and the other allow.
    static func rivals(
        of label: Int, named header: [String], _ rows: [[String]], _ labels: LabelMap, besides taken: Set<Int>
    ) -> (all: [Int], contradicting: [Int]) {
        let rows = rows.filter { $0.count == header.count }
        let words = values(rows, label, of: header.count), map = labels.below(header[label])
        let areFlags = !words.isEmpty && words.allSatisfy { map.meaning(of: $0)?.isNumber ?? false }
        let all = ColumnLook.labels(rows, count: header.count, labels, below: header, besides: taken.union([label])).filter {
            rival in
            let name = header[rival.column], map = labels.below(name)
            guard !CorpusColumns.isPrediction(name), !CorpusColumns.meansWanted(name) else { return false }
            guard CorpusColumns.mayNameLabel(name) || Set(values(rows, rival.column, of: header.count)).count > 1 else {
                return false
            }
            // Codes beside words may count in any order, unless their name says of what.
            if rival.areFlags { return areFlags ? CorpusColumns.numbersAreLabels(name) : CorpusColumns.isAboutJunk(name) }
            // Words such as `bank` are what a message pretends to be of.
            return values(rows, rival.column, of: header.count).allSatisfy { [.allow, .junk].contains(map.label(for: $0)) }
        }.map(\.column)
        return (
            all,
            all.filter { rival in
                let other = labels.below(header[rival])
                return rows.contains { Set([map.label(for: $0[label]), other.label(for: $0[rival])]) == [.allow, .junk] }
            }
        )
    }

    /// The values of a column, as far as rows have as many as there are columns; without blanks.
    static func values(_ rows: [[String]], _ column: Int, of count: Int) -> [String] {
        rows.compactMap { $0.count == count ? $0[column].trimmingSpaces() : nil }.filter { !$0.isEmpty }
    }

    /// Whether values that are not read look like labels or times: known words or a few that come
    /// again and again; dates, or numbers as long as times.
    static func mayBe(_ role: CorpusColumns.Role, _ values: [String], _ labels: LabelMap) -> Bool {
        guard values.count > 1 else { return false }
        if role == .time { return values.allSatisfy { isTime($0) || $0.utf8.count > 8 && MessageTime.seconds($0) != nil } }
        if values.allSatisfy({ labels.label(for: $0) != nil && Double($0) == nil }) { return true }
        let words = Set(values)
        return values.count > 7 && words.count < 5 && words.count > 1
            && words.allSatisfy { LabelWord.isShown($0) && Double($0) == nil }
    }

    /// The columns whose values are known labels, or missing in less than half of the rows.
    ///
    /// - Returns: also whether all are 0 and 1, which may be flags of another kind, such as read or
    ///   not.
    static func labels(
        _ rows: [[String]], count: Int, _ labels: LabelMap, below header: [String]? = nil, besides taken: Set<Int> = []
    ) -> [(column: Int, areFlags: Bool)] {
        (0..<count).filter { !taken.contains($0) }.compactMap { column in
            let labels = labels.below(header?[column])
            let values = rows.compactMap { $0.count == count ? $0[column] : nil }
            let words = values.filter { !$0.isEmpty }
            guard words.count > 1, 2 * words.count > values.count, words.allSatisfy({ labels.label(for: $0) != nil }) else {
                return nil
            }
            return (column, words.allSatisfy { labels.meaning(of: $0)?.isNumber ?? false })
        }
    }
}

extension ColumnChoice {
    /// The place of each role in a header: the chosen one, else that of the known name; of
    /// directions that whose values in `rows` are some.
    func places(in header: [String], above rows: some Sequence<[String]>) -> [CorpusColumns.Role: Int] {
        let found = CorpusColumns.find(in: header) { name, column in
            DirectionField.areTold(ColumnLook.values(Array(rows), header.firstIndex(of: name)!, of: header.count), column)
        }
        return settled(
            found.mapValues { name in header.firstIndex(of: name)! },
            chosen: places(in: header, count: header.count))
    }
}
