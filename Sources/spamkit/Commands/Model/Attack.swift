// spamkit attack: how good a model is when words are hidden from it, or labels were poisoned.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import Foundation
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Attack: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attack", abstract: "Measure a model on messages whose words are hidden.",
        discussion: """
            Applies every trick to every message, junk and wanted, and asks the model again, with its own cutoffs. A trick \
            that finds nothing to change in a message does not count that message. The strength is the share of words or \
            characters that a trick changes: light 0.1, medium 0.3, full 1; at least one. Use messages that the model was not \
            trained on.

            Example: spamkit attack mine.spam test.tsv --trick jamo --seed 7

            More: spamkit help tricks
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(name: .customLong("trick"), help: ArgumentHelp("Only this trick. May be repeated.", valueName: "name"))
    var names: [String] = []

    @Option(help: "The seed of all random draws. The same seed, model and corpus give the same figures.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "Also write the attacked messages, as JSON Lines with their trick and strength, to measure another filter on.",
            valueName: "file"), completion: .file())
    var messages: String?

    @Flag(help: "Print the words that let junk pass. They are parts of messages.")
    var showText = false

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            """
            Also train on these messages with 0, 1, 5 and 10 % of their labels flipped, and \
            measure those models on the corpus. May be repeated.
            """,
            valueName: "corpus"), completion: .file())
    var poison: [String] = []

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    private static let goodWords = GoodWords([])

    private static var tricks: [any AttackTrick] { TrickLibrary.all + [goodWords] }

    /// A line a trick, for help.
    static var listOfTricks: [String] { tricks.map { "\($0.name): \($0.summary)" } }

    func validate() throws {
        for name in names where !Attack.tricks.contains(where: { $0.name == name }) {
            throw ValidationError(
                "--trick: expected one of \(Attack.tricks.map(\.name).joined(separator: ", ")), found \(name)")
        }
        if messages == "-" { throw ValidationError("--messages: expected a file, found -; give a path") }
    }

    func run() throws {
        try output.check([("--messages", messages)], apartFrom: [model] + corpora + poison)
        try checkOutput(messages, as: nil)
        let file = try ModelFile.whole(model), attacked = try messages.map(GrowingFile.init)
        let stop = StopLine("stopped; nothing was written", removing: attacked.map { [$0.temporary] } ?? [])
        let corpus = try CorpusReading(of: corpora, reading, for: .training).messages()
        guard !corpus.isEmpty else { throw EmptyTestSet(paths: corpora) }
        let poisoning = try poisoned(corpus)

        let good = asks(for: Attack.goodWords.name) ? goodWords(file.view, corpus) : []
        let tricks = (TrickLibrary.all + [GoodWords(good)]).filter { asks(for: $0.name) }
        var run = AttackRun(file.view, tricks: tricks, seed: seed)
        for (row, message) in corpus.enumerated() {
            try run.add(message.message, message.label) { body, trick, strength in
                try attacked?.write(Array(try AttackedRow(row + 1, body, message.label, trick, strength).line.utf8))
            }
        }
        stop.end()
        try attacked?.finish(isForced: false)
        var report = run.report(goodWords: good.count, namesWords: showText)
        report.poisoning = poisoning

        try output.report(report, isPrivate: showText, String(report.text.dropLast()))
    }

    private func asks(for name: String) -> Bool { names.isEmpty || names.contains(name) }

    /// The words of wanted messages that the model scores lowest.
    private func goodWords(_ model: ModelView, _ messages: [LabeledMessage]) -> [String] {
        var search = GoodWordSearch()
        for message in messages where message.label != .junk { search.add(wanted: Plaintext(message.message.body)) }
        var classifier = Classifier(model)
        return search.words { classifier.classify(Message(body: $0)).junkLogOdds }
    }

    private func poisoned(_ test: [LabeledMessage]) throws -> [PoisoningFigures] {
        guard !poison.isEmpty else { return [] }
        var whole = reading
        if !poison.contains(where: { CorpusStore.isStore($0) }) { whole.part = nil }
        let training = try CorpusReading(of: poison, whole, for: .training).messages()
        guard !training.isEmpty else { throw EmptyTestSet(paths: poison) }
        let poisoning = LabelPoisoning(training, settings: TrainingSettings(), seed: seed)
        return try LabelPoisoning.shares.map { share in
            note("training with \(percentage(share)) of \(training.count) labels flipped")
            let figures = poisoning.measure(flipping: share, on: test)
            // Share 0 comes first: without a model of the true labels there is nothing to compare.
            if share == 0, let problem = figures.problem { throw NothingMeasured(paths: poison, problem: problem) }
            return figures
        }
    }
}

/// An attacked message as a row of a file, which `train`, `classify` and `evaluate` also read.
private struct AttackedRow: Encodable {
    /// The message's place in the corpus, from 1.
    let row: Int
    let text: String
    let sender: String?
    let country: String?
    let label: String
    let trick: String
    let strength: String

    init(_ row: Int, _ message: Message, _ label: Label, _ trick: String, _ strength: Strength) {
        self.row = row
        text = message.body
        sender = message.sender
        country = message.receiverCountry
        self.label = label.description
        self.trick = trick
        self.strength = strength.rawValue
    }

    /// One line of JSON, with its end.
    var line: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
