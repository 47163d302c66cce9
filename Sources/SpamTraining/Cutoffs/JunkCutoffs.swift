// Training: the choice of cutoffs, from wanted messages with log-odds; those of least cost, where
// it is known what mistakes cost.

import Foundation
import SpamFilter
import Statistics

/// What is asked of cutoffs.
struct JunkCutoffs {
    /// The bound on the rate of wanted messages called junk; 1 if costs alone decide.
    var maxFalseJunk: Double
    /// What mistakes cost, if the cutoffs are to minimise the cost within the bound.
    let costs: MistakeCosts?
    let protected: [ProtectedLabel]
    /// The background's messages of labels of which own messages have few groups. Only the
    /// protected cutoff heeds it: Benchmarks/decisions/cutoffs.md.
    var background: [ScoredMessage] = []
    /// The share of the bound that is used.
    var usedOfBound = 1.0

    /// The observed false junk rate of one wanted action may be this many times the bound
    /// of all. A fifth more, since few groups of a wanted action tell its rate coarsely:
    /// Benchmarks/decisions/sources.md.
    static let actionAllowance = 1.2
    /// The share of the bound that is used where no message is of a phone: phones have other
    /// senders, and some three times the false junk. Benchmarks/decisions/cutoffs.md.
    static let usedOfBoundElsewhere = 0.35
    /// The share of junk that the cutoff gives up where nothing is known of wanted messages:
    /// Benchmarks/decisions/cutoffs.md.
    static let mostGivenUp = 0.8

    /// The cutoffs that wanted messages allow, and the wanted action that keeps the junk cutoff
    /// above where the bound of all would put it.
    ///
    /// The junk cutoff is chosen as if no label were protected: protecting some messages must not
    /// lose more of the others.
    func policy(
        _ wanted: [ScoredMessage], junk: [ScoredMessage], actionAllowance: Double = actionAllowance
    ) -> (policy: DecisionPolicy, wantedAction: Int?) {
        var policy = DecisionPolicy.evenOdds
        let held = highest(wanted, junk, actionAllowance: actionAllowance)
        // Below even odds a message is more likely wanted than junk, even if the bound would allow
        // it. Without wanted messages false junk is unknown, and nothing is called junk.
        policy.junkCutoff = wanted.isEmpty ? .infinity : max(Float(costs?.junkCutoff ?? 0), JunkCutoffs.above(held.logOdds))
        policy.unsureCutoff = min(policy.junkCutoff, Float(costs?.unsureCutoff ?? 0))
        policy.protected = LabelSet(protected.map(\.label))
        policy.protectedJunkCutoff = protectedCutoff(wanted, junkCutoff: policy.junkCutoff)
        return (policy, held.wantedAction)
    }

    /// A cutoff above a message's log-odds, by more than the rounding of norms (a Float) on a phone
    /// can shift a score.
    static func above(_ logOdds: Double) -> Float { Float(logOdds + 1e-5).nextUp }

    /// The lowest log-odds above which the false junk keeps both bounds: for all wanted messages,
    /// by the upper 95 % confidence limit; for each wanted action, the observed rate within
    /// `actionAllowance` times the bound. If there are too few groups to show the first, the
    /// highest log-odds of a wanted message, and as high as gives up junk in proportion to the
    /// groups that are missing. Also the wanted action that alone prevents a lower cutoff, if one
    /// does.
    private func highest(
        _ wanted: [ScoredMessage], _ junk: [ScoredMessage], actionAllowance: Double
    ) -> (logOdds: Double, wantedAction: Int?) {
        let sample = GroupedSample(groups: wanted.map(\.group))
        var all = 0.0, ofAction: [Int: Double] = [:]
        var groupsOfAction: [Int: Double] = [:]
        for (message, weight) in zip(wanted, sample.weights) { groupsOfAction[message.wantedAction, default: 0] += weight }
        // A bound below a tenth of a percent leaves no room.
        let maxFalseJunk = max(maxFalseJunk * usedOfBound, min(maxFalseJunk, 0.001))
        let most = sample.mostGroups(within: maxFalseJunk)
        guard most >= 0 else {
            let highest = wanted.reduce(-.infinity) { max($0, $1.logOdds) }
            return (max(highest, givenUp(junk, groups: sample.independentCount)), nil)
        }
        for i in RadixSort.descending(wanted.map(\.logOdds)) {
            let wantedAction = wanted[i].wantedAction
            all += sample.weights[i]
            ofAction[wantedAction, default: 0] += sample.weights[i]
            // One group is always allowed: with few groups the rate cannot be told from the bound.
            let isTooManyOfAction =
                ofAction[wantedAction]! > max(1, actionAllowance * maxFalseJunk * groupsOfAction[wantedAction]!)
            if GroupedSample.wholeGroups(all) > most { return (wanted[i].logOdds, nil) }
            if isTooManyOfAction { return (wanted[i].logOdds, wantedAction) }
        }
        return (-.infinity, nil)
    }

