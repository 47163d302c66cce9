// Evaluation, attack: what wrong labels in training do. Made by those who train; a part of the report.

/// A model trained on labels of which a share was flipped, measured on the same messages.
public struct PoisoningFigures: Hashable, Sendable, Codable {
    /// 0 for the labels as they are.
    public let flippedShare: Double
    public let flipped: Int
    public let trained: Int
    public let recall: Rate?
    public let falseJunk: Rate?
    /// Average precision of the junk log-odds.
    public let ap: Double?
    /// Why there is no such model.
    public let problem: String?

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

extension PoisoningFigures {
    /// Written out by hand only because the synthesised form leaves out the keys of what is undefined.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(flippedShare, forKey: .flippedShare)
        try fields.encode(flipped, forKey: .flipped)
        try fields.encode(trained, forKey: .trained)
        try fields.encode(recall, forKey: .recall)
        try fields.encode(falseJunk, forKey: .falseJunk)
        try fields.encode(ap, forKey: .ap)
        try fields.encode(problem, forKey: .problem)
    }
}
