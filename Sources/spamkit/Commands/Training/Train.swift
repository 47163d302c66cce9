// spamkit train: labelled messages in, one model file out.

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
import Synchronization

struct Train: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train", abstract: "Train a model on labelled messages.",
        discussion: """
            Reads TSV (label<TAB>text), CSV, JSON Lines and backups of phones (--label gives these one). Labels are allow, junk, promotion[/offers|coupons|others] and \
            transaction[/finance|orders|…]. The usual words of public corpora (ham, spam, 0, 1…) are mapped, and every \
            guess is printed. Cutoffs and calibration come from cross-validation: each message is scored by a model that \
            has not seen its group.

            Trainers of sums (--trainer \(TrainerChoice.namesLearningFromCounts)) also learn from the files of spamkit counts. \
            Give counts files instead of messages; they are added up. --calibrate FILE then replaces --folds.

            Columns and keys that are read; others are ignored:
            \(CorpusColumns.documentation)

            Words for labels: \(LabelMap.knownWords)

            More options, rarely useful: spamkit train --help-hidden

            Example: spamkit train mine.tsv more.jsonl --max-bytes 64K --out mine.spam
            """)

    @Argument(
        help: ArgumentHelp(
            "Files of labelled messages; - is standard input. Or counts files, which cannot come from standard input.",
            valueName: "corpus"))
    var corpora: [String] = []

    @OptionGroup var general: BackgroundArguments

    @Option(name: .shortAndLong, help: "The model file to write. It is written completely or not at all.")
    var out: String

    @Option(
        help: ArgumentHelp(
            """
            Also write the model's features in readable form, with their weights, heaviest first (TSV). Keep this file \
            private: unlike the model it holds words, numbers and links of messages.
            """,
            valueName: "file"))
    var features: String?

    @Option(
        name: .customLong("validate"),
        help: ArgumentHelp(
            """
            Labelled messages to measure the model on. They must differ from those trained on. May be repeated. Of a \
            store the part that --part leaves out is read: test for train, fold1 for train-fold1. For more figures: \
            spamkit evaluate.
            """,
            valueName: "corpus"))
    var validation: [String] = []

    @Option(
        name: .customLong("calibrate"),
        help: ArgumentHelp(
            "With counts: labelled messages that were not counted, for calibration and cutoffs. May be repeated.",
            valueName: "corpus"))
    var calibration: [String] = []

    @Flag(help: "Measure even on messages that share a template with messages trained on.")
    var allowOverlap = false

    @OptionGroup(title: "Training options")
    var training: TrainingArguments

    @OptionGroup(title: "Card options")
    var card: CardArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func validate() throws {
        if corpora.isEmpty, general.background.isEmpty {
            throw ValidationError("expected a corpus, a file of labelled messages, or --background alone; found neither")
        }
        if out == "-" || features == "-" {
            throw ValidationError("--out, --features: expected the path of a file, found - (standard output)")
        }
        if let features, isSameFile(features, out) {
            throw ValidationError("--features: expected another file than --out, found \(features)")
        }
        if allowOverlap, validation.isEmpty { throw ValidationError("--allow-overlap is for --validate") }
    }

    var settings: TrainingSettings {
        var settings = training.settings
        settings.namesFeatures = features != nil
        settings.leavesSourcesOut = true
        return settings
    }

    func run() throws {
        // Before training, which may take an hour.
        for output in [out] + (features.map { [$0] } ?? []) {
            for corpus in corpora + general.background + validation + calibration where isSameFile(corpus, output) {
                throw OutputIsCorpus(path: output)
            }
            try checkWritable(output)
        }
        let counts = try countsFiles()
        guard counts.isEmpty else { return try trainOnCounts(counts) }
        if !calibration.isEmpty {
            throw ValidationError("--calibrate is for counts; with messages, --folds holds some out")
        }
        let settings = settings
        var run = TrainingRun(settings)
        var labels: [Label] = [], weightless = 0
        let keepsMessages = !validation.isEmpty, keepsDigest = corpora.contains { CorpusStore.isStore($0) }
        var digest = CorpusDigest()
        var trained: [LabeledMessage] = []
        let stores = corpora.filter { CorpusStore.isStore($0) }
        try general.forEachMessage(of: corpora, reading) { message in
            if !labels.contains(message.label) { labels.append(message.label) }
            guard run.add(message) else { return weightless += 1 }
            if keepsDigest { digest.add(message) }
            if keepsMessages { trained.append(message) }
        }
        let sources = run.sourceCounts
        try training.purpose.check(labels: Set(labels), sources: Set(sources.corpus.keys).union(sources.background.keys))
        if weightless > 0 {
            note(
                "\(weightless) messages of weight 0 left out: the model learns nothing from them and promises nothing about them")
        }
        let unseen = try unseenMessages(trained)
        trained = []
        let bar = Mutex(ProgressBar(title: "learning"))
        let model = try run.finish(card: card.card(sources: sources)) { done, all in
            bar.withLock { $0.advance(steps: done, of: all) }
        }
        bar.withLock { $0.finish() }
        try finish(model, of: sources, measuredOn: unseen)
        for store in stores { try recordRun(model, digest, in: store) }
    }
}

