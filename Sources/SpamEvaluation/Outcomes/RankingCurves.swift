// Evaluation: the curves of a ranking as numbers, for other programs to draw.

/// ROC and precision-recall curves, thinned to at most 500 points each for drawing; the ends are
/// exact.
public struct RankingCurves: Hashable, Sendable, Encodable {
    /// Points of three numbers, from the strictest cutoff on: the false positive rate (wanted
    /// messages in Junk), the true positive rate (junk caught), and the cutoff in natural log-odds,
    /// `nil` where it is infinite. Empty without junk or without wanted messages.
    public let roc: [[Double?]]
    /// Points of three numbers: recall, precision, and the cutoff as in `roc`. Points at which
    /// nothing is put in Junk have no precision and are left out. Empty without junk.
    public let precisionRecall: [[Double?]]

    /// At most so many points a curve.
    static let mostPoints = 500

    /// The curves that follow from the points of one.
    ///
    /// - Complexity: O(points).
    public init(_ curve: OperatingCurve) {
        let thinned = curve.thinned(to: RankingCurves.mostPoints)
        func share(_ count: Int, of all: Int) -> Double { Double(count) / Double(all) }
        func cutoff(_ point: OperatingPoint) -> Double? { point.cutoffLogOdds.isFinite ? point.cutoffLogOdds : nil }
        roc =
            curve.junk == 0 || curve.wanted == 0
            ? []
            : thinned.points.map { point in
                [share(point.wantedCalledJunk, of: curve.wanted), share(point.junkCaught, of: curve.junk), cutoff(point)]
            }
        precisionRecall =
            curve.junk == 0
            ? []
            : thinned.points.compactMap { point in
                point.precision.value.map { [share(point.junkCaught, of: curve.junk), $0, cutoff(point)] }
            }
    }
}
