// The junk cutoff of a phone without labels: what its own messages show of the bound.

import Foundation
import Testing

@testable import SpamTraining

@Suite struct PhoneCutoffTests {
    /// Messages of different templates that all seem wanted, their scores from -10 to -2.
    private func cutoff(of count: Int, maxFalseJunk: Double, repeats: Int = 1) -> PhoneCutoff {
        let scores = (0..<count * repeats).map { [8 * Double($0 / repeats) / Double(count) - 10] }
        return PhoneCutoff(
            scores, junk: scores.map { 1 / (1 + exp(-$0[0])) }, promotion: scores.map { _ in 0 },
            weights: scores.map { _ in 1 / Double(repeats) }, maxFalseJunk: maxFalseJunk, costs: nil)
    }

    private func groupsAbove(_ cutoff: PhoneCutoff, repeats: Int = 1) -> Int {
        cutoff.logOdds.count { $0 >= Double(cutoff.policy.junkCutoff) } / repeats
    }

    /// By Laplace's rule (k + 1) / (n + 1) is within the bound, and (k + 2) / (n + 1) is not.
    @Test(arguments: [(99, 0.01, 0), (199, 0.01, 1), (400, 0.01, 3), (400, 0.02, 7), (1_000, 0.002, 1)], [1, 5])
    func thePoolsOwnQuantileCounts(_ row: (groups: Int, bound: Double, above: Int), repeats: Int) {
        #expect(PhoneCutoff.canCount(row.bound, groups: Double(row.groups)))
        let found = cutoff(of: row.groups, maxFalseJunk: row.bound, repeats: repeats)
        #expect(groupsAbove(found, repeats: repeats) == row.above)
        #expect(found.policy.junkCutoff < 0 && found.policy.unsureCutoff == found.policy.junkCutoff)
    }

    /// So few show nothing, and the estimate is never below its least.
    @Test(arguments: [(20, 0.01), (98, 0.01), (99, 0.002)]) func fewGroupsShowNothing(_ row: (groups: Int, bound: Double)) {
        #expect(!PhoneCutoff.canCount(row.bound, groups: Double(row.groups)))
        let found = cutoff(of: row.groups, maxFalseJunk: row.bound)
        #expect(groupsAbove(found) == 0 && found.policy.junkCutoff >= 2 && found.policy.unsureCutoff == 0)
    }

    /// Where none may be above, the tail says how far above: of exponential scores the quantile of
    /// that distribution, and never below the highest of them.
    @Test(arguments: [(100, 0.005), (100, 0.002), (400, 0.002)], [1, 5])
    func theTailReachesBeyondThePool(_ row: (groups: Int, bound: Double), repeats: Int) {
        #expect(!PhoneCutoff.canCount(row.bound, groups: Double(row.groups)))
        let scores = (0..<row.groups * repeats).map { [-20 - log(Double($0 / repeats + 1) / Double(row.groups + 1))] }
        let found = PhoneCutoff(
            scores, junk: scores.map { 1 / (1 + exp(-$0[0])) }, promotion: scores.map { _ in 0 },
            weights: scores.map { _ in 1 / Double(repeats) }, maxFalseJunk: row.bound, costs: nil)
        let quantile = -20 - log(row.bound),
            cutoff = (Double(found.policy.junkCutoff) - found.calibration.offsets[1]) / found.calibration.slope
        #expect(groupsAbove(found, repeats: repeats) == 0)
        #expect(abs(cutoff - quantile) < 0.5, "\(cutoff) for \(quantile)")
    }

    /// With labels of 100 different wanted messages these decide, and keep a third of the bound:
    /// one of 599 may be lost for 1 %. With fewer the others decide.
    @Test(arguments: [(98, false, 0), (100, true, 0), (298, true, 0), (599, true, 1)])
    func enoughLabelsDecide(_ row: (wanted: Int, decide: Bool, lost: Int)) {
        let wanted = (0..<row.wanted).map { [4 * Double($0) / Double(row.wanted) - 6] }
        let unlabelled = (0..<300).map { [Double($0) / 100] }, scores = wanted + unlabelled
        let found = PhoneCutoff(
            scores, junk: wanted.map { _ in 0 } + unlabelled.map { _ in 0.01 }, promotion: scores.map { _ in 0 },
            weights: scores.map { _ in 1 }, labelledWanted: wanted.map { _ in 1 } + unlabelled.map { _ in 0 }, maxFalseJunk: 0.01,
            costs: nil)
        #expect(found.isSetByLabels == row.decide)
        let inJunk = found.logOdds.map { $0 >= Double(found.policy.junkCutoff) }
        #expect(inJunk.prefix(row.wanted).count { $0 } == row.lost)
        #expect((inJunk.suffix(300).count { $0 } > 200) == row.decide)
    }
}
