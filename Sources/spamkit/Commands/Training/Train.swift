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

struct Train: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train", abstract: "Train a model on labelled messages.",
        discussion: """
            Reads stores of spamkit import, CSV, TSV (label<TAB>text), JSON Lines and backups of phones. Each message is \
            scored unseen: by a model without its near duplicates. Cutoffs come from these scores. With --background, train on \
            messages of the phones that the filter is for; where you train on public corpora, leave it out.

            Example: spamkit train mine.csv --out mine.spam --max-false-junk 1%

            More: --help-all for all options; spamkit help labels; spamkit help columns
            """)

    @Argument(
        help: ArgumentHelp("Files of labelled messages, or counts files; - is standard input.", valueName: "corpus"),
        completion: .file())
    var corpora: [String] = []

    struct Basics: ParsableArguments {
        @Option(name: .shortAndLong, help: ArgumentHelp("The model file to write.", valueName: "file"), completion: .file())
        var out: String
    }

    @OptionGroup(title: HelpSection.basics) var basics: Basics

    @OptionGroup(title: HelpSection.basics) var general: BackgroundArguments
    @OptionGroup(title: HelpSection.basics) var phone: UnlabelledArguments

    @OptionGroup var learning: LearningArguments
    @OptionGroup var purpose: PurposeArguments

    @OptionGroup(title: "Weights and folds") var scoring: FoldArguments

    @OptionGroup(title: HelpSection.basics) var measuring: ValidationArguments

    @OptionGroup(title: "Card") var card: CardArguments

    @OptionGroup(title: "Corpus options") var reading: CorpusArguments

    @Option(
        help: ArgumentHelp(
            """
            Also write the model's features in readable form, with their weights, heaviest first (TSV). Keep this file \
            private: unlike the model it holds words, numbers and links of messages.
            """,
            valueName: "file", visibility: .rare), completion: .file())
    var features: String?

    @Option(help: ArgumentHelp("Also write all this as JSON to a file; - prints JSON.", valueName: "file"), completion: .file())
    var json: String?

    @OptionGroup var remarks: RemarkArguments

    var out: String { basics.out }
    var validation: [String] { measuring.validation }
    var calibration: [String] { measuring.calibration }

    func validate() throws {
        try scoring.check(purpose.cutoffs)
        if corpora.isEmpty, general.background.isEmpty {
            throw ValidationError("expected a corpus, a file of labelled messages, or --background alone; found neither")
        }
        if !phone.unlabelled.isEmpty, scoring.folds == 0 {
            throw ValidationError("--unlabelled needs --folds, for calibrated probabilities; leave --folds 0 out")
        }
        if out == "-" || features == "-" {
            throw ValidationError("--out, --features: expected the path of a file, found - (standard output)")
        }
        for (option, path) in [("--features", features), ("--json", json)] {
            if let path, isSameFile(path, out) {
                throw ValidationError("\(option): expected another file than --out, found \(path)")
            }
        }
    }

    var settings: TrainingSettings { settings(learning) }

    private func settings(_ learning: LearningArguments) -> TrainingSettings {
        var settings = purpose.settings(learning, folds: scoring.folds)
        settings.namesFeatures = features != nil
        settings.measuresElsewhere = true
        return settings
    }

    /// The same, with a trainer that learns from counts unless one was named.
    var settingsForCounts: TrainingSettings {
        var learning = learning
        learning.basics.trainer = learning.basics.trainer ?? .usualForCounts
        return settings(learning)
    }

    /// Before training, which may take an hour.
    private func checkOutputs() throws {
        for output in [out, features, json].compactMap({ $0 }) where output != "-" {
            for corpus in corpora + general.background + phone.unlabelled + validation + calibration
            where isSameFile(corpus, output) {
                throw OutputIsCorpus(path: output)
            }
            try checkOutput(output, as: output == out ? .model : nil)
        }
        try phone.check(against: corpora + general.background)
    }

    func run() throws {
        try checkOutputs()
        let counts = try countsFiles()
        guard counts.isEmpty else { return try trainOnCounts(counts) }
        if !calibration.isEmpty {
            throw ValidationError("--calibrate is for counts; with messages, --folds holds some out")
        }
        purpose.cutoffs.noteProtected()
        let settings = settings, stop = StopLine("stopped; nothing was written")
        var run = TrainingRun(settings), pool = UnlabelledMessages(settings)
        // Beside messages without labels, own ones with labels teach what those do; else they are
        // the corpus.
        let isOfPhone = !phone.unlabelled.isEmpty && !general.background.isEmpty
        var ofPhone: [String: Int] = [:]
        var labels: [Label] = [], weightless = 0, own = OwnMessages()
        let stores = corpora.filter { CorpusStore.isStore($0) }
        let keepsMessages = !validation.isEmpty, keepsDigest = !stores.isEmpty
        var digest = CorpusDigest(), trained: [LabeledMessage] = []
        let asCorpora = try measuring.reading(of: corpora, as: reading)
        let rows = try CorpusReading(training: corpora, asCorpora, beside: general, unlabelled: phone.unlabelled)
        try ReadingAhead(rows) { try $0.nextMessage()?.message }.forEach { message in
            if !labels.contains(message.label) { labels.append(message.label) }
            let isOwn = isOfPhone && !message.isBackground
            guard isOwn ? pool.add(labelled: message) : run.add(message) else {
                weightless += 1
                return
            }
            if isOwn { ofPhone[message.source, default: 0] += 1 }
            if !message.isBackground { own.add(message) }
            if keepsDigest { digest.add(message) }
            if keepsMessages { trained.append(message) }
        }
        try phone.forEachMessage(reading, beside: corpora) { own.add(unlabelled: $0, to: &pool) }
        var sources = run.sourceCounts
        sources.corpus.merge(ofPhone) { $0 + $1 }
        try purpose.weights.check(labels: Set(labels), sources: Set(sources.corpus.keys).union(sources.background.keys))
        if weightless > 0 {
            warn(
                "\(counted(weightless, "message")) of weight 0 left out; to learn from \(weightless == 1 ? "it, change its weight" : "them, change their weights")"
            )
        }
        let unseen = try unseenMessages(trained), progress = TrainingProgress()
        trained = []
        var card = card.card(sources: sources, of: reading)
        card.trainedUntil = own.times.range?.upperBound
        let unlabelled = pool.count
        let model =
            unlabelled == 0
            ? try run.finish(card: card) { progress.advance($0, of: $1) }
            : try run.finish(card: card, beside: pool) { progress.advance($0, of: $1) }
        progress.finish()
        stop.end()
        let oneCorpus = isOfPhone ? nil : sources.oneCorpusSentence(own: own.sides)
        try write(model)
        for store in stores { try recordRun(model, digest, in: store) }
        try tell(
            model, by: settings.trainer, of: sources, own: own.sides, in: own.country, measuredOn: unseen,
            warnings: [
                isOfPhone ? model.content.onlyWantedSentence(own: own.actions) : nil, oneCorpus,
                model.nothingLearnedSentence(unlabelled: unlabelled),
            ].compactMap { $0 })
    }
}

