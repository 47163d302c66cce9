// Corpus: which column is what, judged by its values, where names do not tell.

/// The look of columns.
enum ColumnLook {
    /// The column with the longest values on average, numbers aside; the first among equals.
    static func text(_ rows: [[String]], count: Int, besides taken: Set<Int>) -> Int? {
        var best: (column: Int, length: Double)?
        for column in 0..<count where !taken.contains(column) {
            let values = rows.compactMap { $0.count == count ? $0[column] : nil }
            guard !values.isEmpty, !values.allSatisfy({ Double($0) != nil || $0.isEmpty }) else { continue }
            let length = Double(values.reduce(0) { $0 + $1.utf8.count }) / Double(values.count)
            if length > best?.length ?? 0 { best = (column, length) }
        }
        return best?.column
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

    /// Whether they count from 0 or 1.
    private static func areRowNumbers(_ values: [String]) -> Bool {
        let first = values.first == "0" ? 0 : 1
        return values.enumerated().allSatisfy { $1 == String(first + $0) }
    }

    /// The column of labels among those whose names may say so: that of known words, else the only
    /// one of 0 and 1.
    static func label(named header: [String], _ rows: [[String]], _ labels: LabelMap, besides taken: Set<Int>) -> Int? {
        let others = Set(header.indices.filter { !CorpusColumns.mayNameLabel(header[$0]) }).union(taken)
        let found = ColumnLook.labels(rows, count: header.count, labels, besides: others)
        return (found.first { !$0.areFlags } ?? (found.count == 1 ? found[0] : nil))?.column
    }

    /// The columns whose values are known labels, or missing in less than half of the rows.
    ///
    /// - Returns: also whether all are 0 and 1, which may be flags of another kind, such as read or
    ///   not.
    static func labels(
        _ rows: [[String]], count: Int, _ labels: LabelMap, besides taken: Set<Int> = []
    ) -> [(column: Int, areFlags: Bool)] {
        (0..<count).filter { !taken.contains($0) }.compactMap { column in
            let values = rows.compactMap { $0.count == count ? $0[column] : nil }
            let words = values.filter { !$0.isEmpty }
            guard words.count > 1, 2 * words.count > values.count, words.allSatisfy({ labels.label(for: $0) != nil }) else {
                return nil
            }
            return (column, words.allSatisfy { labels.meaning(of: $0)?.isNumber ?? false })
        }
    }
}
