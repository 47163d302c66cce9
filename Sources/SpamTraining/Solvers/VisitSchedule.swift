// Training: which rows a solver of the dual visits next, and when it ends.

/// The passes of a dual solver: shrinking, as in liblinear (Hsieh et al., ICML 2008).
///
/// After a pass over all rows come passes over the active set: the rows that would still gain
/// something. When it is empty, all rows are visited again, to see whether they are still settled.
///
/// The solver ends after a pass over all rows that gained next to nothing, compared with what all
/// passes but the first have gained. With many rows it ends earlier, because the last passes take
/// time and improve nothing: Benchmarks/decisions/solver.md.
struct VisitSchedule {
    /// A step is skipped if it would gain less than this part of what a settled row may gain. For
    /// rows with C below 1 the part is lower in proportion. Larger parts leave the optimum, smaller
    /// ones take steps for nothing: Benchmarks/decisions/solver.md.
    static let skippedPart = 1e-3

    /// Near the precision of a Float no row settles, so all are visited after this many passes.
    private static let mostPassesBetween = 20
    /// From this many rows on, the part that may be left grows in proportion, up to `mostParts`.
    private static let manyRows = 100_000.0
    private static let mostParts = 20.0

    /// The rows of the next pass, as indices into the solver's rows. Ascending, so that rows of one
    /// block of a matrix come together.
    private(set) var active: RowList
    private(set) var isDone = false
    private let rowCount: Int
    /// There is no further pass if one over all rows gains at most this part of the total gain.
    private let negligible: Double
    private var gained = 0.0
    private var pass = 1
    private var lastOverAll = 0

    /// - Parameter settled: twice what a settled row may still gain, in units of the loss; with few
    ///   rows also the value of `negligible`.
    init(rowCount: Int, settled: Double) {
        self.rowCount = rowCount
        active = RowList(0..<rowCount)
        negligible = settled * min(max(1, Double(rowCount) / VisitSchedule.manyRows), VisitSchedule.mostParts)
    }

    /// Whether the rows are visited for the first time.
    var isFirst: Bool { pass == 1 }

    /// Records the result of a pass over `active`.
    ///
    /// - Parameter unsettled: the rows of the pass that will gain more: the next active set.
    mutating func advance(gain: Double, unsettled: RowList) {
        if !isFirst {
            gained += gain
            if active.count == rowCount {
                isDone = gain <= negligible * gained
                lastOverAll = pass
            }
        }
        let isTimeForAll = unsettled.isEmpty || pass - lastOverAll == VisitSchedule.mostPassesBetween
        active = isTimeForAll ? RowList(0..<rowCount) : unsettled.ascending()
        pass += 1
    }
}
