// Evaluation: the sums that figures are made of. Outcomes by falling score in, each as often as it
// weighs; measurements out.

import SpamFilter
import Statistics

/// What was measured on some messages, from which every `Figure` follows: on all, on those of a
/// slice, on those that a resampling drew.
public struct Measurements: Hashable, Sendable {
    /// The counts of true actions and verdicts.
    public let confusion: ConfusionTable
    /// How well scores put junk above wanted messages.
    public let ranking: JunkRanking
    /// How true probabilities of junk are; `nil` without messages, or with scores that are not
    /// numbers.
    public let calibration: CalibrationTable?
    /// How many scores are not numbers. If not 0, nothing of ranking and calibration is defined.
    public let nanScores: Int
    /// What labels tell beyond their actions; `nil` for slices and draws.
    public internal(set) var labels: LabelRates?
    /// What mistakes cost; `nil` where it is not known.
    public internal(set) var costs: MistakeCosts?
}

/// Rates that need labels with their sub-actions.
public struct LabelRates: Hashable, Sendable {
    /// Wanted messages put in Junk, of each label that occurs in truth.
    public let falseJunk: [Label: Rate]
    /// Messages without a decision, of each label that occurs in truth.
    public let unsure: [Label: Rate]
    /// Verdicts right to the sub-action, as a phone shows it; see `Evaluation.shownSubAction`.
    public let shownSubAction: Rate
    /// Most probable labels right to the sub-action; see `Evaluation.rightSubAction`.
    public let rightSubAction: Rate
    /// Of the messages with the right action that have a sub-action and are shown in a sub-folder,
    /// those in the right one.
    public let rightSubFolderOf: [Action: Rate]
    /// Messages with the right action that have a sub-action and are shown without one.
    public let withoutSubFolderOf: [Action: Int]
}

/// Adds up outcomes, from the highest score down.
struct FigureSums {
    private var confusion = ConfusionTable()
    private var sweep: RankingSweep
    private var calibration = CalibrationSums()
    private var nanScores = 0

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
            nanScores += junkOfTie + wantedOfTie
        }
        junkOfTie = 0
        wantedOfTie = 0
    }

    /// What was added, measured; nothing can be added after it.
    consuming func measurements(_ ranked: borrowing RankedOutcomes) -> Measurements {
        closeTie(ranked.terms)
        let isRanked = nanScores == 0
        return Measurements(
            confusion: confusion, ranking: isRanked ? sweep.ranking : .undefined,
            calibration: isRanked ? calibration.table : nil, nanScores: nanScores)
    }
}

extension RankedOutcomes {
    /// All outcomes, each counted once.
    func measurements() -> Measurements {
        let junk = cells.count { FigureSums.junkCells.contains(Int($0)) }
        var sums = FigureSums(junk: junk, wanted: cells.count - junk)
        for rank in cells.indices { sums.add(rank: rank, of: self, weight: 1) }
        return sums.measurements(self)
    }
}
