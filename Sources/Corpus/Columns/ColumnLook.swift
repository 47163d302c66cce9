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

    /// The column of labels among those whose names may say so: that of known words, else the only
    /// one of 0 and 1.
    static func label(named header: [String], _ rows: [[String]], _ labels: LabelMap, besides taken: Set<Int>) -> Int? {
        let others = Set(header.indices.filter { !CorpusColumns.mayNameLabel(header[$0]) }).union(taken)
        if let word = label(rows, count: header.count, labels, besides: others, isWord: true) { return word }
        let flag = label(rows, count: header.count, labels, besides: others)
        return flag.flatMap { label(rows, count: header.count, labels, besides: others.union([$0])) == nil ? $0 : nil }
    }

    /// The first column whose values are known labels, or missing in less than half of the rows.
    ///
    /// - Parameter isWord: passes over columns of 0 and 1, which may be flags of another kind, such
    ///   as read or not.
    static func label(
        _ rows: [[String]], count: Int, _ labels: LabelMap, besides taken: Set<Int> = [], isWord: Bool = false
    ) -> Int? {
        (0..<count).first { column in
            let values = taken.contains(column) ? [] : rows.compactMap { $0.count == count ? $0[column] : nil }
            let words = values.filter { !$0.isEmpty }
            return words.count > 1 && 2 * words.count > values.count && words.allSatisfy { labels.label(for: $0) != nil }
                && !(isWord && words.allSatisfy { labels.meaning(of: $0)?.isNumber ?? false })
        }
    }
}
