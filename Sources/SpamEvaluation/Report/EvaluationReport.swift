// Evaluation: the figures as one value, for files and for people. An `Evaluation` in, JSON out;
// text is made in ReportText.swift.

import SpamFilter
import Statistics

/// Every figure of an `Evaluation`, and what else is known of the test set.
///
/// `text` reads well in a terminal, `markdown` in a document. As JSON it has the keys that
/// Figures.md lists, always all of them. A rate is `{count, of, rate, lower, upper}` with a 95 %
/// Wilson interval. What is undefined, unknown or not asked for is null, never a number.
public struct EvaluationReport: Hashable, Sendable {
    /// What the figures follow from.
    public let measured: Measurements

    /// Intervals by drawing groups; `nil` where none were drawn.
    public var bootstrap: BootstrapIntervals?
    /// How the model does on parts of the messages, the worst part first; empty where there are
    /// none.
    public var slices: [Slice] = []
    /// The limit on false junk that the model is made for: the overview has recall at this one.
    public var maxFalseJunk = Comparison.usualMaxFalseJunk
    /// The wanted messages by groups of near duplicates; `nil` where messages were not grouped.
    public var wantedGroups: WantedGroups?
    /// The labels that the model protects; an action stands for all its labels.
    public var protected: Set<Label> = []
    /// What a blocked sender does; `nil` where messages have no senders and times.
    public var senders: SenderFigures?
    /// Messages of training among those measured; `nil` where training is not known.
    public var overlap: TrainingOverlap?
    /// The figures of test messages that share no template with training, where others do; `nil`
    /// where training is not known.
    public var unseenTemplates: UnseenTemplates?
    /// What the model's card tells of its messages; `nil` where it tells nothing.
    public var trace: TrainingTrace?
    /// Whether all messages are later than those of training, so that known ones are no fault.
    public var isLater = false
    /// Figures with each source left out of training; `nil` where not asked for.
    public var acrossSources: [SourceFigures]?
    /// The names of wanted labels that phones have and no test message has; empty where they are
    /// not to be named.
    public var untested: [String] = []
    /// Points of curves; `nil` where not asked for.
    public var curves: RankingCurves?

    /// The shares of actions on phones that the model assumes, which sum to 1; empty where it
    /// assumes none.
    public var traffic: [Action: Double] = [:]

    /// What an evaluation gives; `bootstrap` and what follows it are set by who knows them.
    ///
    /// - Parameter evaluation: the outcomes, with their scores.
    /// - Parameter costs: what mistakes cost; `nil` where it is not known.
    /// - Complexity: O(n log n) for the order of the scores.
    public init(_ evaluation: Evaluation, costs: MistakeCosts? = nil) {
        measured = evaluation.measurements(costs: costs)
    }
}

// MARK: - Figures

extension EvaluationReport {
    /// How many messages were measured.
    public var n: Int { measured.confusion.n }
    /// How many of them are truly junk.
    public var junk: Int { measured.confusion.junk }
    /// How many scores are not numbers.
    public var nanScores: Int { measured.nanScores }

    /// The value of a figure in its unit; `nil` where it is undefined.
    public subscript(figure: Figure) -> Double? { figure.number(measured) }

    /// A figure that is a rate, with its counts; 0 of 0 where it is undefined or no rate.
    public func rate(_ figure: Figure) -> Rate {
        if case .rate(let rate) = figure.value(measured) { rate } else { Rate(0, of: 0) }
    }

    /// Why a figure is undefined, where it is.
    package func reason(_ figure: Figure) -> String { figure.reason(measured) }

    /// Wanted messages in Junk by true label, of the labels that occur.
    package var falseJunkByLabel: [(label: Label, rate: Rate)] {
        Label.all.compactMap { label in measured.labels?.falseJunk[label].map { (label, $0) } }
    }

    /// Messages left unsure by true label, of the labels that occur.
    package var unsureByLabel: [(label: Label, rate: Rate)] {
        Label.all.compactMap { label in measured.labels?.unsure[label].map { (label, $0) } }
    }

    /// Whether the model protects a label.
    func protects(_ label: Label) -> Bool { protected.contains(label) || Label(label.action).map(protected.contains) ?? false }

    /// What a bootstrap found of a figure, if there was one and it found anything.
    package func drawn(_ figure: Figure) -> PercentileInterval? {
        figure.drawnName.flatMap { bootstrap?.intervals[$0] }
    }
}

// MARK: - JSON

