// spamkit train: what it says of a trained model: some lines for people, or one object of JSON.

import Foundation
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// What was read, what was learned, what to expect and what to do next.
struct TrainingSummary: Encodable {
    let model: String
    let bytes: Int
    let trainer: String
    let features: Int
    let learnedFeatures: Int
    let labels: [String]
    /// Messages learned from, without those of the background.
    let messages: Int
    let junk: Int
    let background: Int
    /// Of the background, where there are no others.
    private let sidesOfBackground: (wanted: Int, junk: Int)?
    /// `nil` where no message was scored by a model that had not seen its group.
    let falseJunk: FalseJunkPromise?
    private let foundUnprotected: Int?
    /// That most messages are of one source of several; `nil` where they are not.
    private let mainSource: String?
    /// What is known of each part of the wanted messages, and of the folders; `nil` as above.
    let parts: WantedParts?
    /// The figures of each source of own messages; empty where there is one.
    let sources: [SourceVerdicts]
    /// What was learned of messages without labels; `nil` where nothing was.
    let unlabelled: UnlabelledFindings?
    /// How many of its messages the file puts in Junk.
    let unlabelledInJunk: Int?
    let expected: ExpectedVerdicts?
    let warnings: [String]
    /// On the messages of `--validate`.
    let evaluation: EvaluationReport?
    /// The command to type next.
    let next: String

    /// Whether the background was found to teach nothing of junk.
    private let isBackgroundUnheard: Bool
    /// The share of messages without labels that seem promotions; `nil` for a model without.
    private let promotions: Double?

    private enum CodingKeys: CodingKey {
        case model, bytes, trainer, features, learnedFeatures, labels, messages, junk, background, falseJunk, parts, sources
        case unlabelled, unlabelledInJunk
        case expected, warnings, evaluation, next
    }

    /// - Parameter own: labelled messages besides the background; `nil` for those that the card
    ///   counts.
    init(
        _ trained: TrainedModel, at path: String, by trainer: String, own: (junk: Int, wanted: Int)? = nil, sources: SourceCounts,
        warnings: [String], isTrafficAsked: Bool, evaluation: EvaluationReport?, next: String
    ) {
        let card = trained.card
        model = path
        bytes = trained.bytes.count
        self.trainer = trainer
        features = trained.heldFeatures
        learnedFeatures = trained.learnedFeatures
        labels = trained.content.classes.map(\.label.description)
        messages = own.map { $0.junk + $0.wanted } ?? card?.messages.values.reduce(0, +) ?? 0
        junk = own?.junk ?? card?.messages[Label.junk.description] ?? 0
        background = sources.backgroundMessages
        mainSource = sources.mainSourceSentence
        let all = card?.messages.values.reduce(0, +) ?? 0, allJunk = card?.messages[Label.junk.description] ?? 0
        sidesOfBackground = messages == 0 && all == sources.backgroundMessages ? (all - allJunk, allJunk) : nil
        (falseJunk, foundUnprotected) = (trained.promise, trained.foundUnprotected)
        (parts, self.sources) = (trained.parts, trained.sources)
        (unlabelled, unlabelledInJunk) = (trained.unlabelled, trained.unlabelledInJunk)
        expected = trained.promise.flatMap { ExpectedVerdicts($0, traffic: card?.traffic, isTrafficAsked: isTrafficAsked) }
        isBackgroundUnheard = card?.backgroundStrength == 0
        promotions = card?.traffic?[.promotion]
        self.warnings = warnings
        self.evaluation = evaluation
        self.next = next
    }

    private static let unheard = "background weight 0: your messages alone say what is junk, both what goes to folders"

    /// Lines in 80 columns, each with its title; each may go on below its beginning.
    ///
    /// - Parameter option: that gives messages to score.
    func lines(scoredBy option: String) -> SummaryLines {
        let own = "\(grouped(messages)) messages: \(grouped(messages - junk)) wanted, \(grouped(junk)) junk"
        let known =
            (background > 0 ? (messages > 0 ? "; \(grouped(background)) of the background" : ofBackground) : "")
            + (unlabelled.map { "; \(grouped($0.messages)) without labels" } ?? "")
        let kept =
            learnedFeatures > features
            ? "\(grouped(features)) of \(counted(learnedFeatures, "feature"))" : counted(features, "feature")
        return SummaryLines([
            ("Read", (messages > 0 ? own : "") + known),
            (
                "Learned",
                "\(onOneLine(model)): \(grouped(bytes)) bytes, \(kept), \(labels.count) labels, by \(trainer)"
                    + (isBackgroundUnheard ? "\n\(TrainingSummary.unheard)" : "")
            ),
            ("Expect", expectation(scoredBy: option)), ("Sources", sourceLines),
            ("Limits", limits.joined(separator: "\n")), ("Folders", unlabelled == nil ? parts?.folderSentence ?? "" : ""),
            ("Next", next),
        ])
    }

    /// All messages, where none is an own one.
    private var ofBackground: String {
        let parts = sidesOfBackground.map { ": \(grouped($0.wanted)) wanted, \(grouped($0.junk)) junk" } ?? ""
        return "\(counted(background, "message")) of the background\(parts)"
    }

    /// What is known of each part of the wanted messages, at the cutoff that they set.
    private var limits: [String] {
        guard unlabelled == nil, let falseJunk, falseJunk.wanted > 0 else { return [] }
        return parts?.sentences(protected: falseJunk.protectedLabels ?? [], bound: falseJunk.bound) ?? []
    }

