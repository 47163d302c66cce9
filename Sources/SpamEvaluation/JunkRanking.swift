// Evaluation: how well the score alone puts junk above wanted messages, whatever the cutoffs. Scores in, figures out.

/// The largest share of wanted messages that may land in Junk where recall is read off.
public enum FalseJunkBound: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
    case tenthOfAPercent = "0.1%"
    case fifthOfAPercent = "0.2%"
    case halfAPercent = "0.5%"
    case onePercent = "1%"

    public var rate: Double {
        switch self {
        case .tenthOfAPercent: 0.001
        case .fifthOfAPercent: 0.002
        case .halfAPercent: 0.005
        case .onePercent: 0.01
        }
    }
}

/// The quality of a ranking by junk log-odds. Equal scores form one group that is passed or held back together.
///
/// Example: junk at 3 and 1, wanted at 2 and 0: `auc` is 3/4 (three of four pairs stand right), `averagePrecision` is
/// 1/2 * 1/1 + 1/2 * 2/3 = 5/6, and with no wanted message allowed in Junk the recall is 1/2.
///
/// With a NaN among the scores there is no order, and every figure is undefined.
public struct JunkRanking: Hashable, Sendable {
    /// The area under the ROC curve: the chance that a junk message scores above a wanted one, ties counting half.
    /// `nil` without junk or without wanted messages.
    public let auc: Double?
    /// The sum over groups from the top of (junk in the group / all junk) * (precision so far): step-wise, not interpolated.
    /// `nil` without junk.
    public let averagePrecision: Double?

    private let caught: [FalseJunkBound: Rate]

    /// The junk that scores above a cutoff chosen, on these very messages, to keep false junk within `bound`.
    /// 0 of 0, so undefined, without junk or without wanted messages.
    public func recall(at bound: FalseJunkBound) -> Rate {
        caught[bound] ?? Rate(0, of: 0)
    }

    /// Ranks the scores of the junk messages against those of the wanted ones, each in any order. Infinite scores are in order.
    ///
    /// Complexity: O(n log n).
    public init(junk: [Double], wanted: [Double]) {
        guard !junk.isEmpty, !junk.contains(where: \.isNaN), !wanted.contains(where: \.isNaN) else {
            (auc, averagePrecision, caught) = (nil, nil, [:])
            return
        }
        let junk = junk.sorted(by: >)
        let wanted = wanted.sorted(by: >)
        var truePositives = 0
        var falsePositives = 0
        var halfPairs = 0  // pairs in right order count 2, ties 1: whole numbers, so the sum is exact
        var averagePrecision = 0.0
        var caught: [FalseJunkBound: Rate] = wanted.isEmpty ? [:] : FalseJunkBound.none(of: junk.count)
        while truePositives < junk.count || falsePositives < wanted.count {
            let (aboveJunk, aboveWanted) = (truePositives, falsePositives)
            let score = max(
                truePositives < junk.count ? junk[truePositives] : -.infinity,
                falsePositives < wanted.count ? wanted[falsePositives] : -.infinity)
            while truePositives < junk.count, junk[truePositives] == score { truePositives += 1 }
            while falsePositives < wanted.count, wanted[falsePositives] == score { falsePositives += 1 }

            halfPairs += (falsePositives - aboveWanted) * (aboveJunk + truePositives)
            let groupShare = Double(truePositives - aboveJunk) / Double(junk.count)
            averagePrecision += groupShare * Double(truePositives) / Double(truePositives + falsePositives)
            for bound in FalseJunkBound.allCases where !wanted.isEmpty {
                if Double(falsePositives) / Double(wanted.count) <= bound.rate {
                    caught[bound] = Rate(truePositives, of: junk.count)
                }
            }
        }
        self.auc = wanted.isEmpty ? nil : Double(halfPairs) / 2 / (Double(junk.count) * Double(wanted.count))
        self.averagePrecision = averagePrecision
        self.caught = caught
    }
}

extension FalseJunkBound {
    /// Nothing caught at any bound.
    fileprivate static func none(of junk: Int) -> [FalseJunkBound: Rate] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0, Rate(0, of: junk)) })
    }
}
