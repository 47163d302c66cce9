import SpamEvaluation
import Testing

@Suite struct OperatingCurveTests {
    /// Scores in whole numbers, so that many are equal, from a multiplicative generator.
    static func scores(_ count: Int, seed: Int, above floor: Double) -> [Double] {
        var state = UInt64(seed)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return floor + Double(state >> 33 & 255)
        }
    }

    @Test func theExampleIsTrue() {
        let curve = OperatingCurve(junk: [1, 3], wanted: [2])
        #expect(curve.points.map(\.cutoffLogOdds) == [.infinity, 3, 2, 1])
        #expect(curve.points.map(\.junkCaught) == [0, 1, 1, 2])
        #expect(curve.points.map(\.wantedCalledJunk) == [0, 0, 1, 1])
    }

    @Test func everyPointIsWhatItsCutoffDoes() {
        let junk = Self.scores(300, seed: 1, above: 40)
        let wanted = Self.scores(500, seed: 2, above: 0)
        let curve = OperatingCurve(junk: junk, wanted: wanted)
        #expect(curve.points.count == Set(junk + wanted).count + 1)
        let cutoffs: [Double] = [-1, 0, 39.5, 40, 200, 255, 295, 296, .infinity, -.infinity]
        for cutoff in cutoffs {
            let point = curve.point(at: cutoff)
            #expect(point?.junkCaught == junk.count { $0 >= cutoff }, "\(cutoff)")
            #expect(point?.wantedCalledJunk == wanted.count { $0 >= cutoff }, "\(cutoff)")
        }
    }

    @Test func infiniteScoresAreInOrder() {
        let curve = OperatingCurve(junk: [.infinity, 0], wanted: [-.infinity])
        #expect(curve.points.map(\.cutoffLogOdds) == [.infinity, 0, -.infinity])
        #expect(curve.points.map(\.junkCaught) == [1, 2, 2])
    }

    @Test func scoresThatAreNotNumbersHaveNoCurve() {
        #expect(OperatingCurve(junk: [1, .nan], wanted: [0]).points.isEmpty)
        #expect(OperatingCurve(junk: [1], wanted: [.nan]).point(at: 0) == nil)
    }

    @Test func withoutMessagesNothingIsPutInJunk() {
        let curve = OperatingCurve(junk: [], wanted: [])
        #expect(curve.point(at: 0) == OperatingCurve(junk: [], wanted: [1]).point(at: 2))
        #expect(curve.points.count == 1)
    }

    @Test(arguments: [(20_000, 20_000), (1, 40_000), (40_000, 1), (0, 5_000), (5_000, 0)])
    func aThinnedCurveHasItsEndsAndItsCutoffsAndNoLongSteps(junk: Int, wanted: Int) throws {
        let curve = OperatingCurve(
            junk: (0..<junk).map { Double($0) / 7 }, wanted: (0..<wanted).map { Double($0) / 11 - 1000.5 })
        let thinned = curve.thinned(to: 500, keeping: [3, -20])
        #expect(thinned.points.count <= 500 && thinned.points.count >= 150)
        #expect(thinned.points.first == curve.points.first && thinned.points.last == curve.points.last)
        #expect(Set(thinned.points).isSubset(of: curve.points))
        for cutoff in [3.0, -20] { #expect(thinned.point(at: cutoff) == curve.point(at: cutoff)) }
        for (above, below) in zip(thinned.points, thinned.points.dropFirst()) {
            #expect(below.junkCaught - above.junkCaught <= max(1, junk / 200))
            #expect(below.wantedCalledJunk - above.wantedCalledJunk <= 1 + above.wantedCalledJunk / 16)
        }
    }
}