    /// A line for each of the largest sources, measured as all messages are.
    private var sourceLines: String {
        guard unlabelled == nil, let falseJunk, falseJunk.wanted > 0, falseJunk.tellsOfJunk else { return "" }
        let others = sources.count - SourceVerdicts.mostShown
        return
            (sources.prefix(SourceVerdicts.mostShown).map(\.words)
            + (others > 0 ? ["and \(counted(others, "smaller one"))"] : [])).joined(separator: "\n")
    }

    private func expectation(scoredBy option: String) -> String {
        if let unlabelled { return unlabelled.sentence(inJunkOfFile: unlabelledInJunk, promotions: promotions) }
        guard let falseJunk else { return "unknown, since no message was tested unseen; to test: \(option)" }
        guard falseJunk.wanted > 0 else { return "no junk caught, since no wanted message could be tested" }
        let price = foundUnprotected.flatMap { found in
            found > falseJunk.found ? "--protect costs junk: without it about \(grouped(found)) would be caught" : nil
        }
        let measured = falseJunk.sentences(of: messages > 0 ? messages : background)
        return ([expected?.sentence, measured.first, mainSource, price].compactMap { $0 } + measured.dropFirst())
            .joined(separator: "\n")
    }
}

/// What a command did, in lines of 80 columns, each with its title.
struct SummaryLines {
    private let lines: [(title: String, words: String)]
    private static let indent = String(repeating: " ", count: 9)

    init(_ lines: [(title: String, words: String)]) {
        self.lines = lines.filter { !$0.words.isEmpty || $0.title == "Read" }.map { title, words in
            (
                title,
                title == "Next"
                    ? commandLines(words, indent: Self.indent)
                    : wrapped(words, to: 80, indent: Self.indent, after: Self.indent.count)
            )
        }
    }

    /// Prints all lines, and a report and warnings before the last one: the command to type next.
    func print(_ report: String? = nil, warnings: [String]) throws {
        func print(_ line: (title: String, words: String)) throws {
            try result(line.title + Self.indent.dropFirst(line.title.count) + line.words, bold: line.title.count)
        }
        for line in lines where line.title != "Next" { try print(line) }
        if let report { try result("\n" + report) }
        for warning in warnings { warn(warning, .result) }
        tellWarnings()
        for line in lines where line.title == "Next" { try print(line) }
    }
}

/// A command on lines of at most 80 columns where its options allow it, each but the last with the
/// shell's mark that it goes on.
func commandLines(_ command: String, indent: String) -> String {
    var lines: [String] = []
    for part in command.replacing(" --", with: "\u{0} --").replacing(" && ", with: " &&\u{0} ").split(separator: "\u{0}") {
        if let last = lines.last, indent.count + terminalColumns(last + part) + 2 <= 80 {
            lines[lines.count - 1] = last + part
        } else {
            lines.append(lines.isEmpty ? String(part) : " " + part)
        }
    }
    return lines.joined(separator: " \\\n" + indent)
}

/// What 1,000 messages would meet, by the rates of messages scored out of fold.
struct ExpectedVerdicts: Encodable {
    let junkCaught: Double
    let junkMissed: Double
    let falseJunk: Double
    /// Whether the shares of actions were asked for; else they are the corpus's, or usual ones.
    let isTrafficAsked: Bool
    private let isUsual: Bool
    /// `28.6 % junk, 21.2 % promotion`
    private let shares: String

    private enum CodingKeys: CodingKey { case junkCaught, junkMissed, falseJunk, isTrafficAsked }

    /// `nil` without junk, where wanted messages are too few, and where the model knew the
    /// messages: nothing can be expected then.
    init?(_ promise: FalseJunkPromise, traffic: Traffic?, isTrafficAsked: Bool) {
        guard promise.junk > 0, promise.wanted > 0, !promise.isOfTooFew, promise.isOfTraining != true else { return nil }
        let shareOfJunk = traffic?[.junk] ?? Double(promise.junk) / Double(promise.junk + promise.wanted)
        junkCaught = 1000 * shareOfJunk * Double(promise.found) / Double(promise.junk)
        junkMissed = 1000 * shareOfJunk - junkCaught
        self.isTrafficAsked = isTrafficAsked
        isUsual = traffic?.isOfUnknownSenders == true
        var shares: [String] = []
        for action in [Action.junk, .promotion, .transaction] {
            let part = action == .junk ? shareOfJunk : traffic?[action] ?? 0
            if part > 0 { shares.append("\(share(Int((part * 1000).rounded()), of: 1000)) \(action.name)") }
        }
        self.shares = shares.joined(separator: ", ")
        let lostOfAction = promise.actions?.compactMap { part in
            Action.allCases.first { $0.name == part.name }.flatMap { traffic?[$0] }.map { $0 * part.rate }
        }
        let lost = lostOfAction.flatMap { $0.isEmpty ? nil : $0.reduce(0, +) }
        falseJunk = 1000 * (lost ?? (1 - shareOfJunk) * Double(promise.falseJunk) / Double(promise.wanted))
    }

    private var mix: String {
        isTrafficAsked
            ? ", in the mix of --traffic" : isUsual ? ", in the usual mix of unknown senders" : " (\(shares))"
    }

    var sentence: String {
        "1,000 messages with unseen texts\(mix): \(estimated(junkCaught)) junk caught, "
            + "\(estimated(junkMissed)) missed, \(estimated(falseJunk)) wanted in Junk"
    }
}