extension Train {
    func write(_ model: TrainedModel) throws {
        // Before the model: if the disk is full, the previous model stays.
        if let features { try writeAtomically(Array(model.readableTable.utf8), to: features, isPrivate: true) }
        try writeAtomically(model.bytes, to: out)
    }

    /// Says what the written model is.
    ///
    /// - Parameters:
    ///   - own: labelled messages besides the background; `nil` for those that the card counts.
    ///   - country: of all these; `nil` for several or none.
    ///   - option: that gives messages to score.
    ///   - others: warnings besides those of the model.
    func tell(
        _ model: TrainedModel, by trainer: any Trainer, of sources: SourceCounts, own: (junk: Int, wanted: Int)? = nil,
        in country: String? = nil, measuredOn unseen: [LabeledMessage], scoredBy option: String = "--folds",
        warnings others: [String] = []
    ) throws {
        try phone.noteStores(corpora, labels: own.map { $0.junk + $0.wanted }, beside: general)
        let warnings = model.warnings + others
        let summary = TrainingSummary(
            model, at: out, by: trainer.name, own: own, sources: sources,
            warnings: warnings + warningsSoFar(), isTrafficAsked: settings.traffic != nil,
            evaluation: unseen.isEmpty ? nil : try report(of: model, on: unseen), next: next(in: country))
        let record = try json.map { _ in try spamkit.json(summary) + "\n" }
        if let json, let record, json != "-" { try writeAtomically(Array(record.utf8), to: json) }
        let measured = summary.evaluation.map { String($0.overview.dropLast()) }
        if json != "-", !remarks.quiet {
            return try summary.lines(scoredBy: option).print(measured, warnings: warnings)
        }
        if json == "-", let record { try result(String(record.dropLast())) }
        for warning in warnings { warn(warning, .result) }
        if json != "-", let measured { try result("\n" + measured) }
    }

