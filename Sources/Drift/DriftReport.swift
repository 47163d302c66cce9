// Drift: a stream compared with a model, whole and by periods. Makeups in, one value out that text,
// JSON and the page read, and a sentence of what was found.

import Statistics

/// Collects a stream for a report. Memory grows with the number of periods, some 2 KB each.
public struct DriftSurvey: Sendable {
    private let profile: TrafficProfile
    private let by: DriftPeriod?
    private let sources: Int
    private var whole = TrafficCounter()
    private var counters: [String: TrafficCounts] = [:]
    /// One period at a time is counted in most files; its memory of templates is kept.
    private var memories: [String: TemplateMemory] = [:]
    private static let mostMemories = 32
    /// How many messages had no time that periods by time could be told from.
    public private(set) var withoutTime = 0
    /// How many messages were counted.
    public var messages: Int { whole.counts.messages }

    /// Counts against a profile.
    ///
    /// - Parameters:
    ///   - profile: what the model was trained on.
    ///   - by: the periods that are counted apart; `nil` for none.
    ///   - sources: how many sources training had.
    public init(_ profile: TrafficProfile, by: DriftPeriod? = nil, sources: Int = 1) {
        (self.profile, self.by, self.sources) = (profile, by, sources)
    }

    /// Counts a message.
    ///
    /// - Parameter makeup: what the message is made of.
    /// - Parameter time: in seconds since 1970; `nil` where it is not known.
    public mutating func add(_ makeup: MessageMakeup, time: Int? = nil) {
        let before = whole.counts.messages
        whole.add(makeup)
        guard let by else { return }
        let name: String
        if by == .messages {
            let first = before / TemplateMemory.window * TemplateMemory.window + 1
            name = "message \(first)"
        } else if let time, let found = by.name(of: time) {
            name = found
        } else {
            withoutTime += 1
            return
        }
        // Of a file that is not in the order of time, all memories would be kept.
        if memories[name] == nil, by == .messages || memories.count == DriftSurvey.mostMemories { memories.removeAll() }
        let isRepeat = memories[name, default: TemplateMemory()].isRepeat(makeup.template)
        counters[name, default: TrafficCounts()].add(makeup, isRepeat: isRepeat)
    }

    /// Compares all that was counted so far, whole and by period. More may be added afterwards.
    ///
    /// - Parameter level: the probability of any false alarm, of the whole or of a period, in
    ///   0...1, both ends left out.
    /// - Complexity: one comparison for each period and one more, some 0.25 ms each.
    public func report(level: Double = DriftComparison.usualLevel) -> DriftReport {
        let names = by == .messages ? counters.keys.sorted { ($0.count, $0) < ($1.count, $1) } : counters.keys.sorted()
        let looks = names.count + 1
        func comparison(_ counts: TrafficCounts) -> DriftComparison {
            DriftComparison(counts, profile, level: level, looks: looks, sources: sources)
        }
        return DriftReport(
            level: level, profile: profile, whole: comparison(whole.counts),
            periods: names.map { name in
                DriftReport.Period(name: name, comparison: comparison(counters[name]!))
            })
    }
}

/// What a comparison found, whole and by period.
public struct DriftReport: Sendable {
    /// The messages of one period.
    public struct Period: Sendable {
        /// The name of the period, such as `2026-11`; `message 2001` for one by number.
        public let name: String
        /// Its messages, compared with training.
        public let comparison: DriftComparison
    }

    /// The probability of any false alarm, of the whole or of a period; between 0 and 1.
    public let level: Double
    /// What the model was trained on.
    public let profile: TrafficProfile
    /// All messages together, compared.
    public let whole: DriftComparison
    /// The periods, in the order of time; empty where none were asked for.
    public let periods: [Period]
    /// The messages that differ most, by template group; filled by who has seen their texts.
    public var groups: [DriftGroup] = []
    /// What may explain an alarm besides other messages, and what to do first, in a sentence;
    /// filled by who has read the rows.
    public var caveat: String?
    /// The day from which on the newest fifth of the messages are, such as `2026-01-31`; `nil`
    /// where times do not part them. Filled by who has read the rows.
    public var newestFrom: String?

    /// `differs` where all messages or a period do; else what all messages say.
    public var answer: DriftAnswer { periods.contains { $0.comparison.isAlarm } ? .differs : whole.answer }

