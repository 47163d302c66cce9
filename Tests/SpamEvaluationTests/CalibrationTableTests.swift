import Foundation
import SpamEvaluation
import SpamFilter
import Testing

@Suite struct CalibrationTableTests {
    struct Case: Decodable {
        let logOdds: [String]
        let isJunk: [Bool]
        let logLoss, brier, ece: Double
    }

    private func table(_ logOdds: [Double], _ isJunk: [Bool]) -> CalibrationTable? {
        EvaluationReport(
            Evaluation(
                zip(logOdds, isJunk).map { $1 ? Outcome("junk", "junk", score: $0) : Outcome("allow", "allow", score: $0) })
        ).measured.calibration
    }

    @Test func lossesAreThoseOfScikitLearn() throws {
        let cases = try JSONDecoder().decode([Case].self, from: ReferenceFile.data("losses.json"))
        #expect(cases.count == 10)
        for row in cases {
            let found = try #require(table(row.logOdds.map { Double($0)! }, row.isJunk))
            #expect(agree(found.logLoss, row.logLoss), "\(found.logLoss), expected \(row.logLoss)")
            #expect(agree(found.brier, row.brier) && agree(found.ece, row.ece))
        }
    }

    @Test func binsHoldEveryMessageOnce() throws {
        let scores = (-40...40).map { Double($0) / 4 }
        let found = try #require(table(scores, scores.map { $0 > 1 }))
        #expect(found.bins.count == CalibrationTable.binCount)
        #expect(
            found.bins.reduce(0) { $0 + $1.count } == scores.count && found.bins.reduce(0) { $0 + $1.junk.of } == scores.count)
        #expect(found.bins[0].lower == 0 && found.bins[14].upper == 1)
        for (bin, next) in zip(found.bins, found.bins.dropFirst()) { #expect(bin.upper == next.lower) }
        for bin in found.bins {
            if let mean = bin.meanPredicted { #expect(bin.lower <= mean && mean <= bin.upper) } else { #expect(bin.count == 0) }
        }
    }

    /// The probability of a score on an edge belongs to the bin below, as in scikit-learn: 1/3 is
    /// the upper edge of the fifth.
    @Test func anEdgeBelongsToTheBinBelow() throws {
        let found = try #require(table([-.infinity, .infinity, -log(2)], [false, true, true]))
        #expect(found.bins[0].count == 1 && found.bins[14].count == 1 && found.bins[4].count + found.bins[5].count == 1)
        #expect(found.ece > 0 && agree(found.brier, 4.0 / 27))
    }

    @Test func withoutNumbersThereIsNoTable() {
        #expect(table([], []) == nil)
        #expect(table([.nan, 1], [true, false]) == nil)
    }
}
