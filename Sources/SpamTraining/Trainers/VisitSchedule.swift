// Training: which rows a solver of the dual visits next, and when it ends.

/// The passes of a dual solver: over all rows, then over those that are restless, until none is; then over all again, to see whether they rest still.
///
/// It ends with the first pass over all rows, after the very first, that gained next to nothing beside what all but the very first have gained: a part that
/// rises with the rows, as beside many the last passes do nothing but take time. Logistic regression on 400,000 messages of the starter
/// generator's templates for training, measured on its others, visits a row, part, CPU seconds: average precision, recall at .1 %, labels that are right
/// (2026-11-22):
///
///     5.3  .01  8.3   .8824  .391  .8326
///     3.3  .05  7.3   .8824  .383  .8344
///     2.3  .2   5.8   .8829  .393  .8350
///
/// Looking between only at rows that are likely to move, those whose dual value has some size, and at all of them at the end, took as many visits:
/// what the others gain is little for each, but not for all.
struct VisitSchedule {
    /// Near the digits of a Float no row comes to rest: after so many passes over some rows all are looked at.
    private static let mostPassesBetween = 20
    /// From how many rows on the part rises in proportion to them, and how many times at most. With less than these all is as with `tolerance` alone.
    private static let manyRows = 100_000.0
    private static let mostParts = 20.0

    /// The rows of the next pass, by their place among the solver's rows; in order, so that rows of one block of a matrix stand together.
    private(set) var active: RowList
    private(set) var isDone = false
    private let rowCount: Int
    /// What a pass may gain, as a part of what all have gained, for there to be another one.
    private let negligible: Double
    private var gained = 0.0
    private var pass = 1
    private var lastOverAll = 0

    /// - Parameter settled: what a row may gain that rests, in losses; with few rows also `negligible`.
    init(rowCount: Int, settled: Double) {
        self.rowCount = rowCount
        active = RowList(0..<rowCount)
        negligible = settled * min(max(1, Double(rowCount) / VisitSchedule.manyRows), VisitSchedule.mostParts)
    }

    /// Whether the rows are visited for the first time.
    var isFirst: Bool { pass == 1 }

    /// Takes what a pass over `active` came to.
    ///
    /// - Parameter restless: the rows of the pass that will gain more.
    mutating func advance(gain: Double, restless: RowList) {
        if !isFirst {
            gained += gain
            if active.count == rowCount {
                isDone = gain <= negligible * gained
                lastOverAll = pass
            }
        }
        let isTimeForAll = restless.isEmpty || pass - lastOverAll == VisitSchedule.mostPassesBetween
        active = isTimeForAll ? RowList(0..<rowCount) : restless.ascending()
        pass += 1
    }
}