    /// The period from which on all have an alarm; `nil` where the last has none, and where there
    /// are no periods.
    public var since: Period? {
        guard let last = periods.last, last.comparison.isAlarm else { return nil }
        let calm = periods.lastIndex { !$0.comparison.isAlarm } ?? -1
        return periods[calm + 1]
    }

    /// What to think of it, and what to do.
    public var sentence: String {
        guard let caveat, answer == .differs else { return finding }
        return "\(finding) \(caveat)"
    }

    private var finding: String {
        if let since {
            let latest = periods.suffix(from: periods.firstIndex { $0.name == since.name }!)
            let worst = latest.max { $0.comparison.strength < $1.comparison.strength } ?? since
            return "Since \(since.name) \(worst.comparison.sentence)"
        }
        if whole.isAlarm { return capitalized(whole.sentence) }
        let alarmed = periods.filter { $0.comparison.isAlarm }
        guard let worst = alarmed.max(by: { $0.comparison.strength < $1.comparison.strength }) else {
            return capitalized(whole.sentence)
        }
        return "In \(worst.name) \(worst.comparison.sentence)"
    }
}

/// Like messages that a model knows little of.
public struct DriftGroup: Sendable, Encodable {
    /// How many such messages there are among those looked at.
    public let messages: Int
    /// The mean share of unknown features, in 0...1.
    public let unknown: Double
    /// The name of the action that the model decided on for most of them.
    public let action: String
    /// Where some of them are found, such as the lines of a file.
    public let places: [String]
    /// The text of the first, if texts were asked for.
    public let text: String?

    /// A group as a page shows it.
    public init(messages: Int, unknown: Double, action: String, places: [String], text: String?) {
        (self.messages, self.unknown, self.action, self.places, self.text) = (messages, unknown, action, places, text)
    }
}

extension DriftReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case level, answer, sentence, messages, templates, findings, periods, groups
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(level, forKey: .level)
        try container.encode(answer, forKey: .answer)
        try container.encode(sentence, forKey: .sentence)
        try container.encode(whole.counts.messages, forKey: .messages)
        try container.encode(whole.counts.templates, forKey: .templates)
        try container.encode(whole.findings, forKey: .findings)
        if !periods.isEmpty { try container.encode(periods, forKey: .periods) }
        try container.encode(groups, forKey: .groups)
    }
}

extension DriftReport.Period: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, answer, messages, templates, findings
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(comparison.answer, forKey: .answer)
        try container.encode(comparison.counts.messages, forKey: .messages)
        try container.encode(comparison.counts.templates, forKey: .templates)
        try container.encode(comparison.findings, forKey: .findings)
    }
}

extension DriftComparison {
    /// How far the strongest alarm is above its limit, as a ratio; 0 without one.
    var strength: Double { alarms.map { $0.lower / max($0.limit, 1e-6) }.max() ?? 0 }

    /// What to think of it and what to do, in English. It has no capital at its beginning, so that
    /// a time may come before it.
    public var sentence: String {
        guard counts.messages > 0 else { return "there are no messages to compare." }
        let finding = findings.first { $0.answer == answer } ?? findings[0]
        func words(_ value: Double) -> String { finding.facet.words(value) }
        let found: String
        switch answer {
        case .like:
            let new = self[.newTemplates].map { $0.facet.words($0.upper) } ?? ""
            return "what comes in is like what the model was trained on. At most \(new) of templates are new. "
                + "One changed template is too little to show."
        case .cannotTell:
            found =
                "\(counted(counts.messages, "message")) cannot tell whether what comes in is like training: \(finding.facet.title) may be \(words(finding.lower)) to \(words(finding.upper))"
        case .differs:
            let expected = "where \(words(finding.expected ?? 0)) was expected"
            switch finding.facet {
            case .unknown: found = "a message has on average \(words(finding.value)) unknown features, \(expected)"
            case .newTemplates: found = "new templates are \(words(finding.value)), \(expected)"
            case .unsure: found = "the model is unsure about \(words(finding.value)) of templates, \(expected)"
            case .scores:
                found =
                    "junk scores are not spread as in training (shift \(words(finding.value)); up to \(words(finding.limit)) is usual)"
            }
        }
        return "\(found). \(capitalized(finding.advice ?? ""))."
    }
}

func capitalized(_ sentence: String) -> String { sentence.prefix(1).uppercased() + sentence.dropFirst() }
