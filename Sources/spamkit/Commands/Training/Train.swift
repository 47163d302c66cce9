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
            Reads TSV (label<TAB>text), CSV and JSON Lines. Labels are allow, junk, promotion[/offers|coupons|others] and \
            transaction[/finance|orders|…]; the usual words of public corpora (ham, spam, 0, 1…) map by themselves, and every guess is \
            printed. Cutoffs and calibration come from messages whose group the scoring model has not seen.

            Naive Bayes (--trainer nb, cnb) learns from what spamkit counts counted as well: give counts files instead, which are added up; --calibrate FILE then stands for --folds.

            Columns and keys that are read, others are passed over:
            \(CorpusColumns.documentation)

            Words for labels: \(LabelMap.knownWords)

            Example: spamkit train mine.tsv more.jsonl --max-bytes 64K --out mine.spam
            """)

    @Argument(
        help: ArgumentHelp(
            "Files of labelled messages, - is standard input; or files of counts, which must be plain files.", valueName: "corpus"
        ))
    var corpora: [String]

    @Option(name: .shortAndLong, help: "Where the model goes. Written whole or not at all.")
    var out: String

    @Option(
        help: ArgumentHelp(
            "Also write the model's features as they can be read, with their weights, heaviest first (TSV). Keep it to yourself: it holds words, numbers and links of messages in clear, which the model does not.",
            valueName: "file"))
    var features: String?

    @Option(
        name: .customLong("validate"),
        help: ArgumentHelp(
            "Labelled messages to measure the model on, unlike all that it is trained on; may be repeated. Of a store the part that --part leaves out: test for train, fold1 for train-fold1. For more than that: spamkit evaluate.",
            valueName: "corpus"))
    var validation: [String] = []

    @Option(
        name: .customLong("calibrate"),
        help: ArgumentHelp(
            "Of counts: labelled messages that were not counted, from which the calibration and the cutoffs come; may be repeated.",
            valueName: "corpus"))
    var calibration: [String] = []

    @Flag(help: "Measure also on messages that are of one template with messages trained on.")
    var allowOverlap = false

    @OptionGroup(title: "Training options")
    var training: TrainingArguments

    @Option(help: "For the card: the model's name.")
    var name: String?

    @Option(help: "For the card: who trains it.")
    var author: String?

    @Option(help: "For the card: what it is for.")
    var intendedUse = Train.usualUse

    @Option(help: "For the card: when not to use it.")
    var notFor = Train.usualLimits

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func validate() throws {
        if out == "-" || features == "-" {
            throw ValidationError("--out, --features: expected the path of a file, found - (standard input)")
        }
        if let features, isSameFile(features, out) {
            throw ValidationError("--features: expected another file than --out, found \(features)")
        }
        if allowOverlap, validation.isEmpty { throw ValidationError("--allow-overlap is for --validate") }
    }

    var settings: TrainingSettings {
        var settings = training.settings
        settings.namesFeatures = features != nil
        return settings
    }

    func run() throws {
        // Now, not after an hour of training.
        for corpus in corpora + validation + calibration where isSameFile(corpus, out) { throw OutputIsCorpus(path: out) }
        try checkWritable(out)
        if let features {
            for corpus in corpora + validation + calibration where isSameFile(corpus, features) {
                throw OutputIsCorpus(path: features)
            }
            try checkWritable(features)
        }
        let counts = try countsFiles()
        guard counts.isEmpty else { return try trainOnCounts(counts) }
        if !calibration.isEmpty {
            throw ValidationError("--calibrate is for counts: of messages, --folds leaves some out by itself")
        }
        let settings = settings
        var run = TrainingRun(settings)
        var sources = SourceCounts(), labels: [Label] = [], weightless = 0
        let keepsMessages = !validation.isEmpty, keepsDigest = corpora.contains { CorpusStore.isStore($0) }
        var digest = CorpusDigest()
        var trained: [LabeledMessage] = []
        let stores = corpora.filter { CorpusStore.isStore($0) }
        try reading.forEachMessage(of: corpora) { message in
            let isLearned = settings.weights.weight(of: message) > 0
            sources.add(isLearned ? 1 : 0, of: message.source)
            if !labels.contains(message.label) { labels.append(message.label) }
            guard isLearned else { return weightless += 1 }
            run.add(message)
            if keepsDigest { digest.add(message) }
            if keepsMessages { trained.append(message) }
        }
        try training.purpose.check(labels: Set(labels), sources: Set(sources.all.keys))
        if weightless > 0 {
            note("\(weightless) messages of weight 0 left out: nothing is learned from them, nor promised of messages like them")
        }
        let unseen = try unseenMessages(trained)
        trained = []
        let rows = run.rowCount
        let bar = Mutex(ProgressBar(title: "learning"))
        let model = try run.finish(card: card(sources.all)) { done, all in bar.withLock { $0.advance(steps: done, of: all) } }
        bar.withLock { $0.finish() }
        try finish(model, rows: rows, measuredOn: unseen)
        for store in stores { try record(model, digest, in: store) }
    }
}

/// How many messages each source has. Those of one source stand together most often: its name is not looked up for each.
private struct SourceCounts {
    private var others: [String: Int] = [:]
    private var last: (source: String, count: Int)?

    mutating func add(_ count: Int, of source: String) {
        if last?.source != source {
            if let last { others[last.source] = last.count }
            last = (source, others[source] ?? 0)
        }
        last!.count += count
    }

    var all: [String: Int] {
        guard let last else { return others }
        return others.merging([last.source: last.count]) { $1 }
    }
}

extension Train {
    private static let usualUse = "sorting SMS from unknown senders in a message filter"
    private static let usualLimits =
        "languages and countries that the corpus does not hold; deleting messages or blocking senders without a person's look"

    /// What only the tool knows of a model.
    ///
    /// - Parameter sources: how many messages of each were learned from.
    static func card(
        name: String? = nil, author: String? = nil, intendedUse: String = usualUse, notFor: String = usualLimits,
        sources: [String: Int]
    ) -> ModelCard {
        ModelCard(
            name: name, author: author, intendedUse: intendedUse, notFor: notFor, trainedOn: ModelCard.name(sources: sources),
            trainedWith: "spamkit \(Spamkit.version)")
    }

    func card(_ sources: [String: Int]) -> ModelCard {
        Train.card(name: name, author: author, intendedUse: intendedUse, notFor: notFor, sources: sources)
    }

    /// Writes the model, and says what it is.
    func finish(_ model: TrainedModel, rows: Int, measuredOn unseen: [LabeledMessage]) throws {
        // First, so that where there is no room for it the model of before stays.
        if let features { try writeAtomically(Array(model.readableTable.utf8), to: features) }
        try writeAtomically(model.bytes, to: out)
        try result(
            """
            \(out): \(model.bytes.count) bytes, \(model.content.classes.map(\.label.description).joined(separator: ", "))
            trained on \(rows) messages with \(settings.trainer.name), \(model.heldFeatures) of \(model.learnedFeatures) features kept
            """)
        if model.heldFeatures == 0 {
            note(
                "the model holds no feature, so it says the same of every message: the trainer's settings left none that tells labels apart"
            )
        }
        if !model.content.classes.contains(where: { $0.label == .junk }) {
            note(
                "no message is labelled junk, so the model calls none junk, whatever may be false junk, costs or is protected; --label-map says which of the corpus's words mean junk"
            )
        }
        if model.content.tellsJunkFromAllowedAlone { note(allowedAloneSentence) }
        if let promise = model.promise {
            try result(promise.sentence)
            if let kind = model.holdingKind { note(kind.sentence(junk: promise.junk)) }
            if let doubtful = model.doubtfulLabels { note(doubtful.sentence(junk: promise.junk)) }
        }
        if let contradictory = model.contradictoryLabels { note(contradictory.sentence) }
        if !unseen.isEmpty {
            try result("\n" + EvaluationReport(model.evaluation(on: unseen), costs: settings.costs).text.dropLast())
        }
    }

    /// The messages to measure on, if there are to be any.
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

    /// Those like messages trained on are refused: of them a model knows the answer.
    func unseenMessages(_ trained: [LabeledMessage]) throws -> [LabeledMessage] {
        let unseen = try messages(of: validation)
        guard !unseen.isEmpty else { return [] }
        let overlap = try TrainingOverlap(of: unseen, with: trained)
        guard allowOverlap || overlap.seenAlike.count == 0 else { throw OverlappingTestSet(paths: validation, overlap: overlap) }
        return unseen
    }
}

/// Figures on messages that were trained on say nothing.
struct OverlappingTestSet: Error, CustomStringConvertible {
    let paths: [String]
    let overlap: TrainingOverlap
    var description: String {
        """
        \(paths.joined(separator: ", ")): expected messages unlike those trained on, found \(overlap.seenAlike.count) of \(overlap.seenAlike.of), of \
        \(overlap.groups) groups, of one template with some; divide the corpus with spamkit split --by template, or measure all the same with --allow-overlap
        """
    }
}

/// Notes in a store what was trained on it.
private func record(_ model: TrainedModel, _ digest: CorpusDigest, in path: String) throws {
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
        // The model is written, which is what was asked for.
        note("the run is not noted in the store: \(error)")
    }
}

/// The model would replace what it is made of.
struct OutputIsCorpus: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected a place for the model, found that this is the corpus itself; give another path"
    }
}

/// A share as a percentage with up to three decimals, or three digits where these would all be 0.
func percent(_ share: Double) -> String {
    let thousandths = (share * 100_000).rounded() / 1000
    return thousandths == 0 && share > 0 ? String(format: "%.3g %%", share * 100) : "\(thousandths) %"
}