extension Train {
    /// Writes the model, and says what it is.
    func finish(_ model: TrainedModel, of sources: SourceCounts, measuredOn unseen: [LabeledMessage]) throws {
        // Before the model: if the disk is full, the previous model stays.
        if let features { try writeAtomically(Array(model.readableTable.utf8), to: features, isPrivate: true) }
        try writeAtomically(model.bytes, to: out)
        let general = sources.backgroundMessages
        let both = sources.messages > 0 && general > 0
        try result(
            """
            \(out): \(model.bytes.count) bytes, \(model.content.classes.map(\.label.description).joined(separator: ", "))
            trained on \(both ? "\(sources.messages) messages and \(general) of the background" : "\(sources.messages + general) messages") with \(settings.trainer.name), \(model.heldFeatures) of \(model.learnedFeatures) features kept
            """)
        if model.heldFeatures == 0 {
            note(
                "the model has no features and says the same of every message: with these settings none distinguishes labels"
            )
        }
        if !model.content.classes.contains(where: { $0.label == .junk }) {
            note(
                """
                no message is labelled junk, so the model never says junk, even with --max-false-junk, --cost or \
                --protect; map the corpus's word for it with --label-map WORD=junk
                """
            )
        }
        if model.content.tellsJunkFromAllowedAlone { note(allowedAloneSentence) }
        if let promise = model.promise {
            try result(promise.sentence)
            for warning in promise.warnings { note(warning) }
            if let looser = model.looserBound { note(looser.sentence(promise)) }
            if let kind = model.holdingKind { note(kind.sentence(junk: promise.junk)) }
            if let doubtful = model.doubtfulLabels { note(doubtful.sentence(junk: promise.junk)) }
        }
        if let contradictory = model.contradictoryLabels { note(contradictory.sentence) }
        if !unseen.isEmpty {
            try result("\n" + EvaluationReport(model.evaluation(on: unseen), costs: settings.costs).text.dropLast())
        }
    }

    /// The messages to measure on, if any were given.
    func messages(of validation: [String]) throws -> [LabeledMessage] {
        guard !validation.isEmpty else { return [] }
        var messages: [LabeledMessage] = []
        for path in validation {
            var reading = reading
            reading.part = CorpusStore.isStore(path) ? reading.part.map(CorpusArguments.unseenPart(of:)) : nil
            try reading.forEachMessage(of: [path]) { messages.append($0) }
        }
        guard !messages.isEmpty else { throw EmptyTestSet(paths: validation) }
        return messages
    }

    /// Messages to measure on. Throws if some are like messages trained on: the model knows those.
    func unseenMessages(_ trained: [LabeledMessage]) throws -> [LabeledMessage] {
        let unseen = try messages(of: validation)
        guard !unseen.isEmpty else { return [] }
        let overlap = try TrainingOverlap(of: unseen, with: trained)
        guard allowOverlap || overlap.seenAlike.count == 0 else { throw OverlappingTestSet(paths: validation, overlap: overlap) }
        return unseen
    }
}

/// Records the training run in a store.
private func recordRun(_ model: TrainedModel, _ digest: CorpusDigest, in path: String) throws {
    var metrics: [String: Double] = ["bytes": Double(model.bytes.count), "features": Double(model.heldFeatures)]
    if let promise = model.promise {
        metrics["wanted"] = Double(promise.wanted)
        metrics["falseJunk"] = Double(promise.falseJunk)
        metrics["falseJunkUpperLimit"] = promise.upperLimit
        metrics["junk"] = Double(promise.junk)
        metrics["junkFound"] = Double(promise.found)
    }
    let text = try json(metrics)
    do throws(StoreError) {
        let store = try CorpusStore(path: path)
        try store.record(settings: String(decoding: model.content.card, as: UTF8.self), metrics: text, of: digest)
    } catch {
        // The model, which was asked for, is written.
        note("the run is not recorded in the store: \(advice(on: error))")
    }
}
