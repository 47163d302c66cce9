// Training: from out-of-fold scores to calibrated probabilities and cutoffs.

import SpamFilter
import Statistics

/// The calibration of the actions' scores, on two levels: junk or not, and which action if not.
struct ActionCalibration: Equatable {
    let junk: Calibration
    let wanted: Calibration

    init(junk: Calibration, wanted: Calibration) { (self.junk, self.wanted) = (junk, wanted) }

    /// - Parameters:
    ///   - tellsWantedApart: for every row of the corpus, whether its label tells the wanted
    ///     actions apart.
    ///   - traffic: what every row of the corpus counts (`WantedActions.asTraffic`); empty for 1.
    init(_ scores: OutOfFoldScores, tellsWantedApart: [Bool], traffic: [Float] = []) {
        let isJunk = scores.actions.map { $0 == .junk }
        var junkOrNot = LevelScores(classCount: 2), wanted = LevelScores(classCount: isJunk.count { !$0 })
        let indexOf = isJunk.indices.map { isJunk[..<$0].count { !$0 } }
        let junkPlace = isJunk.firstIndex(of: true), wantedPlaces = isJunk.indices.filter { !isJunk[$0] }
        // Weights that sum to the number of messages: how sure a calibration is stays the same.
        let sum = traffic.isEmpty ? 1 : scores.rows.reduce(0) { $0 + Double(traffic[$1]) }
        let scale = sum > 0 ? Double(scores.count) / sum : 1
        for i in 0..<scores.count {
            let all = scores.scores(i), start = all.startIndex, own = scores.classes[i]
            let weight = traffic.isEmpty ? 1 : scale * Double(traffic[scores.rows[i]])
            if let junkPlace {
                let junk = all[start + junkPlace]
                // Not an array, which would be allocated for each message.
                junkOrNot.add(isJunk[own] ? 1 : 0, (0..<2).lazy.map { $0 == 0 ? 0 : junk }, weight: weight)
            }
            if !isJunk[own], tellsWantedApart.isEmpty || tellsWantedApart[scores.rows[i]] {
                wanted.add(indexOf[own], wantedPlaces.lazy.map { all[start + $0] }, weight: weight)
            }
        }
        junk = Calibration(junkOrNot)
        self.wanted = Calibration(wanted)
    }

    /// The slope and offset of each action, rounded as in a model, so that cutoffs are chosen on
    /// the scores that a phone computes.
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
    /// The calibration of the actions; `nil` without out-of-fold scores.
    let calibration: ActionCalibration?
    let policy: DecisionPolicy
    /// How the cutoff came about; `nil` without out-of-fold scores.
    var promise: FalseJunkPromise?
    /// What is known of each part of the wanted messages; `nil` without out-of-fold scores.
    private(set) var parts: WantedParts?
    /// Wanted messages that keep the cutoff high and may not be wanted ones; `nil` where there are
    /// none.
    private(set) var doubtfulLabels: DoubtfulLabels?
    /// The wanted action that keeps the cutoff high; `nil` where none does.
    private(set) var decidingAction: DecidingAction?
    /// A bound that finds much more; `nil` where enough is found.
    private(set) var looserBound: LooserBound?
    /// How many junk messages would be found if no label were protected; `nil` where none is.
    private(set) var foundUnprotected: Int?
    /// The figures of each source; empty where there is only one.
    private(set) var sources: [SourceVerdicts] = []
    /// What the calibration was learned from; `nil` where the folds' scores are not kept.
    var scores: OutOfFoldScores?

    /// Nothing was scored: no calibration, and cutoffs at even odds.
    static let none = OutOfFoldCalibration(calibration: nil, policy: .evenOdds)
}

extension OutOfFoldCalibration {
    /// - Parameters:
    ///   - scores: of messages that the models which scored them had not learned from.
    ///   - levels: those of the corpus that these messages are rows of.
    ///   - settings: the bound on false junk, what mistakes cost, and which labels are protected.
    ///   - background: the background's messages of labels that own messages lack.
    ///   - kept: the calibration of wanted actions that stays; `nil` to learn it too.
    ///   - source: that of a row, where figures are told by source.
    init(
        _ scores: OutOfFoldScores, _ levels: LabelLevels, _ settings: TrainingSettings, background: OutOfFoldScores? = nil,
        keeping kept: Calibration? = nil, source: ((_ row: Int) -> String)? = nil
    ) {
        let labels = levels.labels, protected = settings.protected, maxFalseJunk = settings.maxFalseJunk
        let wantedActions = levels.wantedActions?.placeOfRow ?? []
        let learned = ActionCalibration(
            scores, tellsWantedApart: levels.calibratesWanted,
            traffic: levels.wantedActions?.asTraffic(levels.own(RowList(labels.indices))) ?? [])
        let calibration = ActionCalibration(junk: learned.junk, wanted: kept ?? learned.wanted)
        guard scores.actions.contains(.junk), scores.actions.contains(where: { $0 != .junk }) else {
            self.init(calibration: calibration, policy: .evenOdds)
            return
        }
        let (junk, wanted) = scores.messages(calibration, labels: labels, protected: protected, wantedActions: wantedActions)
        let background =
            background?.messages(calibration, labels: labels, protected: protected, wantedActions: wantedActions).wanted ?? []
        let cutoffs = JunkCutoffs(
            maxFalseJunk: maxFalseJunk, costs: settings.costs, protected: protected, background: background,
            usedOfBound: levels.isForUnknownPhones ? JunkCutoffs.usedOfBoundElsewhere : 1)
        let (policy, holding) = cutoffs.policy(wanted, junk: junk)
        let promise = FalseJunkPromise(cutoffs, policy, junk: junk, wanted: wanted, unscored: scores.unscored)
        let doubtfulLabels = DoubtfulLabels(junk: junk.map(\.logOdds), wanted: wanted.map(\.logOdds), found: promise.found) {
            kept in
            let without = cutoffs.policy(kept.map { wanted[$0] }, junk: junk).policy
            return junk.count(where: without.callsJunk)
        }
        func foundWithin(_ bound: Double) -> Int {
            var cutoffs = cutoffs
            cutoffs.maxFalseJunk = bound
            let policy = cutoffs.policy(wanted, junk: junk).policy
            return junk.count(where: policy.callsJunk)
        }
        var decidingAction: DecidingAction?
        if let holding, !wantedActions.isEmpty, let first = wanted.first(where: { $0.wantedAction == holding }) {
            let free = cutoffs.policy(wanted, junk: junk, actionAllowance: .infinity).policy
            decidingAction = DecidingAction(
                action: first.label.action, messages: wanted.count { $0.wantedAction == holding }, found: promise.found,
                foundWithout: junk.count(where: free.callsJunk), junk: junk.count, above: maxFalseJunk, foundWithin: foundWithin)
        }
        let looser = LooserBound(above: maxFalseJunk, found: promise.found, of: junk.count, foundWithin: foundWithin)
        var unprotected = policy
        unprotected.protectedJunkCutoff = policy.junkCutoff
        let foundUnprotected = protected.isEmpty ? nil : junk.count(where: unprotected.callsJunk)
        let parts = WantedParts(
            scores, calibration, policy, wanted: wanted, labels: labels, counted: levels.ownMessagesOfLabel,
            declared: levels.declared(settings.declared), source: source)
        self.init(
            calibration: calibration, policy: policy, promise: promise, parts: parts, doubtfulLabels: doubtfulLabels,
            decidingAction: decidingAction, looserBound: looser, foundUnprotected: foundUnprotected,
            sources: source.map { scores.figures(junk, wanted, policy, bySource: $0) } ?? [])
    }
}
