import Foundation
import SpamEvaluation
import SpamFilter
import Testing

@Suite struct ComparisonTests {
    private func comparison(_ first: [Outcome], _ second: [Outcome], rounds: Int = 0) -> Comparison {
        var random = BootstrapTests.Numbers(state: 1)
        var columns = SliceColumns([.lang])
        for i in first.indices { columns.add { _ in i % 2 == 0 ? "ko" : "en" } }
        return Comparison(
            Evaluation(first), Evaluation(second), by: columns, groups: first.indices.map { UInt64($0 / 2) }, rounds: rounds,
            using: &random)
    }

    /// So many messages right by the second alone and by the first alone.
    private func paired(won: Int, lost: Int, both: Int = 5) -> Comparison {
        let right = Outcome("junk", "junk", score: 2), wrong = Outcome("junk", "allow", score: -1)
        let first = Array(repeating: wrong, count: won) + Array(repeating: right, count: lost + both)
        let second =
            Array(repeating: right, count: won) + Array(repeating: wrong, count: lost) + Array(repeating: right, count: both)
        return comparison(first, second)
    }

    @Test func chancesAreThoseOfSciPy() throws {
        for row in try ReferenceFile.rows("mcnemar.csv") {
            let (won, lost, expected) = (Int(row[0])!, Int(row[1])!, Double(row[2])!)
            let found = paired(won: won, lost: lost).junk
            #expect(found.won == won && found.lost == lost)
            #expect(
                abs(found.pValue - expected) <= 1e-9 * expected, "\(won) won, \(lost) lost: \(found.pValue), expected \(expected)"
            )
        }
    }

    @Test func whatIsSaidFollowsTheTest() {
        #expect(paired(won: 20, lost: 2).junk.result == .won && paired(won: 2, lost: 20).junk.result == .lost)
        #expect(paired(won: 5, lost: 0).junk.result == .tied, "p is 1/16")
        #expect(paired(won: 0, lost: 0).junk.pValue == 1)
        #expect(
            paired(won: 20, lost: 2).text(first: "a.spam", second: "b.spam").hasPrefix(
                "b.spam is better than a.spam: won 20, lost 2"))
    }

    /// A template that a model got right thirty times is one thing it got right.
    @Test func groupsCountOnce() {
        let wrong = Outcome("junk", "allow"), right = Outcome("junk", "junk")
        let first = Array(repeating: wrong, count: 30) + Array(repeating: right, count: 4)
        let second = Array(repeating: right, count: 30) + Array(repeating: wrong, count: 4)
        var random = BootstrapTests.Numbers(state: 1)
        let found = Comparison(
            Evaluation(first), Evaluation(second), by: SliceColumns([]), groups: (0..<34).map { $0 < 30 ? 0 : $0 }, rounds: 0,
            using: &random)
        #expect(found.junk.result == .won && found.junkByGroup.won == 1 && found.junkByGroup.lost == 4)
        #expect(
            found.junkByGroup.result == .tied && found.text(first: "a", second: "b").hasPrefix("Tied with a: b won 30, lost 4"))
        // One right and one wrong in a group are no lead.
        let even = Comparison(
            Evaluation([wrong, right]), Evaluation([right, wrong]), by: SliceColumns([]), groups: [7, 7], rounds: 0,
            using: &random)
        #expect(even.junkByGroup.won == 0 && even.junkByGroup.lost == 0 && even.junk.won == 1)
    }

    /// Five copies of one new mistake are one; five mistakes that chance may have made are said all
    /// the same.
    @Test func moreFalseJunkIsSaidByMessageAndByGroup() {
        let right = Outcome("allow", "allow"), wrong = Outcome("allow", "junk")
        // Junk that is caught now is no wanted message that is kept.
        let missed = Outcome("junk", "allow"), caught = Outcome("junk", "junk")
        func said(new: Int, gone: Int, like: Int) -> String {
            let first = Array(repeating: right, count: new) + Array(repeating: wrong, count: gone) + [missed]
            let second = Array(repeating: wrong, count: new) + Array(repeating: right, count: gone) + [caught]
            var random = BootstrapTests.Numbers(state: 1)
            return Comparison(
                Evaluation(first), Evaluation(second), by: SliceColumns([]), groups: first.indices.map { UInt64($0 / like) },
                rounds: 0, using: &random
            ).text(first: "a", second: "b").replacing("\n", with: " ")
        }
        #expect(
            said(new: 20, gone: 0, like: 20).contains(
                ". Wanted messages in Junk: 20 new ones, 0 no longer; by groups 1 and 0, p 1.0000."))
        #expect(
            said(new: 8, gone: 0, like: 1).contains(
                ". But more wanted messages are in Junk: 8 new ones, 0 no longer; by groups 8 and 0, p 0.0078."))
        #expect(said(new: 3, gone: 1, like: 1).contains(". Wanted messages in Junk: 3 new ones, 1 no longer; by groups 3 and 1,"))
        #expect(!said(new: 2, gone: 2, like: 1).contains("anted messages in Junk"))
    }

    @Test func aModelTiesWithItself() throws {
        let outcomes = try ReferenceFile.outcomes()
        let found = comparison(outcomes, outcomes, rounds: 20)
        #expect(found.verdicts.won == 0 && found.verdicts.lost == 0 && found.changed.isEmpty)
        #expect(found.figures.allSatisfy { $0.first == $0.second && $0.difference == nil })
        #expect(found.slices.count == 2 && found.slices.allSatisfy { $0.result == .tied })
    }

    @Test func exchangedModelsExchangeWonAndLost() throws {
        let first = try ReferenceFile.outcomes()
        let second = first.enumerated().map { i, outcome in
            var outcome = outcome
            if i % 7 == 0 { outcome.action = outcome.truth.action }
            if i % 7 == 0 { outcome.junkLogOdds += outcome.truth == .junk ? 2 : -2 }
            return outcome
        }
        let there = comparison(first, second, rounds: 50), back = comparison(second, first, rounds: 50)
        #expect(there.verdicts.won == back.verdicts.lost && there.verdicts.lost == 0 && there.verdicts.won > 3)
        #expect(there.falseJunk.won + there.missedJunk.won == there.junk.won)
        #expect(there.changed == back.changed && !there.changed.isEmpty)
        for (a, b) in zip(there.figures, back.figures) {
            #expect(a.first == b.second && agree(a.difference?.lower, b.difference.map { -$0.upper }))
        }
        let f1 = try #require(there.figures.first { $0.figure == "f1" })
        #expect(f1.second! > f1.first! && f1.difference!.lower >= 0)
        #expect(there.slices.reduce(0) { $0 + $1.n } == first.count)
        #expect(there.text(first: "a", second: "b").split(separator: "\n").allSatisfy { $0.count <= 100 && $0.last != " " })
    }

    @Test func jsonReadsBackAndHoldsNoNaN() throws {
        let undefined = [Outcome("allow", "allow", score: .nan), Outcome("allow", "junk")]
        let found = comparison(undefined, undefined.reversed(), rounds: 5)
        #expect(try JSONDecoder().decode(Comparison.self, from: JSONEncoder().encode(found)) == found)
        #expect(found.figures.first { $0.figure == "auc" }?.first == nil)
        #expect(found.text(first: "a", second: "b").contains("undefined"))
    }
}
