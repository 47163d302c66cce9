// Experiments: what a search for settings looks for, and what one of its trials found.

import SpamEvaluation
import SpamTraining

/// By which figure settings are ranked.
public enum TuningObjective: String, Sendable, CaseIterable {
    /// Junk found at a bound of false junk: what a user would notice. It hangs on the few wanted messages above the cutoff, of which a part of a
    /// corpus has next to none (on a ninth of the starter corpus it is 0 for most candidates), so that on parts, and where the whole is too
    /// small, average precision decides.
    case recall
    /// Average precision: moves with every message, so it is the steadiest.
    case ap
    /// F1 of Junk by the models' own cutoffs.
    case f1

    /// So many groups of wanted messages must lie above the cutoff for recall to be told: then one more or less moves it little.
    static let groupsAbove = 5.0

    /// How many groups of wanted messages it takes to tell recall at a bound.
    public static func groupsNeeded(for bound: FalseJunkBound) -> Int { Int((groupsAbove / bound.rate).rounded(.up)) }

    /// The figure that decides.
    ///
    /// - Parameters:
    ///   - wantedGroups: groups of wanted messages that were scored.
    ///   - divisor: one in so many of all groups was.
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
    public let messages: Int
    /// Groups of like messages with a wanted one among them.
    public let wantedGroups: Int
    /// `nil` where they are undefined, or there is a problem.
    public let averagePrecision: Double?
    /// At the bound that the settings ask for: see `FalseJunkBound.init(within:)`.
    public let recall: Double?
    public let f1: Double?
    /// Why a model could not be trained.
    public let problem: String?

    init(_ evaluation: Evaluation, wantedGroups: Int, bound: FalseJunkBound) {
        let ranking = evaluation.junkRanking()
        messages = evaluation.n
        self.wantedGroups = wantedGroups
        averagePrecision = ranking.averagePrecision
        recall = ranking.recall(at: bound).value
        f1 = evaluation.figures(of: .junk).f1
        problem = nil
    }

    init(_ problem: TrainingError) {
        (messages, wantedGroups, averagePrecision, recall, f1) = (0, 0, nil, nil, nil)
        self.problem = problem.description
    }

    /// Its value by an objective, and average precision where values are equal; below everything else where there is none.
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
