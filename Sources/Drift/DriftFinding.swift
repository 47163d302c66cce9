// Drift: what is compared, what was found of it, and what to do.

import Statistics

/// What of the messages may have changed.
public enum DriftFacet: String, CaseIterable, Codable, Sendable {
    /// The mean share of features that the model does not know.
    case unknown
    /// The share of new templates: those of words that few in training were made of. One newer than
    /// 98 of 100 counts a quarter, one newer than 99.8 of 100 counts whole.
    case newTemplates
    /// The share of verdicts between the cutoffs.
    case unsure
    /// The population stability index of junk scores; see `StabilityIndex`.
    case scores

    /// Its part of the probability of a false alarm: half is for new schemes, which are rare among
    /// other messages and so the hardest to see.
    package var partOfLevel: Double { self == .newTemplates ? 1.0 / 2 : 1.0 / 6 }

    /// Whether it is of features alone, whatever the calibration.
    var isOfFeatures: Bool { self == .unknown || self == .newTemplates }

    /// The name in tables and reports, such as `newly worded`.
    public var title: String {
        switch self {
        case .unknown: "unknown features"
        case .newTemplates: "newly worded"
        case .unsure: "unsure verdicts"
        case .scores: "score shift"
        }
    }

    /// What a sentence says of it.
    var subject: String { self == .newTemplates ? "newly worded templates" : title }

    /// A value of it in words: a share in percent, an index as a number.
    package func words(_ value: Double) -> String {
        self == .scores ? decimal(value, places: 3) : "\(decimal(100 * value, places: 1)) %"
    }
}

/// What a comparison says.
public enum DriftAnswer: String, Codable, Sendable {
    /// More than training, chance and a tolerance explain.
    case differs
    /// Not more than training leads to expect, as far as matters.
    case like
    /// The range allows for both.
    case cannotTell

    /// As a table has it.
    public var words: String {
        switch self {
        case .differs: "differs"
        case .like: "as usual"
        case .cannotTell: "cannot tell"
        }
    }
}

/// One facet, compared.
public struct DriftFinding: Sendable, Hashable, Encodable {
    /// What was compared.
    public let facet: DriftFacet
    /// Whether the whole range is above `limit`, the whole range is up to `likeUpTo`, or neither.
    public let answer: DriftAnswer
    /// What was found: a share in 0...1, or an index of 0 or more.
    public let value: Double
    /// The beginning of the range of the value at the level of the comparison. It allows for chance
    /// in training as well.
    public let lower: Double
    /// The end of that range.
    public let upper: Double
    /// The share that was expected; `nil` of an index, for which it is 0.
    public let expected: Double?
    /// Up to this a value is no drift: 1.1 times what was expected, or an index of 0.1.
    public let limit: Double
    /// A range up to this is like training: half as much again as expected or five points more,
    /// whichever is more, or an index of 0.25.
    public let likeUpTo: Double
    /// How many templates the share is of: whole numbers, but of new templates; `nil` of others.
    public let count: Double?
    /// How many templates were compared.
    public let of: Int
    /// What to do; `nil` where the answer is `like`.
    public let advice: String?
    /// How many templates the value is of, in words: `49 of 3,961`, or `3,961` of a mean.
    package var countWords: String {
        guard let count else { return grouped(of) }
        return "\(count == count.rounded() ? grouped(Int(count)) : decimal(count, places: 1)) of \(grouped(of))"
    }
    /// The answer as a table has it; `lower` where less than half of the usual share was found.
    package var words: String { isLower ? "lower" : answer.words }
    /// Shown alike, two values are one.
    package var isLower: Bool {
        answer == .like && expected.map { value < $0 / 2 && facet.words(value) != facet.words($0) } ?? false
    }
    /// Whether the answer is `differs`.
    public var isAlarm: Bool { answer == .differs }

    /// - Parameters:
    ///   - moreWouldTell: whether more messages would make the range much shorter.
    init(
        _ facet: DriftFacet, value: Double, _ range: (lower: Double, upper: Double), expected: Double? = nil, limit: Double,
        likeUpTo: Double, count: Double? = nil, of: Int, moreWouldTell: Bool
    ) {
        (self.facet, self.value, self.expected, self.count, self.of) = (facet, value, expected, count, of)
        ((lower, upper), self.limit, self.likeUpTo) = (range, limit, likeUpTo)
        answer = lower > limit ? .differs : upper <= likeUpTo ? .like : .cannotTell
        switch answer {
        case .differs:
            advice =
                facet == .scores ? "label 50 messages and measure" : "label 50 of those that differ most and train again"
        case .like: advice = nil
        case .cannotTell: advice = moreWouldTell ? "compare messages of more templates" : "train on more different messages"
        }
    }
}
