// Experiments: labels that are likely wrong. Labelled messages in, doubts out: those of each
// message, of each text, and of texts that differ in numbers alone.

import LabeledMessages
import SpamFilter
import SpamTraining
import Statistics

/// Collects labels to be judged by models that have not seen the message or its group.
public struct LabelReview: ~Copyable {
    private var run: TrainingRun
    private var numbers: [Int64] = []
    private var labels: [Label] = []
    private var texts: [UInt64] = []
    private var maskedTexts: [UInt64] = []

    /// Nothing is collected yet.
    ///
    /// - Parameter settings: of the models that judge.
    public init(_ settings: TrainingSettings) { run = TrainingRun(settings) }

    /// Adds the next message.
    ///
    /// - Parameter message: with the label to be judged.
    /// - Parameter number: what the doubts call it.
    public mutating func add(_ message: LabeledMessage, number: Int64) {
        run.add(message)
        numbers.append(number)
        labels.append(message.label)
        texts.append(stableHash(message.message.body.utf8))
        maskedTexts.append(maskedHash(message.message.body))
    }

    /// Trains the models, and has them judge.
    ///
    /// - Complexity: that of `TrainingRun.outOfFoldProbabilities()`.
    public consuming func judged() throws(TrainingError) -> JudgedLabels {
        let numbers = numbers, labels = labels, texts = texts, maskedTexts = maskedTexts
        var actions: [UInt64: Set<Action>] = [:]
        for (text, label) in zip(maskedTexts, labels) { actions[text, default: []].insert(label.action) }
        let probabilities = try run.outOfFoldProbabilities()
        let judged = Set(probabilities.rows.lazy.map { labels[$0].action }), given = Set(labels.lazy.map(\.action))
        return JudgedLabels(
            labels: numbers.count, judged: probabilities.rows.count,
            lacking: Action.allCases.filter { given.contains($0) && !judged.contains($0) }.compactMap { Label($0) },
            unsuggested: probabilities.unsuggestedActions,
            doubts: probabilities.suspects().map { suspect in
                let masked = maskedTexts[suspect.row]
                return DoubtedLabel(
                    suspect, numbers[suspect.row], labels[suspect.row], text: texts[suspect.row], masked: masked,
                    isContradicted: actions[masked]!.contains(suspect.suggested.action))
            })
    }
}

/// What models say of labels.
public struct JudgedLabels: Sendable {
    /// How many were collected.
    public let labels: Int
    /// How many were judged. Without their groups, an action of the others would have no messages
    /// left to learn from.
    public let judged: Int
    /// The actions of which no label was judged, since too few of their messages are different.
    public let lacking: [Label]
    /// The actions that are suggested only for near duplicates of their messages, since too few
    /// groups have them.
    public var unsuggested: [Label] = []
    /// The most probable first.
    public let doubts: [DoubtedLabel]

    /// `12 of 134 labels are doubtful`, for the tool and the studio.
    public static func sentence(doubtful: Int, of judged: Int) -> String {
        "\(grouped(doubtful)) of \(counted(judged, "label")) \(doubtful == 1 ? "is" : "are") doubtful"
    }

    /// `80 labels could not be judged, since promotion has too few different messages; add some of
    /// it, …`; `nil` where all were.
    public var notJudged: String? {
        let count = labels - judged
        guard count > 0 else { return nil }
        let names = lacking.isEmpty ? "an action" : JudgedLabels.named(lacking)
        let (verb, object) = lacking.count > 1 ? ("have", "each") : ("has", "it")
        return
            "\(counted(count, "label")) could not be judged, since \(names) \(verb) too few different messages; add some of \(object), "
            + "or correct wrong ones"
    }

