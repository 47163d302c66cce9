// Training: from out-of-fold scores to honest probabilities and a cutoff that keeps a promise.

import Foundation
import SpamFilter

/// What makes scores into probabilities, and the junk cutoff, with what they were learned from.
struct OutOfFoldCalibration {
    /// Of the actions; `nil` without out-of-fold scores.
    var calibration: Calibration?
    var policy: DecisionPolicy
    /// How the cutoff came about; `nil` without out-of-fold scores.
    var promise: FalseJunkPromise?

    static let none = OutOfFoldCalibration(calibration: nil, policy: .evenOdds, promise: nil)
}

extension OutOfFoldCalibration {
    /// - Parameters:
    ///   - maxFalseJunk: the bound on the rate of wanted messages called junk.
    ///   - labels: of every row of the corpus.
    ///   - protected: labels whose messages are to be junk only above every one of them that was scored.
    init(_ scores: OutOfFoldScores, maxFalseJunk: Double, labels: [Label] = [], protected: LabelSet = []) {
        let calibration = Calibration(scores)
        self.calibration = calibration
        policy = .evenOdds
        let isJunk = scores.actions.map { $0.action == .junk }
        guard isJunk.contains(true), isJunk.contains(false) else { return }
        var junk: [Double] = [], wanted: [Double] = []
        var wantedGroups: [UInt64] = []
        var protectedRows: [(logOdds: Double, group: UInt64, isKnown: Bool)] = []
        for i in 0..<scores.count {
            let calibrated = calibration(scores.scores(i))
            let logOdds = OutOfFoldCalibration.junkLogOdds(calibrated, isJunk)
            if isJunk[scores.classes[i]] {
                junk.append(logOdds)
            } else {
                wanted.append(logOdds)
                wantedGroups.append(scores.groups[i])
                if !protected.isEmpty, protected.protects(labels[scores.rows[i]]) {
                    // What the model takes it for if it is not junk decides whether it is protected on a phone.
                    let wanted = isJunk.indices.filter { !isJunk[$0] }.max { calibrated[$0] < calibrated[$1] }!
                    protectedRows.append((logOdds, scores.groups[i], protected.protects(scores.label(i, action: wanted))))
                }
            }
        }
        let sample = GroupedSample(groups: wantedGroups)
        // Below even odds a message is more likely wanted than junk, whatever the bound would allow. Without a wanted message to look at,
        // nothing is known of false junk, and nothing is called junk.
        policy.junkCutoff =
            wanted.isEmpty
            ? .infinity
            : max(0, Float(OutOfFoldCalibration.cutoff(wanted: wanted.sorted(by: >), sample, maxFalseJunk: maxFalseJunk)).nextUp)
        policy.protected = protected
        let highest = protectedRows.reduce(-Double.infinity) { $1.isKnown ? max($0, $1.logOdds) : $0 }
        // Where none of them was scored nothing is known of them, and none is called junk.
        policy.protectedJunkCutoff = highest == -.infinity ? .infinity : max(policy.junkCutoff, Float(highest).nextUp)
        let protectedFalseJunk = protectedRows.count {
            Float($0.logOdds) >= ($0.isKnown ? policy.protectedJunkCutoff : policy.junkCutoff)
        }
        let falseJunk = wanted.count { Float($0) >= policy.junkCutoff }
        promise = FalseJunkPromise(
            bound: maxFalseJunk, wanted: wanted.count, independentWanted: sample.independentCount, falseJunk: falseJunk,
            upperLimit: sample.upperLimit(falseJunk), junk: junk.count, found: junk.count { Float($0) >= policy.junkCutoff },
            unscored: scores.unscored,
            protected: protected.isEmpty
                ? nil : ProtectedPromise(groups: protectedRows.map(\.group), falseJunk: protectedFalseJunk))
    }

    /// The lowest log-odds above which so few wanted messages lie that their rate is within the bound with 95 % confidence; where even
    /// none of them would be too few to promise it, the highest wanted log-odds there is.
    ///
    /// - Parameter wanted: in descending order.
    private static func cutoff(wanted: [Double], _ sample: GroupedSample, maxFalseJunk: Double) -> Double {
        // The limit rises with the number called junk: the largest number within the bound, by halving.
        var low = 0, high = wanted.count
        while low < high {
            let middle = (low + high + 1) / 2
            if sample.upperLimit(middle) <= maxFalseJunk { low = middle } else { high = middle - 1 }
        }
        return low < wanted.count ? wanted[low] : -.infinity
    }

    static func junkLogOdds(_ scores: [Double], _ isJunk: [Bool]) -> Double {
        func logSum(_ junk: Bool) -> Double {
            let chosen = zip(scores, isJunk).filter { $0.1 == junk }.map { $0.0 }
            let peak = chosen.max() ?? -.infinity
            return peak + log(chosen.reduce(0) { $0 + exp($1 - peak) })
        }
        return logSum(true) - logSum(false)
    }
}

extension LabelSet {
    /// Whether a label is in the set, or its action is.
    func protects(_ label: Label) -> Bool { contains(label) || contains(Label(label.action)!) }
}
