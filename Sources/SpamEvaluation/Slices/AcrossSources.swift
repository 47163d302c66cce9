// Evaluation: how models do on sources that they have not seen, as values for reports. Nothing is
// trained here.

import Statistics

/// A source, or another part of a corpus, and how a model of all others does on it.
public struct SourceFigures: Hashable, Sendable, Codable {
    public let name: String
    /// Messages that the model was trained on.
    public let trained: Int
    /// Messages of the part that are of one template with messages trained on.
    public let overlap: Int
    /// Why no model could be trained without it; the figures are then those of no messages.
    @OrNull public internal(set) var problem: String?
    public let n: Int
    public let junk: Int
    @OrNull public internal(set) var auc: Double?
    public let recallAtOnePercent: Rate
    /// At each model's own cutoffs.
    public let recall: Rate
    public let falseJunk: Rate

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

    public init(trained: Int, seenAlike: Rate, groups: Int) {
        self.trained = trained
        self.seenAlike = seenAlike
        self.groups = groups
    }
}
