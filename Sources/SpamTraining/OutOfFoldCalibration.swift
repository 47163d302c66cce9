// Training: from out-of-fold scores to honest probabilities and a cutoff that keeps a promise.

import Foundation
import SpamEvaluation
import SpamFilter

/// What makes the scores of actions into probabilities: junk or not, and which action if not.
struct ActionCalibration: Equatable {
    let junk: Calibration
    let wanted: Calibration

    /// - Parameter tellsWantedApart: of every row of the corpus, whether its label is to be believed about which wanted action it is.
    init(_ scores: OutOfFoldScores, tellsWantedApart: [Bool]) {
        let isJunk = scores.actions.map { $0 == .junk }
        var junkOrNot = LevelScores(classCount: 2), wanted = LevelScores(classCount: isJunk.count { !$0 })
        let indexOf = isJunk.indices.map { isJunk[..<$0].count { !$0 } }
        for i in 0..<scores.count {
            let all = Array(scores.scores(i)), own = scores.classes[i]
            if let junk = isJunk.firstIndex(of: true) { junkOrNot.add(isJunk[own] ? 1 : 0, [0, all[junk]]) }
            if !isJunk[own], tellsWantedApart.isEmpty || tellsWantedApart[scores.rows[i]] {
                wanted.add(indexOf[own], all.indices.lazy.filter { !isJunk[$0] }.map { all[$0] })
            }
        }
        junk = Calibration(junkOrNot)
        self.wanted = Calibration(wanted)
    }

    /// The slope and offset of each action, as a model holds them: a cutoff that is chosen with other digits would let another message through.
    func parameters(_ actions: [Label]) -> [(slope: Float, offset: Float)] {
        var offsets = wanted.offsets[...]
        return actions.map {
            $0 == .junk
                ? (Float(junk.slope), Float(junk.offsets[1])) : (Float(wanted.slope), Float(offsets.popFirst()!))
        }
    }
}

/// What makes scores into probabilities, and the junk cutoff, with what they were learned from.
struct OutOfFoldCalibration {
    /// Of the actions; `nil` without out-of-fold scores.
    var calibration: ActionCalibration?
    var policy: DecisionPolicy
    /// How the cutoff came about; `nil` without out-of-fold scores.
    var promise: FalseJunkPromise?
    /// Wanted messages that keep the cutoff high and may not be wanted ones; `nil` where there are none.
    var doubtfulLabels: DoubtfulLabels?
    /// The kind of wanted messages that keeps the cutoff high; `nil` where none does.
    var holdingKind: HoldingKind?

    static let none = OutOfFoldCalibration(calibration: nil, policy: .evenOdds, promise: nil)
}

