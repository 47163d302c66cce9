// Evaluation, attack: what wrong labels in training do. Trained elsewhere; a part of the report.

import Statistics

/// A model trained with a share of its labels flipped, measured on the same messages.
public struct PoisoningFigures: Hashable, Sendable, Codable {
    /// The share of labels that were flipped, in 0...1; 0 for the labels as they are.
    public let flippedShare: Double
    /// How many labels were flipped.
    public let flipped: Int
    /// How many messages the model was trained on.
    public let trained: Int
    /// Junk caught, at the model's own cutoff; `nil` where there is no model.
    @OrNull public internal(set) var recall: Rate?
    /// Wanted messages put in Junk, at the model's own cutoff; `nil` where there is no model.
    @OrNull public internal(set) var falseJunk: Rate?
    /// Average precision of the junk log-odds, in 0...1; `nil` without a model or junk.
    @OrNull public internal(set) var ap: Double?
    /// Why there is no such model; `nil` where there is one.
    @OrNull public internal(set) var problem: String?

    /// Figures of an evaluation; without one, `problem` says why.
    public init(flippedShare: Double, flipped: Int, trained: Int, measured evaluation: Evaluation?, problem: String?) {
        self.flippedShare = flippedShare
        self.flipped = flipped
        self.trained = trained
        recall = evaluation.map { $0.figures(of: .junk).recall }
        falseJunk = evaluation?.falseJunk
        ap = evaluation.flatMap { $0.junkRanking().averagePrecision }
        self.problem = problem
    }
}
