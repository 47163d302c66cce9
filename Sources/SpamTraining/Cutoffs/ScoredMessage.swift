// Training: a message that was scored by a model that has not seen its group.

import SpamFilter

/// A message scored out of fold, as cutoffs see it.
struct ScoredMessage {
    /// Calibrated log-odds of junk.
    let logOdds: Double
    let label: Label
    let group: UInt64
    /// The place of a wanted message's action (`WantedActions`).
    let wantedAction: Int
    /// Whether the model's best label other than junk is protected. A phone decides by that,
    /// because it does not know the true label.
    let isProtected: Bool
}

extension OutOfFoldScores {
    /// The messages with calibrated log-odds, junk and wanted.
    ///
    /// - Parameters:
    ///   - labels: of every row of the corpus; empty for those of the actions.
    ///   - protected: labels whose messages have a cutoff of their own.
    ///   - wantedActions: the wanted action of every row (`WantedActions`); empty for one wanted
    ///     action.
    func messages(
        _ calibration: ActionCalibration, labels: [Label], protected: [ProtectedLabel], wantedActions: [Int8]
    ) -> (junk: [ScoredMessage], wanted: [ScoredMessage]) {
        let parameters = calibration.parameters(actions), isJunk = actions.map { $0 == .junk }
        var junk: [ScoredMessage] = [], wanted: [ScoredMessage] = []
        for i in 0..<count {
            let calibrated = zip(scores(i), parameters).map { Double($1.slope) * $0 + Double($1.offset) }
            let row = rows[i], own = classes[i]
            var isProtected = false
            if !protected.isEmpty {
                let best = isJunk.indices.filter { !isJunk[$0] }.max { calibrated[$0] < calibrated[$1] }!
                let label = label(i, action: best)
                isProtected = protected.contains { $0.protects(label) }
            }
            let message = ScoredMessage(
                logOdds: calibrated[isJunk.firstIndex(of: true)!], label: labels.isEmpty ? actions[own] : labels[row],
                group: groups[i], wantedAction: wantedActions.isEmpty ? 0 : Int(wantedActions[row]), isProtected: isProtected)
            if isJunk[own] { junk.append(message) } else { wanted.append(message) }
        }
        return (junk, wanted)
    }
}

extension DecisionPolicy {
    /// Whether a message is called junk, as a model with this policy does.
    func callsJunk(_ message: ScoredMessage) -> Bool {
        message.logOdds >= Double(message.isProtected ? protectedJunkCutoff : junkCutoff)
    }
}