    private func report(of model: TrainedModel, on unseen: [LabeledMessage]) throws -> EvaluationReport {
        let evaluation = model.evaluation(on: unseen)
        var report = EvaluationReport(evaluation, costs: settings.costs), wanted = WantedMessages()
        for message in unseen { wanted.add(message) }
        report.maxFalseJunk = model.card?.maxFalseJunk ?? Comparison.usualMaxFalseJunk
        report.wantedGroups = try notedGroups(wanted, of: evaluation)
        report.protected = Set(model.content.policy.protected.labels)
        return report
    }

    /// The command that measures the model, or uses it where it is measured.
    private func next(in country: String?) -> String {
        // A store knows the country of its messages, a file does not.
        let told = reading.country == nil ? country.map { ["--country", $0] } ?? [] : []
        func naming(_ command: String, _ more: [String] = []) -> String {
            ([command] + reading.namingOptions + more).joined(separator: " ")
        }
        if !validation.isEmpty { return naming("spamkit classify \(out.quoted) FILE", told) }
        if corpora.isEmpty, let file = phone.unlabelled.first {
            let asking = general.options.map { " \($0)" }.joined()
            guard !CorpusStore.isStore(file) else { return "spamkit label \(file.quoted)\(asking)" }
            let store = Train.newStore(for: file).quoted
            return naming("spamkit import \(file.quoted) --into \(store)") + " && spamkit label \(store)\(asking)"
        }
        let store = corpora.first(where: CorpusStore.isStore)
        guard let store, let part = reading.part else {
            return naming("spamkit evaluate \(out.quoted) UNSEEN.csv", told)
        }
        let split = reading.split == Split.defaultName ? "" : " --split \(reading.split.quoted)"
        return naming("spamkit evaluate \(out.quoted) \(store.quoted) --part \(CorpusArguments.unseenPart(of: part))\(split)")
    }

    /// A name by the file's for a store that is not there yet: messages of others in a store would
    /// count as those of this phone.
    private static func newStore(for file: String) -> String {
        let stem = FileName.of(file).prefix { $0 != "." }, name = stem.isEmpty || stem == "-" ? "phone" : String(stem)
        let names = ["\(name).sqlite"] + (2...99).map { "\(name)-\($0).sqlite" }
        return names.first { !FileManager.default.fileExists(atPath: $0) } ?? names[0]
    }

    /// The messages to measure on, if any were given.
    func messages(of validation: [String]) throws -> [LabeledMessage] {
        guard !validation.isEmpty else { return [] }
        var messages: [LabeledMessage] = []
        for path in validation {
            var reading = reading
            reading.part = CorpusStore.isStore(path) ? reading.part.map(CorpusArguments.unseenPart(of:)) : nil
            messages += try CorpusReading(of: [path], reading, for: .training).messages()
        }
        guard !messages.isEmpty else { throw EmptyTestSet(paths: validation) }
        return messages
    }

    /// Messages to measure on. Throws if some are like messages trained on: the model knows those.
    func unseenMessages(_ trained: [LabeledMessage]) throws -> [LabeledMessage] {
        let unseen = try messages(of: validation)
        guard !unseen.isEmpty else { return [] }
        let overlap = TrainingOverlap(of: unseen, with: trained, from: corpora + general.background + validation)
        guard overlap.seenAlike.count == 0 else { throw OverlappingTestSet(paths: validation, overlap: overlap) }
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
        let store = try openStore(path)
        try store.record(settings: String(decoding: model.content.card, as: UTF8.self), metrics: text, of: digest)
    } catch {
        // The model, which was asked for, is written.
        note("the model is written, but the store could not record it: \(advice(on: error))")
    }
}