extension EvaluationReport: Encodable {
    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringLiteral key: String) { stringValue = key }
        init(stringValue key: String) { stringValue = key }
        init?(intValue: Int) { nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(n, forKey: "n")
        try fields.encode(junk, forKey: "junk")
        try fields.encode(nanScores, forKey: "nanScores")
        try fields.encode(confusion, forKey: "confusion")
        try fields.encode(Outcome.actions.map(measured.confusion.figures(of:)), forKey: "classes")
        try fields.encode(
            Dictionary(uniqueKeysWithValues: falseJunkByLabel.map { ($0.label.description, $0.rate) }), forKey: "falseJunkByLabel"
        )
        try fields.encode(
            Dictionary(uniqueKeysWithValues: unsureByLabel.map { ($0.label.description, $0.rate) }), forKey: "unsureByLabel")
        try encodeFigures(to: &fields)
        try fields.encode(measured.calibration, forKey: "calibration")
        try fields.encode(measured.costs, forKey: "costs")
        try fields.encode(bootstrap, forKey: "bootstrap")
        try fields.encode(folders, forKey: "folders")
        try fields.encode(slices, forKey: "slices")
        try fields.encode(wantedGroups, forKey: "wantedGroups")
        try fields.encode(senders, forKey: "senders")
        try fields.encode(overlap, forKey: "overlap")
        try fields.encode(unseenTemplates, forKey: "unseenTemplates")
        try fields.encode(phone, forKey: "phone")
        try fields.encode(trace, forKey: "trace")
        try fields.encode(acrossSources, forKey: "acrossSources")
        try fields.encode(curves, forKey: "curves")
    }

    private func encodeFigures(to fields: inout KeyedEncodingContainer<Key>) throws {
        var groups: [String: [String: FigureValue]] = [:]
        for figure in Figure.all {
            guard let path = figure.key?.split(separator: "/").map(String.init) else { continue }
            let value = figure.isInPercent ? FigureValue.number(self[figure]) : figure.value(measured)
            if path.count == 1 {
                try fields.encode(value, forKey: Key(stringValue: path[0]))
            } else {
                groups[path[0], default: [:]][path[1]] = value
            }
        }
        for (key, values) in groups { try fields.encode(values, forKey: Key(stringValue: key)) }
    }

    /// By the names of actions: `{"allow": {"allow": 96, "junk": 1, …, "none": 3}, …}`.
    private var confusion: [String: [String: Int]] {
        Dictionary(
            uniqueKeysWithValues: Outcome.actions.map { truth in
                let row = Outcome.verdicts.map { ($0.name, measured.confusion[truth, $0]) }
                return (truth.name, Dictionary(uniqueKeysWithValues: row))
            })
    }
}

extension Rate {
    /// `9 or more of 10 test messages are`, as digits in words and some links are not masked; where
    /// a card knows a sample of training, `9 or more of a sample of 64 test messages are`.
    ///
    /// - Parameter messages: how many there are.
    package func knownWords(of messages: Int, _ kind: String) -> String {
        let known = "\(grouped(count))\(count < of ? " or more" : "")", sample = of == messages ? "" : "a sample of "
        return "\(known) of \(sample)\(grouped(of)) \(kind) \(count == 1 ? "is" : "are")"
    }
}

/// What a model's card knows of the test set.
public struct TrainingTrace: Hashable, Sendable, Codable {
    /// The names of test files, and of sources of test stores, that the card names.
    public let files: [String]
    /// Test messages that the card can tell, and how many of these were trained on as own ones.
    public let trainedOn: Rate
    /// The same of the background's messages.
    public let background: Rate

    /// `nil` where nothing speaks for it. A single message may be a common one, and next month's
    /// file may have the name of this month's: names count only where messages do not speak against
    /// them.
    public init?(files: [String] = [], own: Rate, background: Rate) {
        (self.files, trainedOn, self.background) = (files, own, background)
        guard files.isEmpty ? isMostlyKnown : knowsSeveral || !isDenied else { return nil }
    }

    private var rates: [Rate] { [trainedOn, background] }
    /// Whether most of the messages that can be told were trained on, or a quarter of many.
    private var isMostlyKnown: Bool { rates.contains { $0.isMostOfSeveral || $0.count > 7 && 4 * $0.count >= $0.of } }
    private var knowsSeveral: Bool { rates.contains { $0.count > 1 } }
    /// Whether most of the messages that can be told were not trained on.
    private var isDenied: Bool { rates.contains { 2 * $0.count < $0.of } }

    /// What to say where test messages are later than those of training: senders send the same text
    /// again.
    ///
    /// - Parameter messages: how many were measured.
    package func laterSentence(of messages: Int) -> String {
        let known = zip(rates, ["training", "background"]).filter { $0.0.count > 0 }.map { rate, place in
            "\(rate.knownWords(of: messages, "messages")) the same as a \(place) message, but for digits and links"
        }
        return
            "\(known.joined(separator: "; ")). Later messages often are, so these figures say little of new texts: "
            + "evaluate --trained-on FILE measures those alone."
    }

    /// - Parameter messages: how many were measured.
    package func sentence(of messages: Int) -> String {
        let names = files.joined(separator: ", ")
        guard isMostlyKnown || knowsSeveral else {
            return
                "The model's card names \(names) as training data. If these are the same messages, the figures say nothing of new ones."
        }
        var signs = files.isEmpty ? [] : ["the model's card names \(names) as training data"]
        for (rate, place) in zip(rates, ["training data", "background"]) where rate.count > 0 {
            signs.append("\(rate.knownWords(of: messages, "test messages")) in the \(place), but for digits and links")
        }
        return "These figures say nothing of new messages: \(signs.joined(separator: "; ")). Measure on other messages."
    }
}
