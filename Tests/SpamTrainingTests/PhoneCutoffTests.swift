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
    @Test(arguments: [(20, 0.01), (98, 0.01), (400, 0.002)]) func fewGroupsShowNothing(_ row: (groups: Int, bound: Double)) {
        #expect(!PhoneCutoff.canCount(row.bound, groups: Double(row.groups)))
        let found = cutoff(of: row.groups, maxFalseJunk: row.bound)
        #expect(groupsAbove(found) == 0 && found.policy.junkCutoff >= 2 && found.policy.unsureCutoff == 0)
    }
}
