// The curves that other programs draw.

import Testing

@testable import SpamEvaluation

@Suite struct RankingCurvesTests {
    /// Junk at 3 and 1, wanted at 2 and 0.
    @Test func pointsAreSharesAndCutoffs() {
        let curves = RankingCurves(OperatingCurve(junk: [3, 1], wanted: [2, 0]))
        #expect(curves.roc == [[0, 0, nil], [0, 0.5, 3], [0.5, 0.5, 2], [0.5, 1, 1], [1, 1, 0]])
        #expect(curves.precisionRecall == [[0.5, 1, 3], [0.5, 0.5, 2], [1, 2.0 / 3, 1], [1, 0.5, 0]])
    }

    @Test func longCurvesAreThinnedAndKeepTheirEnds() {
        let scores = (0..<20_000).map { Double($0) }
        let curve = OperatingCurve(junk: scores.map { $0 + 500.5 }, wanted: scores)
        let curves = RankingCurves(curve)
        #expect(curves.roc.count <= 500 && curves.roc.count > 100)
        #expect(curves.roc.first == [0, 0, nil] && curves.roc.last == [1, 1, 0])
    }

    @Test func withoutJunkOrWantedMessagesThereIsNoCurve() {
        #expect(RankingCurves(OperatingCurve(junk: [], wanted: [1])).roc.isEmpty)
        let junkOnly = RankingCurves(OperatingCurve(junk: [1], wanted: []))
        #expect(junkOnly.roc.isEmpty && junkOnly.precisionRecall == [[1, 1, 1]])
        #expect(RankingCurves(OperatingCurve(junk: [.nan], wanted: [1])).roc.isEmpty)
    }
}
