// Evaluation: what every cutoff would have done with the messages of a test set. Scores in, counts
// out; it chooses no cutoff.

import Statistics

/// What a cutoff does: each message that scores at or above it is put in Junk.
public struct OperatingPoint: Hashable, Sendable {
    /// The cutoff in natural log-odds; infinite where nothing, or everything, is put in Junk.
    public let cutoffLogOdds: Double
    /// How many junk messages are put in Junk.
    public let junkCaught: Int
    /// How many wanted messages are put in Junk.
    public let wantedCalledJunk: Int

    /// Junk among the messages put in Junk. Undefined where nothing is put there.
    public var precision: Rate { Rate(junkCaught, of: junkCaught + wantedCalledJunk) }
}

/// All that a cutoff can do on a test set, from which ROC and precision-recall curves are drawn.
///
/// Example: junk at 3 and 1, wanted at 2: the points are (inf: 0, 0), (3: 1, 0), (2: 1, 1) and (1:
/// 2, 1) in junk caught and wanted called junk.
public struct OperatingCurve: Hashable, Sendable {
    /// How many messages are truly junk.
    public let junk: Int
    /// How many messages are truly something else.
    public let wanted: Int
    /// How many messages of both no cutoff puts in Junk.
    public let heldBack: Int
    /// Strictest cutoff first, where nothing is put in Junk, then one point for each score that
    /// occurs; both counts rise. Empty if a score is NaN: then there is no order.
    public let points: [OperatingPoint]

    /// Sweeps the cutoff over the scores of junk and of wanted messages, each in any order.
    /// Infinite scores are in order.
    ///
    /// - Parameter wanted: natural log-odds of all others.
    /// - Parameter junk: natural log-odds of messages that are truly junk.
    /// - Parameter heldBack: how many more messages there are of each, which no cutoff puts in
    ///   Junk.
    /// - Complexity: O(n log n), 24 bytes a point.
    public init(junk: [Double], wanted: [Double], heldBack: (junk: Int, wanted: Int) = (0, 0)) {
        self.junk = junk.count + heldBack.junk
        self.wanted = wanted.count + heldBack.wanted
        self.heldBack = heldBack.junk + heldBack.wanted
        guard !junk.contains(where: \.isNaN), !wanted.contains(where: \.isNaN) else {
            points = []
            return
        }
        let junk = junk.sorted(by: >)
        let wanted = wanted.sorted(by: >)
        var caught = 0
        var lost = 0
        var points = [OperatingPoint(cutoffLogOdds: .infinity, junkCaught: 0, wantedCalledJunk: 0)]
        while caught < junk.count || lost < wanted.count {
            let score = max(
                caught < junk.count ? junk[caught] : -.infinity, lost < wanted.count ? wanted[lost] : -.infinity)
            while caught < junk.count, junk[caught] == score { caught += 1 }
            while lost < wanted.count, wanted[lost] == score { lost += 1 }
            // No finite cutoff keeps an infinite score out of Junk.
            if score == .infinity { points.removeLast() }
            points.append(OperatingPoint(cutoffLogOdds: score, junkCaught: caught, wantedCalledJunk: lost))
        }
        self.points = points
    }

    private init(_ whole: OperatingCurve, points: [OperatingPoint]) {
        (junk, wanted, heldBack) = (whole.junk, whole.wanted, whole.heldBack)
        self.points = points
    }

    /// What this cutoff does: the last point that is not below it; `nil` where there are no points.
    ///
    /// - Complexity: O(log n).
    public func point(at cutoff: Double) -> OperatingPoint? {
        guard !points.isEmpty else { return nil }
        var low = 0
        var high = points.count  // the first point known to be below the cutoff
        while high - low > 1 {
            let middle = (low + high) / 2
            if points[middle].cutoffLogOdds >= cutoff { low = middle } else { high = middle }
        }
        return points[low]
    }

    /// At most `count` of the points, enough to draw from, with the first, the last and those of
    /// `cutoffs`.
    ///
    /// A point is kept once caught / junk + log(lost) / log(wanted) has risen by 2 / (count - 2 -
    /// cutoffs): even steps on a curve with a logarithmic axis, where the first mistakes count
    /// most.
    ///
    /// - Precondition: `count` is above the number of points that are always kept, 2 +
    ///   `cutoffs.count`.
    public func thinned(to count: Int, keeping cutoffs: [Double] = []) -> OperatingCurve {
        precondition(count > 2 + cutoffs.count, "expected room for more than \(2 + cutoffs.count) points, found \(count)")
        guard points.count > count else { return self }
        let kept = Set(cutoffs.compactMap(point(at:)))
        let step = 2 / Double(count - 2 - cutoffs.count)
        var thinned = [points[0]]
        var last = 0.0
        for point in points.dropFirst().dropLast() {
            let way = progress(of: point)
            if way - last >= step {
                last = way
                thinned.append(point)
            } else if kept.contains(point) {
                thinned.append(point)
            }
        }
        thinned.append(points[points.count - 1])
        return OperatingCurve(self, points: thinned)
    }

    /// In 0...2.
    private func progress(of point: OperatingPoint) -> Double {
        let caught = junk > 0 ? Double(point.junkCaught) / Double(junk) : 0
        // Whole bits and a straight line between them rise as evenly as the exact logarithm.
        let lost = wanted > 0 ? Self.bits(point.wantedCalledJunk) / Self.bits(wanted) : 0
        return caught + lost
    }

    /// Near log2(n + 1): exact where that is whole, and between on a straight line.
    private static func bits(_ n: Int) -> Double {
        let whole = Int.bitWidth - 1 - (n + 1).leadingZeroBitCount
        return Double(whole) + Double(n + 1) / Double(1 << whole) - 1
    }
}
