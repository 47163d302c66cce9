// Experiments: what a search for settings looks for, and what one of its trials found.

import SpamEvaluation
import SpamTraining

/// The figure that ranks settings.
public enum TuningObjective: String, Sendable, CaseIterable {
    /// Junk found at a bound of false junk: what a user would notice. It depends on the few wanted
    /// messages above the cutoff, too few in a part of a corpus: there average precision decides.
    case recall
    /// Average precision: every message moves it a little, so it is the steadiest.
    case ap
    /// F1 of Junk by the models' own cutoffs.
    case f1

    /// So many groups of wanted messages must be above the cutoff before recall is trusted: then
    /// one group moves it little.
    static let groupsAbove = 5.0

    /// How many groups of wanted messages recall at a bound needs.
    package static func groupsNeeded(for bound: FalseJunkBound) -> Int { Int((groupsAbove / bound.rate).rounded(.up)) }

    /// The figure that decides.
    ///
    /// - Parameters:
    ///   - bound: the false junk rate at which recall is read off.
    ///   - wantedGroups: groups of wanted messages that were scored.
    ///   - divisor: one in so many of all groups was scored.
    public func figure(wantedGroups: Int, divisor: Int, bound: FalseJunkBound) -> Figure {
        switch self {
        case .recall:
            divisor == 1 && Double(wantedGroups) * bound.rate >= TuningObjective.groupsAbove
                ? .recallAt(bound) : .averagePrecision
        case .ap: .averagePrecision
        case .f1: .f1(.junk)
        }
    }
}

/// What a trial found, pooled over the parts of a cross-validation.
public struct TrialFigures: Codable, Hashable, Sendable {
    /// How many messages were measured; 0 where there is a problem.
    public let messages: Int
    /// How many groups of like messages have a wanted one among them.
    public let wantedGroups: Int
    /// Average precision of junk, in 0...1; `nil` where it is undefined, or there is a problem.
    public let averagePrecision: Double?
    /// Junk found at the bound that the settings ask for, in 0...1; see
    /// `FalseJunkBound.init(within:)`. `nil` like `averagePrecision`.
    public let recall: Double?
    /// F1 of junk by the models' own cutoffs, in 0...1; `nil` like `averagePrecision`.
    public let f1: Double?
    /// Why a model could not be trained; `nil` where all were.
    public let problem: String?

    init(_ evaluation: Evaluation, wantedGroups: Int, bound: FalseJunkBound) {
        let ranking = evaluation.junkRanking()
        messages = evaluation.n
        self.wantedGroups = wantedGroups
        averagePrecision = ranking.averagePrecision
        recall = ranking.recall(at: bound).value
        f1 = evaluation.confusion.figures(of: .junk).f1
        problem = nil
    }

    init(_ problem: TrainingError) {
        (messages, wantedGroups, averagePrecision, recall, f1) = (0, 0, nil, nil, nil)
        self.problem = problem.description
    }

    /// The value by an objective, then average precision to break ties; -1 for what is undefined.
    func rank(_ objective: TuningObjective, divisor: Int, bound: FalseJunkBound) -> (Double, Double) {
        let value =
            switch objective.figure(wantedGroups: wantedGroups, divisor: divisor, bound: bound) {
            case .averagePrecision: averagePrecision
            case .recallAt(bound): recall
            default: f1
            }
        return (value ?? -1, averagePrecision ?? -1)
    }
}
