// Training: where the cutoffs lie. What is asked and wanted messages with their log-odds in, a policy out.

import SpamFilter
import Statistics

/// A message that was scored out of fold, as cutoffs see it.
struct ScoredMessage {
    /// Of junk, calibrated.
    let logOdds: Double
    let label: Label
    let group: UInt64
    /// The kind of wanted messages it is of; see `WantedKinds`.
    let kind: Int
    /// Whether the label that the model would give it if it is not junk is a protected one: so a phone decides, which does not know the true one.
    let isProtected: Bool
}

extension DecisionPolicy {
    /// Whether a message is called junk, as a model with this policy does.
    func callsJunk(_ message: ScoredMessage) -> Bool {
        message.logOdds >= Double(message.isProtected ? protectedJunkCutoff : junkCutoff)
    }
}

/// What is asked of cutoffs.
struct JunkCutoffs {
    /// The bound on the rate of wanted messages called junk; 1 where costs alone decide.
    let maxFalseJunk: Double
    /// What mistakes cost, if the cutoffs are to follow from that, within the bound.
    let costs: MistakeCosts?
    let protected: [ProtectedLabel]

    /// A kind of wanted messages may lose this many times the share that all of them may. The lower it is, the less false junk there is on
    /// sources never trained on, and the less junk is found: the table in `WantedKinds.swift`. Of the project's corpus alone 2, 3 and 5 make the same
    /// cutoffs (2026-11-22).
    static let kindAllowance = 2.0

    /// The cutoffs that wanted messages allow, and the kind of them that holds the junk cutoff where the bound of all would let it be lower.
    ///
    /// The junk cutoff is chosen as if no label were protected: that some messages are lost less must not lose more of the others.
    func policy(_ wanted: [ScoredMessage], kindAllowance: Double = kindAllowance) -> (policy: DecisionPolicy, kind: Int?) {
        var policy = DecisionPolicy.evenOdds
        let held = highest(wanted, kindAllowance: kindAllowance)
        // Below even odds a message is more likely wanted than junk, whatever the bound would allow. Without a wanted message to look at,
        // nothing is known of false junk, and nothing is called junk.
        policy.junkCutoff = wanted.isEmpty ? .infinity : max(Float(costs?.junkCutoff ?? 0), JunkCutoffs.above(held.logOdds))
        policy.unsureCutoff = min(policy.junkCutoff, Float(costs?.unsureCutoff ?? 0))
        policy.protected = LabelSet(protected.map(\.label))
        policy.protectedJunkCutoff = protectedCutoff(wanted, junkCutoff: policy.junkCutoff)
        return (policy, held.kind)
    }

    /// A cutoff above a message's log-odds, by more than the norms of a matrix, which are a Float, and those of a phone can make a difference: else a
    /// message that scored just below would be above on the phone.
    private static func above(_ logOdds: Double) -> Float { Float(logOdds + 1e-5).nextUp }

    /// The lowest log-odds above which so few wanted messages lie that their rate is within the bound with 95 % confidence, and that of each
    /// kind, as it was seen, within some times the bound; where even none of them would be too few to promise it, the highest there is. And the kind that holds it there, where the bound of all
    /// would let it be lower.
    private func highest(_ wanted: [ScoredMessage], kindAllowance: Double) -> (logOdds: Double, kind: Int?) {
        let sample = GroupedSample(groups: wanted.map(\.group))
        var all = 0.0, ofKind: [Int: Double] = [:]
        var groupsOfKind: [Int: Double] = [:]
        for (message, weight) in zip(wanted, sample.weights) { groupsOfKind[message.kind, default: 0] += weight }
        let most = sample.mostGroups(within: maxFalseJunk)
        for i in wanted.indices.sorted(by: { wanted[$0].logOdds > wanted[$1].logOdds }) {
            let kind = wanted[i].kind
            all += sample.weights[i]
            ofKind[kind, default: 0] += sample.weights[i]
            // Its rate can be told from the bound only where there are enough groups of it.
            let isTooManyOfKind = ofKind[kind]! > max(1, kindAllowance * maxFalseJunk * groupsOfKind[kind]!)
            if GroupedSample.wholeGroups(all) > most { return (wanted[i].logOdds, nil) }
            if isTooManyOfKind { return (wanted[i].logOdds, kind) }
        }
        return (-.infinity, nil)
    }

    /// The highest of the cutoffs that protected labels ask for: a model has one for all of them.
    private func protectedCutoff(_ wanted: [ScoredMessage], junkCutoff: Float) -> Float {
        var highest = -Double.infinity, isAnyKnown = false
        for label in protected {
            let own = wanted.filter { label.protects($0.label) }
            isAnyKnown = isAnyKnown || own.contains { $0.isProtected }
            highest = max(highest, JunkCutoffs.highest(own, within: label.maxFalseJunk, junkCutoff: junkCutoff))
        }
        // Where the model took none of them for one nothing is known of those that it will, and none is called junk.
        return isAnyKnown ? max(junkCutoff, JunkCutoffs.above(highest)) : .infinity
    }

    /// The lowest log-odds above which so few messages of a protected label lie that its rate is within a bound with 95 % confidence; without a
    /// bound, or where none would be too few to promise it, the highest there is of those that the model would protect.
    ///
    /// The others have the cutoff of all, and count as lost where that calls them junk. Where they alone are too many, no protection keeps
    /// the bound, and it is the highest too.
    private static func highest(_ messages: [ScoredMessage], within bound: Double?, junkCutoff: Float) -> Double {
        let sample = GroupedSample(groups: messages.map(\.group))
        let most = bound.map { sample.mostGroups(within: $0) } ?? -1
        var lost = sample.weight { !messages[$0].isProtected && messages[$0].logOdds >= Double(junkCutoff) }
        let known = messages.indices.filter { messages[$0].isProtected }.sorted { messages[$0].logOdds > messages[$1].logOdds }
        guard GroupedSample.wholeGroups(lost) <= most else { return known.first.map { messages[$0].logOdds } ?? -.infinity }
        for i in known {
            lost += sample.weights[i]
            if GroupedSample.wholeGroups(lost) > most { return messages[i].logOdds }
        }
        return -.infinity
    }
}
