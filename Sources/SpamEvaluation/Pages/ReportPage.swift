// Evaluation: what a report is written on. The report says what stands on the page, each kind of page how.

import Statistics

/// A page of paragraphs, figures under headings, and tables.
protocol ReportPage {
    /// What has been written, ending with a newline.
    var text: String { get }

    mutating func paragraph(_ words: String)
    mutating func heading(_ title: String)
    /// A share in percent, with an interval where it has one, and counts.
    mutating func rate(_ name: String, _ rate: Rate, _ limits: (lower: Double, upper: Double)?, ifUndefined reason: String)
    /// A figure that is no share of anything, such as F1, with its interval where it has one.
    mutating func figure(_ name: String, _ value: Double?, _ limits: (lower: Double, upper: Double)?, ifUndefined reason: String)
    /// Rows of cells, the first of each a name; `columns` are the heads of the others, which are numbers.
    mutating func table(_ name: String, columns: [String], _ rows: [[String]])
}

extension ReportPage {
    /// With its Wilson interval.
    mutating func rate(_ name: String, _ rate: Rate, ifUndefined reason: String) {
        self.rate(name, rate, rate.interval95.map { ($0.lower, $0.upper) }, ifUndefined: reason)
    }
}
