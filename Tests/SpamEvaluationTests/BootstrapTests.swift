import Foundation
import SpamFilter
import Statistics
import Testing

@testable import SpamEvaluation

@Suite struct BootstrapTests {
    /// SplitMix64, so that rounds come again.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
            return z ^ z >> 31
        }
    }

    private static let costs = MistakeCosts(falseJunk: 10, missedJunk: 1, unsure: 0.2)

    /// The figures of weighted rows are those of a test set in which each row occurs as often as it
    /// weighs.
    @Test func aRoundIsTheEvaluationOfWhatWasDrawn() throws {
        let outcomes = try ReferenceFile.outcomes()
        let groups = outcomes.indices.map { UInt64($0 % 61) }
        let ranked = RankedOutcomes(outcomes)
        let resampling = GroupResampling(outcomes, groups: groups)
        #expect(resampling.groupCount == 61)
        let groupOfRank = ranked.rows.map { resampling.groupOfRow[Int($0)] }
        var weights = [UInt32](repeating: 0, count: 61)
        var random = Numbers(state: 5)
        for _ in 0..<20 {
            let drawn = resampling.draw(&weights, using: &random)
            #expect(weights.reduce(0, +) == 61)
            var found = ranked.measurements(weights: weights, groupOfRank: groupOfRank, drawn: drawn)
            let repeated = outcomes.indices.flatMap { row in
                Array(repeating: outcomes[row], count: Int(weights[Int(resampling.groupOfRow[row])]))
            }
            let evaluation = Evaluation(repeated)
            #expect(drawn.junk == evaluation.junk && drawn.wanted == evaluation.n - evaluation.junk)
            #expect(found.confusion == evaluation.confusion && found.ranking == evaluation.junkRanking())
            let expected = evaluation.measurements(costs: Self.costs)
            found.costs = Self.costs
            for figure in BootstrapIntervals.figures {
                #expect(agree(figure.number(found), figure.number(expected)), "\(figure)")
            }
        }
    }

    @Test func intervalsHoldTheFigureAndComeAgain() throws {
        let evaluation = Evaluation(try ReferenceFile.outcomes())
        func intervals(_ seed: UInt64, groups: (Int) -> UInt64) -> BootstrapIntervals {
            var random = Numbers(state: seed)
            return BootstrapIntervals(
                evaluation, groups: evaluation.outcomes.indices.map(groups), rounds: 200, costs: Self.costs, using: &random)
        }
        let alone = intervals(1) { UInt64($0) }
        #expect(alone == intervals(1) { UInt64($0) } && alone != intervals(2) { UInt64($0) })
        #expect(alone.groups == 200 && alone.rounds == 200)
        let whole = evaluation.measurements(costs: Self.costs)
        for figure in BootstrapIntervals.figures {
            let value = try #require(figure.number(whole))
            let interval = try #require(alone.intervals[figure.name])
            #expect(interval.lower < interval.upper)
            // Calibration error leans upward when drawn again: chance adds to every gap.
            if figure != .calibrationError { #expect(interval.lower <= value && value <= interval.upper, "\(figure)") }
        }
    }

    /// Draws that are all alike say nothing: neither no mistake among so many, nor all of them, nor
    /// few groups have an interval.
    @Test func noIntervalIsOfNoWidth() throws {
        func intervals(_ outcomes: [Outcome], groups: Int) -> BootstrapIntervals {
            var random = Numbers(state: 1)
            return BootstrapIntervals(
                Evaluation(outcomes), groups: outcomes.indices.map { UInt64($0 % groups) }, rounds: 200, using: &random)
        }
        let outcomes = (0..<200).map { (i: Int) -> Outcome in
            let truth = i % 4 == 0 ? "junk" : "allow", verdict = i % 8 == 0 ? "junk" : "allow"
            return Outcome(truth, verdict, score: Double(i % 7))
        }
        let found = intervals(outcomes, groups: 40)
        #expect(found.intervals["false-junk"] == nil && found.intervals["precision"] == nil, "none of 150, all of 25")
        #expect(found.intervals["recall"] != nil && found.intervals.values.allSatisfy { $0.lower < $0.upper })
        #expect(intervals(outcomes, groups: 10).intervals["auc"] != nil && intervals(outcomes, groups: 9).intervals.isEmpty)
    }

    /// What is promised is the wider of both at each end, on every kind of page.
    @Test func theVerdictTakesTheWiderLimit() throws {
        // A hundred templates of ten messages, five of them put in Junk, and a hundred of junk.
        let outcomes = (0..<2000).map { (i: Int) -> Outcome in
            let truth = i < 1000 ? "allow" : "junk", verdict = i < 50 || i >= 1000 ? "junk" : "allow"
            return Outcome(truth, verdict)
        }
        var random = Numbers(state: 1)
        var report = EvaluationReport(Evaluation(outcomes))
        let byMessage = try #require(report.rate(.falseJunk).interval95?.upper)
        #expect(
            report.text.hasPrefix(
                "50 of 1,000 wanted messages in Junk (5 %), at most \(shortNumber(100 * byMessage, of: 1000)) % (95 %"))
        report.bootstrap = BootstrapIntervals(
            Evaluation(outcomes), groups: outcomes.indices.map { UInt64($0 / 10) }, rounds: 500, using: &random)
        let drawn = try #require(report.drawn(.falseJunk)?.upper)
        #expect(drawn > byMessage + 0.01)
        for page in [report.text, report.markdown] {
            #expect(
                page.hasPrefix(
                    "50 of 1,000 wanted messages in Junk (5 %), at most \(shortNumber(100 * drawn, of: 1000)) % (95 %"), "\(page)"
            )
        }
        let narrow = try #require(PercentileInterval([0.049, 0.051]))
        let widest = try #require(report.rate(.falseJunk).widestLimits(narrow))
        #expect(widest.lower < 0.049 && widest.upper == byMessage && Rate(0, of: 0).widestLimits(narrow) == nil)
    }

    /// The cutoff of recall at a bound comes of the same messages: Wilson's interval would leave
    /// that out.
    @Test func recallAtABoundHasTheDrawnIntervalOrNone() throws {
        let evaluation = Evaluation(try ReferenceFile.outcomes())
        var report = EvaluationReport(evaluation)
        func line() throws -> Substring {
            try #require(report.text.split(separator: "\n").first { $0.contains("recall at 1 % false junk") })
        }
        #expect(try !line().contains("["))
        var random = Numbers(state: 1)
        report.bootstrap = BootstrapIntervals(
            evaluation, groups: evaluation.outcomes.indices.map { UInt64($0) }, rounds: 200, using: &random)
        let drawn = try #require(report.drawn(.recallAt(.onePercent)))
        #expect(try line().contains(percent(drawn.lower)) && line().contains(percent(drawn.upper)))
    }

    /// Copies of a message in its group change nothing but the counts: the widths are those of the
    /// groups.
    @Test func copiesInAGroupAreNoEvidence() throws {
        let outcomes = try ReferenceFile.outcomes()
        func interval(_ copies: Int, grouped: Bool) throws -> PercentileInterval {
            let all = outcomes.flatMap { Array(repeating: $0, count: copies) }
            var random = Numbers(state: 1)
            let found = BootstrapIntervals(
                Evaluation(all), groups: all.indices.map { UInt64(grouped ? $0 / copies : $0) }, rounds: 300, using: &random)
            return try #require(found.intervals["auc"])
        }
        let once = try interval(1, grouped: true), copied = try interval(9, grouped: true),
            alone = try interval(9, grouped: false)
        #expect(agree(once.lower, copied.lower) && agree(once.upper, copied.upper))
        #expect(alone.upper - alone.lower < 0.5 * (once.upper - once.lower))
    }

    @Test func roundsNeverLackJunk() {
        // One junk message among many.
        let outcomes = (0..<50).map { (i: Int) -> Outcome in
            let truth = i == 7 ? "junk" : "allow", verdict = i % 7 == 0 ? "junk" : "allow"
            return Outcome(truth, verdict, score: Double(i))
        }
        var random = Numbers(state: 3)
        let found = BootstrapIntervals(
            Evaluation(outcomes), groups: outcomes.indices.map { UInt64($0) }, rounds: 50, using: &random)
        #expect(found.intervals["auc"] != nil && found.intervals["precision"] != nil)
    }

    @Test(arguments: [
        [Outcome("allow", "allow"), Outcome("allow", "junk")], [Outcome("junk", "junk"), Outcome("junk", "allow")],
        [Outcome("junk", "junk", score: .nan), Outcome("allow", "allow"), Outcome("allow", "junk")],
    ])
    func whatIsUndefinedHasNoInterval(kinds: [Outcome]) throws {
        let outcomes = (0..<10).flatMap { _ in kinds }
        var random = Numbers(state: 1)
        let found = BootstrapIntervals(
            Evaluation(outcomes), groups: outcomes.indices.map { UInt64($0) }, rounds: 10, using: &random)
        #expect(found.intervals["auc"] == nil && found.intervals["accuracy"] != nil && found.intervals["cost"] == nil)
        _ = try JSONEncoder().encode(found)
    }

    @Test func percentilesAreThoseOfNumPy() throws {
        // numpy.percentile([5, 1, 4, 2, 3], [2.5, 97.5])
        let found = try #require(PercentileInterval([5, 1, 4, 2, 3]))
        #expect(agree(found.lower, 1.1) && agree(found.upper, 4.9))
        #expect(PercentileInterval([3]) == nil && PercentileInterval([3, 3, 3]) == nil)
        #expect(PercentileInterval([]) == nil && PercentileInterval([nil, 1]) == nil)
        #expect(PercentileInterval([nil] + (1...19).map(Double.init)) != nil, "one in twenty may be missing")
    }
}
