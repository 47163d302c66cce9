// Corpus: which delimiter and which columns a CSV file has, judged by its first rows.

import SpamFilter

/// What the first rows look like when cut at one delimiter.
struct DelimiterCandidate {
    let delimiter: UInt8
    /// The names of the columns, where the first row says them.
    let header: [String]?
    /// `nil` where the roles of the columns are unknown.
    let columns: Columns?
    let count: Int
    /// Named or not; of most rows, where not all have as many fields.
    let firstRow: [String]?
    /// The rows below the header.
    let rows: [[String]]
    /// How many rows above the header are no messages, such as a title.
    let titles: Int
    /// What those say of labels.
    let legend: LabelLegend
    let rowCount: Int
    let repeatedLabels: Set<String>
    /// The better delimiter has the greater merit. First by kind: a header, a column of known
    /// labels, two columns or more. Then by the number of rows with the same number of fields.
    let merit: (kind: Int, agreeing: Int)

    init(_ sample: [[String]], delimiter: UInt8, options: CorpusOptions) {
        self.delimiter = delimiter
        rowCount = sample.count
        titles = Columns.titles(above: sample, options)
        legend = LabelLegend(sample.prefix(titles).map { $0.joined(separator: ",") }, options.labels)
        let sample = ColumnLook.withNamedRows(Array(sample.dropFirst(titles)), options)
        rows = Array(sample.dropFirst())
        if let header = sample.first, let columns = Columns(header: header, above: sample.dropFirst(), options: options) {
            self.header = header
            firstRow = header
            self.columns = columns
            count = columns.count
            repeatedLabels = []
            // Whoever asks for a header says nothing of the delimiter.
            merit = (header.count > 1 ? 3 : 2, sample.count { $0.count == header.count })
            return
        }
        if let header = sample.first, let columns = Columns(guessedBelow: header, Array(sample.dropFirst()), options: options) {
            self.header = header
            firstRow = header
            self.columns = columns
            count = columns.count
            repeatedLabels = []
            merit = (2, sample.count { $0.count == header.count })
            return
        }
        header = nil
        let counts = Dictionary(sample.map { ($0.count, 1) }, uniquingKeysWith: +)
        let (count, agreeing) = counts.max { ($0.value, $1.key) < ($1.value, $0.key) } ?? (2, 0)
        self.count = count
        let rows = sample.filter { $0.count == count }
        firstRow = rows.first
        let (columns, isKnown) = Self.columns(count: count, rows, options: options)
        self.columns = columns
        repeatedLabels = LabelWord.repeated(rows.compactMap { row in columns?.label.map { row[$0] } })
        merit = (isKnown ? 2 : count > 1 ? 1 : 0, agreeing)
    }

    /// Columns by place, and whether known labels say so.
    private static func columns(count: Int, _ rows: [[String]], options: CorpusOptions) -> (Columns?, isKnown: Bool) {
        let labels = options.labels
        if let chosen = Columns(count: count, rows, chosen: options) { return (chosen, true) }
        switch count {
        case 1:
            return (options.needsEachLabel ? nil : Columns(count: 1, text: 0), false)
        case 2:
            let side = LabelColumn(firsts: rows.map { $0[0] }, lasts: rows.map { $0[1] }, labels)
            if side == nil, !options.needsEachLabel, ColumnLook.text(rows, count: 2, besides: [0]) == nil,
                ColumnLook.text(rows, count: 2, besides: [1]) != nil
            {
                return (Columns(count: 2, text: 0), false)
            }
            if side == nil, options.needsEachLabel, !rows.isEmpty { return (nil, false) }
            let columns = side == .last ? Columns(count: 2, text: 0, label: 1) : Columns(count: 2, text: 1, label: 0)
            return (columns, rows.contains { labels.label(for: $0[columns.label!]) != nil })
        case 3 where rows.allSatisfy { LabelColumn.isNumbered($0, labels) }:
            return (Columns(count: 3, text: 2, label: 1), true)
        default:
            let label = ColumnLook.labels(rows, count: count, labels).first?.column
            guard let text = ColumnLook.text(rows, count: count, besides: label.map { [$0] } ?? []) else { return (nil, false) }
            guard label != nil || !options.needsEachLabel else { return (nil, false) }
            var columns = Columns(count: count, text: text, label: label)
            (columns.isGuessed, columns.isTextGuessed) = (true, true)
            if let direction = ColumnLook.direction(rows, count: count, besides: [text, label ?? text]) {
                (columns.direction, columns.directionColumn) = (direction, .box)
            }
            return (columns, label != nil)
        }
    }
}
