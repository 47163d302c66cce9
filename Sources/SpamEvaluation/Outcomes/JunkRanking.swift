// Evaluation: how well the scores alone put junk above wanted messages, without cutoffs. Scores in,
// figures out.

import Statistics

/// The largest share of wanted messages that may land in Junk where recall is read off.
public enum FalseJunkBound: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    /// One wanted message in 1,000.
    case tenthOfAPercent = "0.1%"
    /// One wanted message in 500.
    case fifthOfAPercent = "0.2%"
    /// One wanted message in 200.
    case halfAPercent = "0.5%"
    /// One wanted message in 100.
    case onePercent = "1%"

    /// The largest bound that is no more than a share; the smallest where none is.
    public init(within share: Double) {
        self = FalseJunkBound.allCases.last { $0.rate <= share } ?? .tenthOfAPercent
    }

    /// The share, in 0...1.
    public var rate: Double {
        switch self {
        case .tenthOfAPercent: 0.001
        case .fifthOfAPercent: 0.002
        case .halfAPercent: 0.005
        case .onePercent: 0.01
        }
    }
}

/// The quality of a ranking by junk log-odds. Equal scores form one group that is passed or held
/// back together.
///
/// Example: junk at 3 and 1, wanted at 2 and 0: `auc` is 3/4 (three of four pairs are in the right
/// order), `averagePrecision` is 1/2 * 1/1 + 1/2 * 2/3 = 5/6, and with no wanted message allowed in
/// Junk the recall is 1/2.
///
/// With a NaN among the scores there is no order, and every figure is undefined. Infinite scores
/// are in order.
public struct JunkRanking: Hashable, Sendable {
    /// The area under the ROC curve, in 0...1: the chance that a junk message scores above a wanted
    /// one, ties counting half. `nil` without junk or without wanted messages.
    public let auc: Double?
    /// The sum over groups from the top of (junk in the group / all junk) * (precision so far), in
    /// 0...1: step-wise, not interpolated. `nil` without junk.
    public let averagePrecision: Double?

    private let caught: [FalseJunkBound: Rate]

    /// The junk that scores above a cutoff chosen, on these very messages, to keep false junk
    /// within `bound`. 0 of 0, so undefined, without junk or without wanted messages.
    public func recall(at bound: FalseJunkBound) -> Rate {
        caught[bound] ?? Rate(0, of: 0)
    }

    fileprivate init(auc: Double?, averagePrecision: Double?, caught: [FalseJunkBound: Rate]) {
        self.auc = auc
        self.averagePrecision = averagePrecision
        self.caught = caught
    }

    /// That of scores which are not all numbers.
    static let undefined = JunkRanking(auc: nil, averagePrecision: nil, caught: [:])
}

/// Walks down a ranking, tie by tie, and sums up for its figures. Messages may count several times.
struct RankingSweep {
    private let junk: Int
    private let wanted: Int
    /// For each bound, the most wanted messages that may be passed, and the junk passed within it.
    private let mostWanted: [Int]
    private var caught = [Int](repeating: 0, count: FalseJunkBound.allCases.count)

    private var truePositives = 0
    private var falsePositives = 0
    private var halfPairs = 0  // pairs in right order count 2, ties 1: whole numbers, so the sum is exact
    private var precisionSum = 0.0

    /// - Parameters: all the junk and all the wanted messages that will be passed.
    init(junk: Int, wanted: Int) {
        self.junk = junk
        self.wanted = wanted
        mostWanted = FalseJunkBound.allCases.map { bound in
            var most = Int(bound.rate * Double(wanted))
            // The product may round to either side of a whole number.
            if Double(most + 1) / Double(max(wanted, 1)) <= bound.rate { most += 1 }
            if most > 0, Double(most) / Double(wanted) > bound.rate { most -= 1 }
            return most
        }
    }

    /// Passes the messages of the next lower score.
    mutating func pass(junk step: Int, wanted falseStep: Int) {
        let aboveJunk = truePositives
        truePositives += step
        falsePositives += falseStep
        halfPairs += falseStep * (aboveJunk + truePositives)
        guard step > 0 else { return }
        precisionSum += Double(step) * Double(truePositives) / Double(truePositives + falsePositives)
        for i in mostWanted.indices where falsePositives <= mostWanted[i] { caught[i] = truePositives }
    }

    /// The figures, when all messages have been passed.
    var ranking: JunkRanking {
        guard junk > 0 else { return .undefined }
        let rates = zip(FalseJunkBound.allCases, caught).map { ($0, Rate($1, of: junk)) }
        return JunkRanking(
            auc: wanted == 0 ? nil : Double(halfPairs) / 2 / (Double(junk) * Double(wanted)),
            averagePrecision: precisionSum / Double(junk),
            caught: wanted == 0 ? [:] : Dictionary(uniqueKeysWithValues: rates))
    }
}

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
