// Evaluation: how models do on sources that they have not seen, as values for reports. Nothing is
// trained here.

import Statistics

/// A source, or another part of a corpus, and how a model of all others does on it.
public struct SourceFigures: Hashable, Sendable, Codable {
    /// The name of the source that was left out, or of the other part.
    public let name: String
    /// How many messages the model was trained on.
    public let trained: Int
    /// How many messages of the part are of one template with messages trained on.
    public let overlap: Int
    /// How many of these are junk; 0 where that was not counted.
    public let overlapOfJunk: Int
    /// Why no model could be trained without it; `nil` where one was. The figures are then those of
    /// no messages.
    @OrNull public internal(set) var problem: String?
    /// How many messages the source has.
    public let n: Int
    /// How many of them are truly junk.
    public let junk: Int
    /// Area under the ROC of junk, in 0...1; `nil` where one kind is missing.
    @OrNull public internal(set) var auc: Double?
    /// Junk caught where at most one in 100 wanted messages of the source is put in Junk. Out of 0
    /// where one kind is missing.
    public let recallAtOnePercent: Rate
    /// Junk caught, at the model's own cutoff.
    public let recall: Rate
    /// Wanted messages put in Junk, at the model's own cutoff.
    public let falseJunk: Rate

    /// With a larger share of seen messages the figures are too good for other sources.
    private static let mostAlike = 0.2

    /// Whether so many messages, or junk messages, share a template with messages trained on that
    /// figures are too good.
    package var isTooAlike: Bool {
        n > 0 && (Double(overlap) > Self.mostAlike * Double(n) || Double(overlapOfJunk) > Self.mostAlike * Double(junk))
    }

    /// What a model of all other sources does on this one.
    public init(
        name: String, trained: Int, overlap: Int, overlapOfJunk: Int = 0, problem: String?, evaluation: Evaluation
    ) {
        let figures = evaluation.measurements()
        self.name = name
        self.trained = trained
        self.overlap = overlap
        self.overlapOfJunk = overlapOfJunk
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
    /// How many messages the model was trained on.
    public let trained: Int
    /// Test messages of one template with a message trained on. Rates on these tell little.
    public let seenAlike: Rate
    /// How many groups these belong to.
    public let groups: Int

    /// How far the messages measured are known to the model.
    public init(trained: Int, seenAlike: Rate, groups: Int) {
        self.trained = trained
        self.seenAlike = seenAlike
        self.groups = groups
    }
}

/// How a model does on test messages of templates that training lacks.
///
/// As JSON `{"falseJunk": {"count": 1, …}, "recall": {…}, "auc": 0.96, "ap": 0.9, "recallAt": {…},
/// "wantedGroups": {…}}`.
public struct UnseenTemplates: Hashable, Sendable {
    /// Wanted messages put in Junk.
    public let falseJunk: Rate
    /// Junk caught.
    public let recall: Rate
    /// How well their scores put junk before wanted messages.
    public let ranking: JunkRanking
    /// The wanted ones in groups of near duplicates; `nil` where they were not grouped.
    public let wantedGroups: WantedGroups?

    /// The figures of these messages alone.
    public init(_ evaluation: Evaluation, groups: WantedGroups?) {
        falseJunk = evaluation.confusion.falseJunk
        recall = evaluation.confusion.figures(of: .junk).recall
        ranking = evaluation.junkRanking()
        wantedGroups = groups
    }

    /// `; ROC-AUC 0.9534, recall at 0.2 % false junk 31.02 %`; empty where nothing is ranked.
    func rankingWords(_ bound: FalseJunkBound) -> String {
        guard let auc = ranking.auc, let recall = ranking.recall(at: bound).value else { return "" }
        return "; ROC-AUC \(decimal(auc, places: 4)), recall at \(bound.rawValue.dropLast()) % false junk \(percent(recall)) %"
    }
}

extension UnseenTemplates: Encodable {
    private enum Key: CodingKey { case falseJunk, recall, auc, ap, recallAt, wantedGroups }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(falseJunk, forKey: .falseJunk)
        try fields.encode(recall, forKey: .recall)
        try fields.encode(ranking.auc, forKey: .auc)
        try fields.encode(ranking.averagePrecision, forKey: .ap)
        let recalls = FalseJunkBound.allCases.map { ($0, ranking.recall(at: $0)) }
        try fields.encode(Dictionary(uniqueKeysWithValues: recalls), forKey: .recallAt)
        try fields.encode(wantedGroups, forKey: .wantedGroups)
    }
}