extension OutOfFoldCalibration {
    /// - Parameters:
    ///   - maxFalseJunk: the bound on the rate of wanted messages called junk; 1 where costs alone decide.
    ///   - costs: what mistakes cost, if the cutoffs are to follow from that, within the bound.
    ///   - labels: of every row of the corpus.
    ///   - protected: labels whose messages are to be junk only above every one of them that was scored.
    ///   - tellsWantedApart: of every row of the corpus; see `LabelLevels`.
    ///   - kinds: of every row of the corpus which kind of wanted messages it is of, or empty; see `WantedKinds`.
    init(
        _ scores: OutOfFoldScores, maxFalseJunk: Double, costs: MistakeCosts? = nil, labels: [Label] = [],
        protected: LabelSet = [], tellsWantedApart: [Bool] = [], kinds: [Int8] = []
    ) {
        let calibration = ActionCalibration(scores, tellsWantedApart: tellsWantedApart)
        self.calibration = calibration
        policy = .evenOdds
        let isJunk = scores.actions.map { $0.action == .junk }
        guard let junkAction = isJunk.firstIndex(of: true), isJunk.contains(false) else { return }
        let parameters = calibration.parameters(scores.actions)
        var junk: [Double] = [], wanted: [Double] = []
        var wantedGroups: [UInt64] = [], wantedKinds: [Int] = [], wantedRows: [Int] = []
        var protectedRows: [(logOdds: Double, group: UInt64, isKnown: Bool)] = []
        for i in 0..<scores.count {
            let calibrated = zip(scores.scores(i), parameters).map { Double($1.slope) * $0 + Double($1.offset) }
            let logOdds = calibrated[junkAction]
            if isJunk[scores.classes[i]] {
                junk.append(logOdds)
            } else {
                wanted.append(logOdds)
                wantedRows.append(scores.rows[i])
                wantedGroups.append(scores.groups[i])
                wantedKinds.append(kinds.isEmpty ? 0 : Int(kinds[scores.rows[i]]))
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
        let cheapest = costs?.cutoffs ?? (junk: 0, unsure: 0)
        let held = OutOfFoldCalibration.cutoff(wanted, wantedKinds, sample, maxFalseJunk: maxFalseJunk)
        policy.junkCutoff = wanted.isEmpty ? .infinity : max(Float(cheapest.junk), OutOfFoldCalibration.above(held.logOdds))
        policy.unsureCutoff = min(policy.junkCutoff, Float(cheapest.unsure))
        policy.protected = protected
        let highest = protectedRows.reduce(-Double.infinity) { $1.isKnown ? max($0, $1.logOdds) : $0 }
        // Where none of them was scored nothing is known of them, and none is called junk.
        policy.protectedJunkCutoff =
            highest == -.infinity ? .infinity : max(policy.junkCutoff, OutOfFoldCalibration.above(highest))
        let cutoff = policy.junkCutoff, protectedCutoff = policy.protectedJunkCutoff
        let isCalledJunk = wanted.map { Float($0) >= cutoff }
        promise = FalseJunkPromise(
            bound: maxFalseJunk, wanted: wanted.count, independentWanted: sample.independentCount,
            falseJunk: isCalledJunk.count { $0 }, upperLimit: sample.upperLimit(sample.weight { isCalledJunk[$0] }),
            junk: junk.count, found: junk.count { Float($0) >= policy.junkCutoff },
            unscored: scores.unscored,
            meanCost: costs.map { policy.meanCost($0, junk: junk, wanted: wanted) },
            protected: protected.isEmpty
                ? nil
                : ProtectedPromise(
                    groups: protectedRows.map(\.group),
                    isCalledJunk: protectedRows.map { Float($0.logOdds) >= ($0.isKnown ? protectedCutoff : cutoff) }))
        doubtfulLabels = DoubtfulLabels(junk: junk, wanted: wanted, found: promise!.found) { kept in
            let cutoff = OutOfFoldCalibration.cutoff(
                kept.map { wanted[$0] }, kept.map { wantedKinds[$0] }, GroupedSample(groups: kept.map { wantedGroups[$0] }),
                maxFalseJunk: maxFalseJunk)
            return max(Float(cheapest.junk), OutOfFoldCalibration.above(cutoff.logOdds))
        }
        if let kind = held.kind, !kinds.isEmpty, !labels.isEmpty, let row = wantedRows.first(where: { kinds[$0] == kind }) {
            let free = OutOfFoldCalibration.cutoff(
                wanted, wantedKinds, sample, maxFalseJunk: maxFalseJunk, kindAllowance: .infinity)
            let lower = max(Float(cheapest.junk), OutOfFoldCalibration.above(free.logOdds))
            holdingKind = HoldingKind(
                action: labels[row].action, messages: wantedKinds.count { $0 == kind }, found: promise!.found,
                foundWithout: junk.count { Float($0) >= lower }, junk: junk.count)
        }
    }

    /// A cutoff above a message's log-odds, by more than the norms of a matrix, which are a Float, and those of a phone can make a difference: else a
    /// message that scored just below would be above on the phone.
    private static func above(_ logOdds: Double) -> Float { Float(logOdds + 1e-5).nextUp }

    /// A kind of wanted messages may lose this many times the share that all of them may. With 1, and no message below 500 groups, false junk
    /// on sources never trained on fell from 27 to 13 % (one Chinese corpus) and 27 to 22 % (Korean parcels), but recall on another Chinese one
    /// from .22 to .03, and English .63 to .60; at home nothing changed (2026-11-22).
    static let kindAllowance = 5.0

    /// The lowest log-odds above which so few wanted messages lie that their rate is within the bound with 95 % confidence, and that of each
    /// kind, as it was seen, within some times the bound; where even none of them would be too few to promise it, the highest there is. And the kind that holds it there, where the bound of all
    /// would let it be lower.
    private static func cutoff(
        _ wanted: [Double], _ kinds: [Int], _ sample: GroupedSample, maxFalseJunk: Double, kindAllowance: Double = kindAllowance
    ) -> (logOdds: Double, kind: Int?) {
        var all = 0.0, ofKind: [Int: Double] = [:]
        var groupsOfKind: [Int: Double] = [:]
        for (kind, weight) in zip(kinds, sample.weights) { groupsOfKind[kind, default: 0] += weight }
        let most = sample.mostGroups(within: maxFalseJunk)
        for i in wanted.indices.sorted(by: { wanted[$0] > wanted[$1] }) {
            let kind = kinds[i]
            all += sample.weights[i]
            ofKind[kind, default: 0] += sample.weights[i]
            // Its rate can be told from the bound only where there are enough groups of it.
            let isTooManyOfKind = ofKind[kind]! > max(1, kindAllowance * maxFalseJunk * groupsOfKind[kind]!)
            if GroupedSample.wholeGroups(all) > most { return (wanted[i], nil) }
            if isTooManyOfKind { return (wanted[i], kind) }
        }
        return (-.infinity, nil)
    }
}

extension DecisionPolicy {
    /// What a message costs on average, of junk and wanted messages with these log-odds.
    fileprivate func meanCost(_ costs: MistakeCosts, junk: [Double], wanted: [Double]) -> Double {
        func count(_ logOdds: [Double], from: Float) -> Double { Double(logOdds.count { Float($0) >= from }) }
        let calledJunk = count(wanted, from: junkCutoff)
        let unsure = count(wanted + junk, from: unsureCutoff) - count(wanted + junk, from: junkCutoff)
        let missed = Double(junk.count) - count(junk, from: unsureCutoff)
        let sum = costs.falseJunk * calledJunk + costs.missedJunk * missed + costs.unsure * unsure
        return sum / Double(max(1, junk.count + wanted.count))
    }
}

extension LabelSet {
    /// Whether a label is in the set, or its action is.
    func protects(_ label: Label) -> Bool { contains(label) || contains(Label(label.action)!) }
}
