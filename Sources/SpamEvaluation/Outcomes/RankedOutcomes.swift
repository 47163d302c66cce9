// Evaluation: outcomes in the order of their scores, sorted once. Every figure is then one walk
// from the top, for any weights.

import SpamFilter

/// Rows of outcomes by falling junk log-odds, and what each score adds to the figures of
/// calibration.
///
/// Memory: 9 bytes a row, 32 bytes a different score.
struct RankedOutcomes {
    /// Rows by falling score; NaN last.
    let rows: [UInt32]
    /// For each of `rows` the number of its score, from 0 for the highest; equal scores share one.
    /// `terms.count` for NaN.
    let ties: [UInt32]
    /// For each of `rows` its place in a `ConfusionTable`.
    let cells: [UInt8]
    /// By the number of a score.
    let terms: [CalibrationTerm]

    /// Complexity: O(n log n). Requires fewer than 2^32 outcomes.
    init(_ outcomes: [Outcome]) {
        var order = [(key: UInt64, row: UInt32)]()
        order.reserveCapacity(outcomes.count)
        for (row, outcome) in outcomes.enumerated() {
            order.append((RankedOutcomes.key(outcome.junkLogOdds), UInt32(row)))
        }
        order.sort { $0.key < $1.key }
        var ties: [UInt32] = []
        ties.reserveCapacity(order.count)
        var cells: [UInt8] = []
        cells.reserveCapacity(order.count)
        var terms: [CalibrationTerm] = []
        var last: UInt64?
        for (key, row) in order {
            let outcome = outcomes[Int(row)]
            if key != last, key != .max {
                terms.append(CalibrationTerm(logOdds: outcome.junkLogOdds))
                last = key
            }
            ties.append(UInt32(key == .max ? terms.count : terms.count - 1))
            cells.append(UInt8(ConfusionTable.cell(outcome.truth.action, outcome.action)))
        }
        rows = order.map(\.row)
        self.ties = ties
        self.cells = cells
        self.terms = terms
    }

    /// Whole numbers that rise as scores fall. Both zeros are one; NaN comes last.
    private static func key(_ score: Double) -> UInt64 {
        if score.isNaN { return .max }
        let bits = (score == 0 ? 0 : score).bitPattern
        // The bits of positive numbers rise with them, those of negative numbers fall.
        return bits >> 63 == 0 ? ~bits & (.max >> 1) : bits
    }
}
