import Foundation
import SpamFilter
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

    /// The figures of weighted rows are those of a test set in which each row stands as often as it weighs.
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
            let found = ranked.figures(weights: weights, groupOfRank: groupOfRank, drawn: drawn)
            let repeated = outcomes.indices.flatMap { row in
                Array(repeating: outcomes[row], count: Int(weights[Int(resampling.groupOfRow[row])]))
            }
            let evaluation = Evaluation(repeated)
            #expect(drawn.junk == evaluation.junk && drawn.wanted == evaluation.n - evaluation.junk)
            #expect(found.confusion == evaluation.confusion && found.ranking == evaluation.junkRanking())
            let expected = RankedOutcomes(repeated).figures()
            for figure in BootstrapIntervals.figures {
                #expect(agree(found.value(figure, costs: Self.costs), expected.value(figure, costs: Self.costs)), "\(figure)")
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
        let whole = RankedOutcomes(evaluation.outcomes).figures()
        for figure in BootstrapIntervals.figures {
            let value = try #require(whole.value(figure, costs: Self.costs))
            let interval = try #require(alone.intervals[figure.description])
            #expect(interval.lower <= interval.upper)
            // Calibration error leans upward when drawn again: chance adds to every gap.
            if figure != .calibrationError { #expect(interval.lower <= value && value <= interval.upper, "\(figure)") }
        }
        // Five like messages are not five.
        let grouped = intervals(1) { UInt64($0 / 5) }
        let widths = try [alone, grouped].map { try #require($0.intervals["accuracy"]) }.map { $0.upper - $0.lower }
        #expect(grouped.groups == 40 && widths[0] > 0 && widths[1] > 0)
    }

    /// Copies of a message in its group change nothing but the counts: the widths are those of the groups.
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
        let outcomes = (0..<50).map { Outcome($0 == 7 ? "junk" : "allow", "junk", score: Double($0)) }
        var random = Numbers(state: 3)
        let found = BootstrapIntervals(
            Evaluation(outcomes), groups: outcomes.indices.map { UInt64($0) }, rounds: 50, using: &random)
        #expect(found.intervals["auc"] != nil && found.intervals["recall"]?.lower == 1)
    }

    @Test(arguments: [
        [Outcome("allow", "allow")], [Outcome("junk", "junk")],
        [Outcome("junk", "junk", score: .nan), Outcome("allow", "allow")],
    ])
    func whatIsUndefinedHasNoInterval(outcomes: [Outcome]) throws {
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
        #expect(PercentileInterval([3]) == PercentileInterval([3, 3, 3]))
        #expect(PercentileInterval([]) == nil && PercentileInterval([nil, 1]) == nil)
        #expect(PercentileInterval([nil] + (1...19).map(Double.init)) != nil, "one in twenty may be missing")
    }

    #if !DEBUG
        @Test func aThousandRoundsOfAHundredThousandTakeUnderTenSeconds() throws {
            let rows = try ReferenceFile.outcomes()
            var evaluation = Evaluation()
            for row in 0..<100_000 {
                var outcome = rows[row % rows.count]
                outcome.junkLogOdds += (Double(row) * 0.618_033_988_749_894_9).truncatingRemainder(dividingBy: 1)
                evaluation.add(outcome)
            }
            var before = timespec(), after = timespec(), random = Numbers(state: 1)
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before)
            let found = BootstrapIntervals(evaluation, groups: (0..<100_000).map { UInt64($0 / 3) }, rounds: 1000, using: &random)
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after)
            let seconds = Double(after.tv_sec - before.tv_sec) + Double(after.tv_nsec - before.tv_nsec) / 1e9
            #expect(found.intervals["ap"] != nil && seconds < 10, "took \(seconds) s")
        }
    #endif
}
