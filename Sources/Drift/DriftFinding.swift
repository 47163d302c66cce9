// Drift: what is compared, and what was found of it.

/// What of the messages may have changed.
public enum DriftFacet: String, CaseIterable, Codable, Sendable {
    /// Messages with more unknown features than 98 to 99.8 of 100 in training: each template once,
    /// and all. One message again and again is seen among all alone.
    case unfamiliarTemplates, unfamiliarMessages
    /// How far the least familiar messages lie beyond those of training: it sees a scheme in known
    /// words sooner, and thresholds one in another language.
    case unfamiliarity
    /// The mean share of unknown features.
    case unknown
    /// The share of messages between the cutoffs.
    case unsure
    /// Population stability indexes: of actions, junk scores, lengths, scripts, and of links and
    /// hidden words.
    case actions, scores, lengths, scripts, signals

    /// Its part of the probability of a false alarm: most of it is for new schemes, which are rare
    /// among other messages and so the hardest to see.
    package var partOfLevel: Double {
        switch self {
        case .unfamiliarTemplates: 0.25
        case .unfamiliarMessages: 0.2
        case .unfamiliarity: 0.4
        case .unknown, .unsure, .actions, .scores, .lengths, .scripts, .signals: 0.15 / 7
        }
    }

    /// What a value of it is.
    public enum Unit: Sendable {
        /// A part of all, in 0...1.
        case share
        /// A ratio of what was found to what was expected; 1 is no change.
        case ratio
        /// A population stability index, 0 or more; 0 is no change. See `StabilityIndex`.
        case index
    }

    /// What a value of the facet is.
    public var unit: Unit {
        switch self {
        case .unfamiliarTemplates, .unfamiliarMessages, .unknown, .unsure: .share
        case .unfamiliarity: .ratio
        case .actions, .scores, .lengths, .scripts, .signals: .index
        }
    }
}

/// One facet, compared.
public struct DriftFinding: Sendable, Hashable, Encodable {
    /// What was compared.
    public let facet: DriftFacet
    /// What was found, in the unit of the facet.
    public let value: Double
    /// The beginning of the range of the value at the level of the comparison, which allows for
    /// chance in training as well. Of a ratio: as far as a ratio of 1 varies.
    public let lower: Double
    /// The end of that range.
    public let upper: Double
    /// The share or ratio that was expected, in the unit of the facet; `nil` of an index.
    public let expected: Double?
    /// Up to this a value is no drift: for a share or ratio a multiple of `expected`, for an index
    /// 0.1.
    public let limit: Double
    /// Whether the whole range is above the limit.
    public var isAlarm: Bool { lower > limit }

    enum CodingKeys: String, CodingKey {
        case facet, value, lower, upper, expected, limit, isAlarm
    }

    init(_ facet: DriftFacet, value: Double, lower: Double, upper: Double, expected: Double? = nil, limit: Double) {
        (self.facet, self.value, self.lower, self.upper) = (facet, value, lower, upper)
        (self.expected, self.limit) = (expected, limit)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(facet, forKey: .facet)
        try container.encode(value, forKey: .value)
        try container.encode(lower, forKey: .lower)
        try container.encode(upper, forKey: .upper)
        try container.encodeIfPresent(expected, forKey: .expected)
        try container.encode(limit, forKey: .limit)
        try container.encode(isAlarm, forKey: .isAlarm)
    }
}
