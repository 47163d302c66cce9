// Page: a rate in a table as a drawing, next to its digits.

import SpamEvaluation

extension ReportTable.Whisker {
    /// A dot on a line, the line from limit to limit.
    var svg: String {
        func place(_ share: Double) -> Double { tenth(3 + 84 * min(max(share / most, 0), 1)) }
        return
            "<svg class=\"whisker\" viewBox=\"0 0 90 12\" aria-hidden=\"true\"><line class=\"scale\" x1=\"3\" x2=\"87\" y1=\"6\" y2=\"6\"/>"
            + "<line class=\"limits\" x1=\"\(place(limits.lower))\" x2=\"\(place(limits.upper))\" y1=\"6\" y2=\"6\"/>"
            + "<circle cx=\"\(place(value))\" cy=\"6\" r=\"3\"/></svg>"
    }
}