    /// `promotion has messages of fewer than 29 templates, so it is suggested only …`; `nil` where
    /// all are suggested.
    public var notSuggested: String? {
        guard !unsuggested.isEmpty else { return nil }
        let names = JudgedLabels.named(unsuggested), have = "messages of fewer than \(WantedParts.leastGroups) templates"
        return unsuggested.count > 1
            ? "\(names) have \(have) each, so they are suggested only where a near duplicate has the label"
            : "\(names) has \(have), so it is suggested only where a near duplicate has it"
    }

    private static func named(_ labels: [Label]) -> String {
        let all = labels.map(\.description), first = all.dropLast().joined(separator: ", ")
        return (first.isEmpty ? "" : first + " and ") + all.last!
    }

    /// The doubts of texts: exact repeats of a message with one label are one, by the first.
    public var ofTexts: [(first: DoubtedLabel, messages: [Int64])] {
        let repeats = Dictionary(grouping: doubts, by: \.text)
        var met: Set<DoubtedLabel.Text> = []
        return doubts.filter { met.insert($0.text).inserted }.map { ($0, repeats[$0.text]!.map(\.message)) }
    }
}

/// An action, and the one that models suggest in its place.
public struct DoubtPair: Hashable, Sendable {
    /// The action that labels give.
    public let given: Label
    /// The action that the models give.
    public let suggested: Label

    /// Two actions, as labels without a sub-action.
    public init(given: Label, suggested: Label) { (self.given, self.suggested) = (given, suggested) }

    /// From this probability of the suggested action on, a label may be corrected unread.
    public static let likely = 0.9

    /// In the order in which correcting them pays: first those across the border of junk, then
    /// those with the most likely doubts, then the most frequent.
    ///
    /// - Parameter doubts: the probabilities of the doubts of each.
    public static func ordered(_ doubts: [DoubtPair: [Double]]) -> [DoubtPair] {
        func rank(_ pair: DoubtPair) -> (Int, Int, Int, Label, Label) {
            let crosses = pair.given == .junk || pair.suggested == .junk, all = doubts[pair]!
            return (crosses ? 0 : 1, -all.count { $0 >= likely }, -all.count, pair.given, pair.suggested)
        }
        return doubts.keys.sorted { rank($0) < rank($1) }
    }
}

/// A label that is likely wrong.
public struct DoubtedLabel: Sendable {
    /// Equal for repeats in one doubt.
    struct Text: Hashable {
        let hash: UInt64
        let given: Label
        let suggested: Label
    }

    /// The number under which the message was added.
    public let message: Int64
    /// The label that it has.
    public let given: Label
    /// The action that the models give it, as a label without a sub-action.
    public let suggested: Label
    /// The probability of the suggested action, 0...1.
    public let probability: Double
    /// Whether messages of this text, but for its numbers and links, have the suggested label:
    /// either may be wrong.
    public let isContradicted: Bool
    let text: Text
    private let maskedText: Text

    /// The actions of both labels.
    public var pair: DoubtPair { DoubtPair(given: Label(given.action) ?? given, suggested: suggested) }

    init(_ suspect: LabelSuspect, _ message: Int64, _ given: Label, text: UInt64, masked: UInt64, isContradicted: Bool) {
        (self.message, self.given, self.isContradicted) = (message, given, isContradicted)
        (suggested, probability) = (suspect.suggested, suspect.probability)
        self.text = Text(hash: text, given: given, suggested: suggested)
        maskedText = Text(hash: masked, given: given, suggested: suggested)
    }

    /// Doubts whose texts differ in numbers and links alone are one, by the first. `least` is the
    /// lowest of their probabilities.
    public static func byMaskedText(_ doubts: [DoubtedLabel]) -> [(first: DoubtedLabel, count: Int, least: Double)] {
        let probabilities = doubts.reduce(into: [Text: [Double]]()) { $0[$1.maskedText, default: []].append($1.probability) }
        var met: Set<Text> = []
        return doubts.filter { met.insert($0.maskedText).inserted }.map {
            let alike = probabilities[$0.maskedText]!
            return ($0, alike.count, alike.min()!)
        }
    }
}
