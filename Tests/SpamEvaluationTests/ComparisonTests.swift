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
        let found = paired(won: 20, lost: 2)
        #expect(found.verdict == .better && paired(won: 2, lost: 20).verdict == .worse)
        #expect(paired(won: 5, lost: 0).verdict == .noClearDifference)
        #expect(
            found.text(first: "a.spam", second: "b.spam").replacing("\n", with: " ").hasPrefix(
                "b.spam is better than a.spam: +67 points of junk caught, no wanted message to lose."))
    }

    /// So many wanted messages are filed right by the second alone, by the first alone; the same
    /// are in Junk.
    @Test(arguments: [(40, 2, ComparisonVerdict.better), (2, 40, .worse), (3, 2, .noClearDifference)])
    func foldersDecideWhereJunkIsTheSame(won: Int, lost: Int, verdict: ComparisonVerdict) {
        let filed = Outcome("transaction", "transaction", score: -3), unfiled = Outcome("transaction", "allow", score: -3)
        let unsure = Outcome(truth: .allow, predicted: .allow, action: .none, junkLogOdds: -1)
        let sure = Outcome(truth: .allow, predicted: .allow, action: .allow, junkLogOdds: -1)
        func outcomes(_ a: Outcome, _ b: Outcome, _ c: Outcome) -> [Outcome] {
            // Two of a group, as of a template.
            Array(repeating: a, count: 2 * won) + Array(repeating: b, count: 2 * lost) + Array(repeating: c, count: 10)
        }
        // Unsure is the inbox, so it makes no difference.
        let found = comparison(outcomes(unfiled, filed, sure), outcomes(filed, unfiled, unsure))
        #expect(found.folders.won == 2 * won && found.folders.lost == 2 * lost)
        #expect(found.foldersByGroup.won == won && found.foldersByGroup.lost == lost)
        #expect(found.verdict == verdict)
        let more = won > lost ? "more" : "fewer"
        #expect(
            found.sentence("a", "b").hasSuffix(
                ": both put the same messages in Junk; \(2 * abs(won - lost)) \(more) wanted messages in their folder (\(2 * won) new, \(2 * lost) no longer)."
            ))
        #expect(found.text(first: "a", second: "b").contains("wanted, in the right folder"))
    }

    /// In a corpus of ham and spam notices are labelled allow.
    @Test func foldersOfOneWantedActionDecideNothing() {
        let filed = Outcome("allow", "allow", score: -3), taken = Outcome("allow", "transaction", score: -3)
        let junk = Array(repeating: Outcome("junk", "junk", score: 3), count: 10)
        let found = comparison(Array(repeating: taken, count: 80) + junk, Array(repeating: filed, count: 80) + junk)
        #expect(found.wantedActions == 1 && found.verdict == .noClearDifference && found.folders.won == 0)
        let text = found.text(first: "a", second: "b")
        #expect(text.hasPrefix("No clear difference between a and b: both put the same messages in Junk.\n"), "\(text)")
        #expect(text.contains("one action here, so folders are not compared") && !text.contains("right action"), "\(text)")
    }

    /// One large template keeps false junk by messages below the limit.
    @Test func aLimitThatGroupsDoNotShowIsTold() {
        let lost = Outcome("allow", "junk", score: 3), kept = Outcome("allow", "allow", score: -3)
        let missed = Outcome("junk", "allow", score: -1), caught = Outcome("junk", "junk", score: 3)
        let wanted = Array(repeating: kept, count: 10_000) + Array(repeating: kept, count: 21) + Array(repeating: lost, count: 9)
        let groups = wanted.indices.map { UInt64(max(0, $0 - 9_999)) } + (0..<40).map { UInt64(100 + $0) }
        var random = BootstrapTests.Numbers(state: 1), columns = SliceColumns([.lang])
        for _ in groups { columns.add { _ in "ko" } }
        func sentence(within limit: Double) -> String {
            Comparison(
                Evaluation(wanted + Array(repeating: missed, count: 40)),
                Evaluation(wanted + Array(repeating: caught, count: 40)),
                by: columns, groups: groups, maxFalseJunk: limit, rounds: 0, using: &random
            ).sentence("a", "b")
        }
        let few = sentence(within: 0.002)
        #expect(few.hasPrefix("b is better than a: "), "\(few)")
        #expect(
            few.contains(
                " That false junk stays within 0.2 % is not shown: near duplicates counted once, 9 of 31 groups of wanted messages are in Junk (at most "
            ), "\(few)")
        #expect(!sentence(within: 0.5).contains("is not shown"))
    }

    /// False junk is a price for junk that is caught, not for folders.
    @Test func foldersDoNotOutweighFalseJunk() {
        let filed = Outcome("transaction", "transaction", score: -3), unfiled = Outcome("transaction", "allow", score: -3)
        let lost = Outcome("allow", "junk", score: 3), kept = Outcome("allow", "allow", score: -3)
        let junk = Outcome("junk", "junk", score: 3), many = Array(repeating: kept, count: 40_000)
        let found = comparison(
            Array(repeating: unfiled, count: 80) + Array(repeating: kept, count: 20) + many + [junk, junk],
            Array(repeating: filed, count: 80) + Array(repeating: lost, count: 20) + many + [junk, junk])
        #expect(found.falseJunkByGroup.result == .lost && !found.exceedsLimit && found.verdict == .mixed)
    }

    /// Nobody may take silence on codes for safety.
    @Test func labelsWithoutMessagesAreNamed() {
        let messages = [Outcome("allow", "allow", score: -3), Outcome("junk", "junk", score: 3)]
        func found(_ untested: [String]) -> String {
            var random = BootstrapTests.Numbers(state: 1)
            return Comparison(
                Evaluation(messages), Evaluation(messages), by: SliceColumns([]), groups: [1, 2], untested: untested,
                rounds: 0, using: &random
            ).sentence("a", "b")
        }
        #expect(!found([]).contains("nothing is known"))
        #expect(
            found(["promotion", "transaction"]).hasSuffix(
                " No test message is labelled promotion or transaction: nothing is known of these."))
        #expect(
            found(["promotion", "transaction/finance", "transaction/orders", "transaction/health", "transaction/others"])
                .hasSuffix(
                    " No test message is labelled promotion, transaction/finance, transaction/orders or 2 others: nothing is known of these."
                ))
    }

    /// A whole action has one name. Messages without a sub-action may be of any.
    @Test(arguments: [
        ("allow junk promotion/offers transaction", "allow junk", "promotion transaction"),
        ("allow junk", "allow junk", ""),
        ("transaction/finance transaction/orders", "transaction/orders", "transaction/finance"),
        ("transaction/finance transaction/orders", "transaction/orders transaction", ""),
    ])
    func untestedLabels(known: String, messages: String, expected: String) {
        func labels(_ names: String) -> Set<Label> { Set(names.split(separator: " ").compactMap { Label($0) }) }
        #expect(Evaluation.names(ofUntested: labels(known), messages: labels(messages)).joined(separator: " ") == expected)
    }

    /// The same messages are in Junk, but the second model's scores put wanted messages last.
    @Test func scoresThatRankBetterAreTold() {
        func outcomes(_ wanted: (Int) -> Double) -> [Outcome] {
            (0..<60).map { Outcome("junk", "allow", score: -0.5 - Double($0 % 10) / 100) }
                + (0..<60).map { Outcome("allow", "allow", score: wanted($0)) }
        }
        let mixed = outcomes { -0.5 - Double($0 % 12) / 100 }, apart = outcomes { _ in -3 }
        let start =
            "No clear difference between a and b: both put the same messages in Junk. By its scores alone b ranks "
        let better = comparison(mixed, apart, rounds: 100).sentence("a", "b")
        #expect(better.hasPrefix(start + "better (ROC-AUC +0.") && better.contains(", average precision +0."), "\(better)")
        #expect(comparison(apart, mixed, rounds: 100).sentence("a", "b").hasPrefix(start + "worse (ROC-AUC −0."))
        #expect(!comparison(mixed, apart).sentence("a", "b").contains("scores alone"))
    }

    // MARK: - Verdicts

    /// A test set: how many wanted messages and how many junk messages are right by both, the
    /// second alone, the first alone, neither; and how many of those that differ a template has.
    struct Case: Sendable {
        let name: String
        let wanted, junk: [Int]
        var template = 1
        var limit = 0.002
        let verdict: ComparisonVerdict
        let words: String
    }

    static let cases = [
        Case(
            name: "one template of wanted messages lost", wanted: [3000, 0, 600, 0], junk: [2000, 640, 0, 1360], template: 600,
            verdict: .mixed,
            words:
                "b against a is mixed: +16 points of junk caught, 600 more wanted messages (one template) in Junk. False junk is now 16.7 %, above the limit of 0.2 %."
        ),
        Case(
            name: "the same within the limit", wanted: [3000, 0, 600, 0], junk: [2000, 640, 0, 1360], template: 600, limit: 0.2,
            verdict: .better,
            words: "b is better than a: +16 points of junk caught, 600 more wanted messages (one template) in Junk."),
        Case(
            name: "more junk, nothing lost", wanted: [100, 0, 0, 0], junk: [50, 30, 0, 20], verdict: .better,
            words: "b is better than a: +30 points of junk caught, no more wanted messages in Junk."),
        Case(
            name: "one message lost above the limit", wanted: [99, 0, 1, 0], junk: [50, 30, 0, 20], verdict: .mixed,
            words:
                "b against a is mixed: +30 points of junk caught, 1 more wanted message in Junk. False junk is now 1 %, above the limit of 0.2 %."
        ),
        Case(
            name: "one message lost and nothing gained", wanted: [99, 0, 1, 0], junk: [50, 0, 0, 50], verdict: .noClearDifference,
            words: "No clear difference between a and b: b has as much junk caught, 1 more wanted message in Junk."),
        Case(
            name: "wanted messages kept, junk lost", wanted: [90, 10, 0, 0], junk: [50, 0, 20, 30], verdict: .mixed,
            words: "b against a is mixed: −20 points of junk caught, 10 fewer wanted messages in Junk."),
        Case(
            name: "wanted messages kept", wanted: [80, 12, 2, 6], junk: [50, 0, 0, 50], verdict: .better,
            words: "b is better than a: as much junk caught, 10 fewer wanted messages (2 new, 12 no longer) in Junk."),
        Case(
            name: "wanted messages lost within the limit and nothing gained", wanted: [90, 0, 10, 0], junk: [50, 0, 0, 50],
            limit: 0.5, verdict: .worse, words: "b is worse than a: as much junk caught, 10 more wanted messages in Junk."),
        Case(
            name: "one template of wanted messages lost, nothing gained", wanted: [400, 0, 100, 0], junk: [50, 0, 0, 50],
            template: 100, verdict: .worse,
            words: "b is worse than a: as much junk caught, 100 more wanted messages (one template) in Junk."),
        Case(
            name: "three templates of junk", wanted: [500, 0, 0, 0], junk: [60, 0, 21, 19], template: 7,
            verdict: .noClearDifference,
            words:
                "No clear difference between a and b: b has −21 points of junk caught, no more wanted messages in Junk. By groups of near duplicates this may be luck (p 0.2500)."
        ),
        Case(
            name: "nothing differs", wanted: [10, 0, 0, 1], junk: [5, 0, 0, 5], verdict: .noClearDifference,
            words: "No clear difference between a and b: both put the same messages in Junk."),
    ]

    @Test(arguments: cases.indices)
    func theVerdictNeverHidesFalseJunk(row: Int) {
        let example = Self.cases[row]
        var first: [Outcome] = [], second: [Outcome] = [], groups: [UInt64] = []
        for (truth, counts) in [("allow", example.wanted), ("junk", example.junk)] {
            let right = Outcome(truth, truth, score: 0), wrong = Outcome(truth, truth == "junk" ? "allow" : "junk", score: 0)
            for (count, pair) in zip(counts, [(right, right), (wrong, right), (right, wrong), (wrong, wrong)]) {
                for i in 0..<count {
                    first.append(pair.0)
                    second.append(pair.1)
                    // What changes is of templates; of wanted or of junk, whichever the case is
                    // about.
                    let isOfTemplate = pair.0 != pair.1 && (truth == "allow" || example.wanted[1] + example.wanted[2] == 0)
                    groups.append(isOfTemplate ? UInt64(1_000_000 + i / example.template) : UInt64(groups.count))
                }
            }
        }
        var random = BootstrapTests.Numbers(state: 1)
        let found = Comparison(
            Evaluation(first), Evaluation(second), by: SliceColumns([]), groups: groups, maxFalseJunk: example.limit, rounds: 0,
            using: &random)
        #expect(found.verdict == example.verdict, "\(example.name)")
        #expect(found.sentence("a", "b").hasPrefix(example.words), "\(example.name): \(found.sentence("a", "b"))")
        let back = Comparison(
            Evaluation(second), Evaluation(first), by: SliceColumns([]), groups: groups, maxFalseJunk: example.limit, rounds: 0,
            using: &random)
        #expect(back.verdict != .better || found.verdict == .worse, "\(example.name): \(back.verdict)")
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
            found.verdict == .noClearDifference
                && found.text(first: "a", second: "b").hasPrefix("No clear difference between a and b: b has +76"))
        // One right and one wrong in a group are no lead.
        let even = Comparison(
            Evaluation([wrong, right]), Evaluation([right, wrong]), by: SliceColumns([]), groups: [7, 7], rounds: 0,
            using: &random)
        #expect(even.junkByGroup.won == 0 && even.junkByGroup.lost == 0 && even.junk.won == 1)
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
