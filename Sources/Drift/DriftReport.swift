// Drift: a stream compared with a model, whole and by periods. Makeups in, one value out that text,
// JSON and the page read, and a sentence of what was found.

import Statistics

/// Collects a stream for a report. Memory grows with the number of periods, some 2 KB each, and
/// with that of different texts where there are periods: 40 bytes each, and each again for every
/// later period that has it, both of four million at most.
public struct DriftSurvey: Sendable {
    private let profile: TrafficProfile
    private let by: DriftPeriod?
    private let sources: Int
    private var whole = TrafficCounter()
    private var counters: [String: TrafficCounts] = [:]
    /// One period at a time is counted in most files; its memory of templates is kept.
    private var memories: [String: TemplateMemory] = [:]
    private static let mostMemories = 32
    private let keepsTexts: Bool
    private var texts = TextMemory()
    /// The periods in the order in which they were met.
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
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
    ///   - keepsTexts: whether the report has a message of each text that begins in a period.
    public init(_ profile: TrafficProfile, by: DriftPeriod? = nil, sources: Int = 1, keepsTexts: Bool = false) {
        (self.profile, self.by, self.sources, self.keepsTexts) = (profile, by, sources, keepsTexts)
    }

    /// Counts a message.
    ///
    /// - Parameters:
    ///   - makeup: what the message is made of.
    ///   - time: in seconds since 1970; `nil` where it is not known.
    ///   - text: its body; without it no text begins.
    ///   - place: where it is found again.
    public mutating func add(
        _ makeup: MessageMakeup, time: Int? = nil, text: String? = nil, place: @autoclosure () -> String = ""
    ) {
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
        guard let text else { return }
        if numbers[name] == nil {
            numbers[name] = names.count
            names.append(name)
        }
        let keepsTexts = keepsTexts
        texts.add(maskedHash(text), in: numbers[name]!, isEarlier: isEarlier) {
            TextMemory.Sample(
                unknown: makeup.unknownShare, action: makeup.action == .none ? "unsure" : makeup.action.name, place: place(),
                text: keepsTexts ? text : nil)
        }
    }

    /// Names sort in the order of time, and those by number have no other order than that in which
    /// they are met.
    private var isEarlier: (Int, Int) -> Bool {
        let names = names, isByNumber = by == .messages
        return { isByNumber ? $0 < $1 : names[$0] < names[$1] }
    }

    /// Compares all that was counted so far, whole and by period. More may be added afterwards.
    ///
    /// - Parameter level: the probability of any false alarm, of the whole or of a period, in
    ///   0...1, both ends left out.
    /// - Parameter top: how many texts that begin are named of a period that has too many.
    /// - Complexity: one comparison for each period and one more, some 0.25 ms each, and O(texts).
    public func report(level: Double = DriftComparison.usualLevel, top: Int = 10) -> DriftReport {
        let names = by == .messages ? counters.keys.sorted { ($0.count, $0) < ($1.count, $1) } : counters.keys.sorted()
        // Texts are looked at from the third period on.
        let looks = names.count + 1 + (self.names.isEmpty ? 0 : max(0, names.count - 2))
        let beginning = texts.beginning(), goingOn = texts.goingOn(isEarlier: isEarlier)
        func comparison(_ counts: TrafficCounts) -> DriftComparison {
            DriftComparison(counts, profile, level: level, looks: looks, sources: sources)
        }
        var before: (texts: Int, messages: Int, of: Int)?
        var periods: [DriftReport.Period] = []
        for (place, name) in names.enumerated() {
            var period = DriftReport.Period(name: name, comparison: comparison(counters[name]!))
            let messages = counters[name]!.messages, number = numbers[name]
            if place > 0, let number, texts.fullIn.map({ isEarlier(number, $0) }) ?? true {
                let found = beginning[number] ?? [], count = found.reduce(0) { $0 + $1.messages }
                let begun = BeginningTexts(
                    texts: found.count, messages: count, of: messages, before: before, tail: level / Double(looks))
                period.beginning = begun
                if texts.goesOnUntil.map({ isEarlier(number, $0) }) ?? true {
                    period.goingOn = Double(goingOn[number] ?? 0) / Double(max(1, messages))
                }
                if begun.isAlarm {
                    period.groups = found.prefix(top).map { text in
                        let sample = text.sample
                        return DriftGroup(
                            messages: text.messages, unknown: sample.unknown, action: sample.action, places: [sample.place],
                            text: sample.text)
                    }
                }
                before = ((before?.texts ?? 0) + found.count, (before?.messages ?? 0) + count, (before?.of ?? 0) + messages)
            }
            periods.append(period)
        }
        return DriftReport(level: level, profile: profile, whole: comparison(whole.counts), periods: periods)
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
        /// The texts that begin in it; `nil` of the first period, of all where no texts were given,
        /// and from the one on in which there were too many to remember.
        public fileprivate(set) var beginning: BeginningTexts?
        /// The share of messages whose texts began in an earlier period, but for the first of all;
        /// `nil` as `beginning`.
        public fileprivate(set) var goingOn: Double?
        /// Those with most messages, with the tenth message of each; empty where they are no more
        /// than usual.
        public fileprivate(set) var groups: [DriftGroup] = []

        /// Whether its messages differ, or more texts begin than usual.
        public var isAlarm: Bool { comparison.isAlarm || beginning?.isAlarm == true }
        /// `differs` where it is one of these, else what the comparison says.
        public var answer: DriftAnswer { isAlarm ? .differs : comparison.answer }
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
    public var answer: DriftAnswer { periods.contains(where: \.isAlarm) ? .differs : whole.answer }

    /// The period from which on the messages of all differ; `nil` where the last has none, and
    /// where there are no periods.
    public var since: Period? {
        guard let last = periods.last, last.comparison.isAlarm else { return nil }
        let calm = periods.lastIndex { !$0.comparison.isAlarm } ?? -1
        return periods[calm + 1]
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
        case name, answer, messages, templates, findings, beginning, goingOn, groups
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(answer, forKey: .answer)
        try container.encode(comparison.counts.messages, forKey: .messages)
        try container.encode(comparison.counts.templates, forKey: .templates)
        try container.encode(comparison.findings, forKey: .findings)
        try container.encodeIfPresent(beginning, forKey: .beginning)
        try container.encodeIfPresent(goingOn, forKey: .goingOn)
        if !groups.isEmpty { try container.encode(groups, forKey: .groups) }
    }
}
