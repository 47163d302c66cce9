// Evaluation: how models do on sources that they have not seen, as values for reports. Nothing is
// trained here.

import Statistics

/// A source, or another part of a corpus, and how a model of all others does on it.
public struct SourceFigures: Hashable, Sendable, Codable {
    /// The source that was left out.
    public let name: String
    /// Messages that the model was trained on.
    public let trained: Int
    /// Messages of the part that are of one template with messages trained on.
    public let overlap: Int
    /// Why no model could be trained without it; the figures are then those of no messages.
    @OrNull public internal(set) var problem: String?
    /// Messages of the source.
    public let n: Int
    /// Messages of the source that are truly junk.
    public let junk: Int
    /// Area under the ROC of junk; `nil` where one kind is missing.
    @OrNull public internal(set) var auc: Double?
    /// Junk caught where one in 100 wanted messages of the source is put in Junk.
    public let recallAtOnePercent: Rate
    /// At each model's own cutoffs.
    public let recall: Rate
    /// Wanted messages put in Junk, at the model's own cutoff.
    public let falseJunk: Rate

    /// What a model of all other sources does on this one.
    public init(name: String, trained: Int, overlap: Int, problem: String?, evaluation: Evaluation) {
        let figures = evaluation.measurements()
        self.name = name
        self.trained = trained
        self.overlap = overlap
        self.problem = problem
        n = evaluation.n
        junk = evaluation.junk
        auc = figures.ranking.auc
        recallAtOnePercent = figures.ranking.recall(at: .onePercent)
        recall = figures.confusion.figures(of: .junk).recall
        falseJunk = figures.confusion.falseJunk
    }
}

/// Test messages that the model may have learned by heart.
public struct TrainingOverlap: Hashable, Sendable, Codable {
    /// Messages trained on.
    public let trained: Int
    /// Test messages of one template with a message trained on. Rates on these tell little.
    public let seenAlike: Rate
    /// The number of groups that these belong to.
    public let groups: Int

    /// How far the messages measured are known to the model.
    public init(trained: Int, seenAlike: Rate, groups: Int) {
        self.trained = trained
        self.seenAlike = seenAlike
        self.groups = groups
    }
}