    /// The log-odds below which junk is given up, because too few groups of wanted messages are
    /// known: a quantile of junk that falls from `mostGivenUp` to 0 as groups come in.
    ///
    /// The next wanted message is of a template that none of the few is like. The highest score
    /// seen is too low a cutoff for it, and a prediction limit (normal, Student) was no better.
    private func givenUp(_ junk: [ScoredMessage], groups: Int) -> Double {
        let needed = GroupedSample.groupsNeeded(within: maxFalseJunk).map(Double.init) ?? .infinity
        let share = JunkCutoffs.mostGivenUp * max(0, 1 - Double(groups) / needed)
        let lost = Int(share * Double(junk.count))
        return lost == 0 ? -.infinity : junk.map(\.logOdds).sorted()[lost - 1]
    }

    /// The highest of the cutoffs of protected labels: a model has one cutoff for all of them.
    private func protectedCutoff(_ wanted: [ScoredMessage], junkCutoff: Float) -> Float {
        var highest = -Double.infinity, isAnyProtected = false
        for label in protected {
            let messages = (wanted + background).filter { label.protects($0.label) }
            isAnyProtected = isAnyProtected || messages.contains { $0.isProtected }
            highest = max(highest, JunkCutoffs.highest(messages, within: label.maxFalseJunk, junkCutoff: junkCutoff))
        }
        // If the model recognised none as protected, their false junk is unknown: none is junk.
        return isAnyProtected ? max(junkCutoff, JunkCutoffs.above(highest)) : .infinity
    }

    /// The lowest log-odds above which a protected label's upper 95 % confidence limit keeps a
    /// bound; without a bound, or if none keeps it, the highest of the messages that the model
    /// recognises as protected.
    ///
    /// The cutoff of all applies to the other messages of the label, and those above it are lost.
    /// If they alone are too many, no protection keeps the bound.
    private static func highest(_ messages: [ScoredMessage], within bound: Double?, junkCutoff: Float) -> Double {
        let sample = GroupedSample(groups: messages.map(\.group))
        let most = bound.map { sample.mostGroups(within: $0) } ?? -1
        var lost = sample.weight { !messages[$0].isProtected && messages[$0].logOdds >= Double(junkCutoff) }
        let protected = messages.indices.filter { messages[$0].isProtected }
        guard GroupedSample.wholeGroups(lost) <= most else {
            return protected.reduce(-.infinity) { max($0, messages[$1].logOdds) }
        }
        for i in RadixSort.descending(protected.map { messages[$0].logOdds }).map({ protected[$0] }) {
            lost += sample.weights[i]
            if GroupedSample.wholeGroups(lost) > most { return messages[i].logOdds }
        }
        return -.infinity
    }
}

/// Cutoffs that minimise the expected cost: Elkan, The Foundations of Cost-Sensitive Learning,
/// IJCAI 2001; with the third answer, unsure, Chow, On Optimum Recognition Error and Reject
/// Tradeoff, IEEE Transactions on Information Theory 16 (1970).
///
/// A message that is junk with probability p costs (1 - p) x falseJunk if it is called junk,
/// p x missedJunk if it is called wanted, and unsure if neither.
///
///     junk is cheaper than wanted     if  ln(p / (1 - p)) >= ln(falseJunk / missedJunk)
///     junk is cheaper than unsure     if  ln(p / (1 - p)) >= ln((falseJunk - unsure) / unsure)
///     unsure is cheaper than wanted   if  ln(p / (1 - p)) >= ln(unsure / (missedJunk - unsure))
///
/// The third holds for no p if unsure >= missedJunk. Junk is chosen where it is cheaper than both.
/// Below the junk cutoff only the third line matters, so the unsure cutoff does not depend on the
/// junk cutoff, except that it is never above it. If unsure is the cheapest for no p, the third
/// line lies above the first, and nothing is unsure unless a bound lifts the junk cutoff above the
/// third line.
extension MistakeCosts {
    /// Whether cutoffs follow from the costs: both mistakes cost something.
    public var decide: Bool { falseJunk > 0 && missedJunk > 0 }

    /// The log-odds from which junk is the cheapest answer. Requires `decide`.
    var junkCutoff: Double {
        let even = log(falseJunk / missedJunk)
        return unsure > 0 && unsure < falseJunk ? max(even, log((falseJunk - unsure) / unsure)) : even
    }

    /// The log-odds from which unsure costs no more than wanted; infinite if it always costs more.
    ///
    /// Without a cost of unsure, the log-odds from which junk is cheaper than wanted: only messages
    /// that a bound keeps out of Junk are then unsure.
    var unsureCutoff: Double {
        guard unsure > 0 else { return log(falseJunk / missedJunk) }
        return unsure < missedJunk ? log(unsure / (missedJunk - unsure)) : .infinity
    }
}
