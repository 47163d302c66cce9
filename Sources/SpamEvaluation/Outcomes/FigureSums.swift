// Evaluation: the sums that figures are made of. Outcomes by falling score in, each counted as often as it is to weigh; figures out.

import SpamFilter

/// The figures of some messages: all, those of a slice, those that a resampling drew.
public struct Figures: Hashable, Sendable {
    public let confusion: ConfusionTable
    public let ranking: JunkRanking
    /// `nil` without messages, or with scores that are not numbers.
    public let calibration: CalibrationTable?
}

/// Adds up outcomes, from the highest score down.
struct FigureSums {
    private var confusion = ConfusionTable()
    private var sweep: RankingSweep
    private var calibration = CalibrationSums()
    private var hasNaN = false

    private var tie = UInt32.max
    private var junkOfTie = 0
    private var wantedOfTie = 0

    /// - Parameters: all the junk and all the wanted messages that will be added, by weight.
    init(junk: Int, wanted: Int) {
        sweep = RankingSweep(junk: junk, wanted: wanted)
    }

    static let junkCells =
        ConfusionTable.cell(.junk, .none)..<ConfusionTable.cell(.promotion, .none)

    /// Counts the outcome of a rank `weight` times, 1 or more.
    @inline(__always)
    mutating func add(rank: Int, of ranked: borrowing RankedOutcomes, weight: Int) {
        let tie = ranked.ties[rank], cell = Int(ranked.cells[rank])
        if tie != self.tie {
            closeTie(ranked.terms)
            self.tie = tie
        }
        if FigureSums.junkCells.contains(cell) { junkOfTie += weight } else { wantedOfTie += weight }
        confusion.add(weight, cell: cell)
    }

    private mutating func closeTie(_ terms: [CalibrationTerm]) {
        guard junkOfTie + wantedOfTie > 0 else { return }
        if Int(tie) < terms.count {
            sweep.pass(junk: junkOfTie, wanted: wantedOfTie)
            calibration.add(terms[Int(tie)], junk: junkOfTie, wanted: wantedOfTie)
        } else {
            hasNaN = true
        }
        junkOfTie = 0
        wantedOfTie = 0
    }

    /// The figures of what was added; nothing can be added behind it.
    consuming func figures(_ ranked: borrowing RankedOutcomes) -> Figures {
        closeTie(ranked.terms)
        return Figures(
            confusion: confusion, ranking: hasNaN ? .undefined : sweep.ranking, calibration: hasNaN ? nil : calibration.table)
    }
}

extension RankedOutcomes {
    /// The figures of all outcomes, each counted once.
    func figures() -> Figures {
        let junk = cells.count { FigureSums.junkCells.contains(Int($0)) }
        var sums = FigureSums(junk: junk, wanted: cells.count - junk)
        for rank in cells.indices { sums.add(rank: rank, of: self, weight: 1) }
        return sums.figures(self)
    }
}
