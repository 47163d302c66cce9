// spamkit evaluate: how good a model is on messages it was not trained on.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Evaluate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Measure a model on labelled messages.",
        discussion: """
            Use messages that the model was not trained on, nor near duplicates of them; otherwise the figures are too good. \
            --trained-on counts them. The exit code is 1 if a bound of --require is missed.

            Example: spamkit evaluate mine.spam test.tsv --require 'recall@0.2%>=0.9'

            More: --help-all for all options; spamkit help figures
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Flag(help: "Print all figures. Default: one screen.")
    var full = false

    @Option(
        help: ArgumentHelp("Also write the report as Markdown to a file.", valueName: "file", visibility: .rare),
        completion: .file())
    var markdown: String?

    @OptionGroup(title: "Figures")
    var figures: FigureArguments

    @Option(
        help: ArgumentHelp(
            "A bound that a figure must keep, such as 'recall@0.2%>=0.9': the figure itself, not its limit. May be repeated.",
            valueName: "bound"),
        transform: { try Requirement(parsing: $0) })
    var require: [Requirement] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            Corpora that the model was trained on, with labels or without: counts test messages that share a template with \
            them. It reads the part of a store that the model's card names; else all, if the card counts so many messages; else \
            what --part leaves out. If no store is measured, --part names its part. A corpus that is measured too is read without what --where \
            selects.
            """,
            valueName: "corpus"), completion: .file())
    var trainedOn: [String] = []

    @Flag(
        help: ArgumentHelp(
            """
            With --trained-on: also measure each of its sources by a model of all others. Trains a model for each source, \
            with the defaults of train and the model's limit on false junk.
            """,
            visibility: .rare))
    var acrossSources = false

    @OptionGroup var own: OverlayArguments

    @OptionGroup var listing: MistakeArguments

    @OptionGroup var output: PredictionArguments

    @OptionGroup(title: "Page options")
    var page: PageArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var reporting: ReportArguments

    func validate() throws {
        if acrossSources, trainedOn.isEmpty {
            throw ValidationError("--across-sources: expected --trained-on CORPUS too, found none")
        }
        if figures.cost == nil, let bound = require.first(where: \.needsCosts) {
            throw ValidationError(
                "--require \(bound): expected costs too, such as --cost falseJunk=10,missedJunk=1,unsure=0.2")
        }
        if markdown == "-" { throw ValidationError("--markdown: expected the path of a file, found - (standard output)") }
        if page.showText, page.html == nil, !listing.mistakes, output.predictions == nil {
            throw ValidationError("--show-text: expected --html FILE, --mistakes or --predictions FILE too, found none")
        }
        if listing.mistakes, reporting.isJSONAlone { throw ValidationError("--mistakes: expected --json FILE, found --json -") }
    }

    func run() throws {
        try reporting.check(
            [("--markdown", markdown), ("--html", page.html), ("--predictions", output.predictions)],
            apartFrom: [model, own.overlay] + page.include + corpora + trainedOn)
        for path in [markdown, page.html, output.predictions] { try checkOutput(path, as: nil) }
        let file = try ModelFile.whole(model)
        let extras = try page.extras()
        let card = ModelCard(file.view)
        try TrainedSplit(card, measuring: corpora, reading)?.warnOfAnother(onOneLine(FileName.of(model)), corpora)
        let training = try trainingMessages(card)
        if training.isEmpty { try TrainedSplit(card, measuring: corpora, reading)?.noteIfRandom() }
        let (report, evaluation, mistakes) = try measure(file.view, trainedOn: training)
        if let markdown { try writeAtomically(Array(report.markdown.utf8), to: markdown) }
        try page.write(model, file.view, corpora, reading, report, evaluation, mistakes, extras)
        try reporting.writeJSON(report)
        if !reporting.isJSONAlone {
            let words = full ? report.text : report.overview
            try result(
                String(words.dropLast()),
                bold: words.firstRange(of: "\n\n").map { words.distance(from: words.startIndex, to: $0.lowerBound) } ?? 0)
        }
        if listing.mistakes {
            try result("\n" + mistakes.text(most: listing.top, explainedBy: page.showText ? file.view : nil))
        }
        if let words = card?.falseJunk?.cutoffOfFew, report.junk > 0 { note(words) }
        if !reporting.isJSONAlone, !full { note(whereToLook) }
        let failures = require.compactMap { $0.failure(in: report) }
        for failure in failures { complainOfError("Error: --require \(failure)\(failure.hint)") }
        if !failures.isEmpty { throw ExitCode(1) }
    }

    private var whereToLook: String {
        "\nMore: --full, --json FILE" + (page.html == nil ? ", --html FILE (plots; --show-text adds the mistakes)" : "")
    }

    private func trainingMessages(_ card: ModelCard?) throws -> [LabeledMessage] {
        var messages: [LabeledMessage] = []
        guard !trainedOn.isEmpty else { return messages }
        let conditions = reading.selection.conditions
        var leavesOut = false, later = 0
        for path in trainedOn {
            var training = reading
            training.selection = try ConditionArguments.parse([])
            training.part = nil
            if CorpusStore.isStore(path) {
                (training.part, training.split) = try trainedPart(of: path, card)
                // Its labels were explained when it was made; the map is for the files.
                if !acrossSources { training.labelWords.labelMap = [] }
                // So are the columns, where files are measured.
                if !corpora.allSatisfy(CorpusStore.isStore) { training.columns = try ColumnArguments.parse([]) }
            }
            // A store grows after training.
            let end = CorpusStore.isStore(path) && !acrossSources ? card?.trainedUntil : nil
            // What is measured of the same corpus was not trained on.
            let isDivided = training.part == nil && !conditions.isEmpty && corpora.contains { isSameFile($0, path) }
            leavesOut = leavesOut || isDivided
            var measured = RowSelection(conditions)
            // A store's messages without a label taught only if the card says that such did.
            let needsLabels = acrossSources || CorpusStore.isStore(path) && card.map { $0.unlabelled == nil } ?? false
            var rows = try CorpusReading(of: [path], training, for: needsLabels ? .training : .asking)
            while var (row, _) = try rows.next() {
                if isDivided, measured.takes(row) { continue }
                if let end, let time = row.time?.seconds(), time > end {
                    later += 1
                    continue
                }
                // Texts are compared, not labels.
                row.label = row.label ?? .allow
                if let message = LabeledMessage(row) { messages.append(message) }
            }
        }
        guard !messages.isEmpty else { throw EmptyTestSet(paths: trainedOn) }
        let count =
            counted(messages.count, "message") + (leavesOut ? " that --where leaves out" : "")
            + (later > 0 ? ", without \(grouped(later)) later than training" : "")
        note("measured: \(Evaluate.named(corpora)); trained on: \(Evaluate.named(trainedOn)), \(count)")
        if acrossSources { try UnfitSources.check(messages, for: "--across-sources") }
        return messages
    }

    /// `test.csv`, or `9 files (a.csv, b.csv, …)`.
    private static func named(_ paths: [String]) -> String {
        let names = fileNames(paths).map(onOneLine)
        guard names.count > 1 else { return names.joined() }
        return "\(names.count) files (\(names.prefix(2).joined(separator: ", "))\(names.count > 2 ? ", …" : ""))"
    }

    /// The part of a store that the model was trained on: --part where no store is measured; else
    /// what the card says; else the rest of what is measured, if the card names no more messages.
    private func trainedPart(of path: String, _ card: ModelCard?) throws -> (part: String?, split: String) {
        let measuresStore = corpora.contains(where: CorpusStore.isStore)
        if !measuresStore, let part = reading.part { return (part, reading.split) }
        let splits = try openStore(path, readsOnly: true).splits.names()
        if let part = card?.part, let split = card?.split, splits.contains(split) { return (part, split) }
        // Next to stores that are split, `train` reads one without a split whole.
        guard measuresStore, !splits.isEmpty, let rest = reading.part.map(CorpusArguments.trainingPart) else {
            return (nil, reading.split)
        }
        let isMore = try card.map { try $0.namesMore(than: labelledBySource(path, part: rest, of: reading.split)) } ?? false
        return (isMore ? nil : rest, reading.split)
    }

    /// How test corpora are read: --part is of stores among them, if there are any.
    private var testReading: CorpusArguments {
        var test = reading
        if !trainedOn.isEmpty, !corpora.contains(where: CorpusStore.isStore) { test.part = nil }
        return test
    }

    private func measure(
        _ model: ModelView, trainedOn training: [LabeledMessage]
    ) throws -> (EvaluationReport, Evaluation, MistakeList) {
        let asked = figures.by + require.compactMap(\.dimension)
        let dimensions = SliceDimension.allCases.filter((figures.by.isEmpty ? SliceDimension.usual + asked : asked).contains)
        let showsMistakes = listing.mistakes || page.showText && page.html != nil
        let test = TestSet(
            dimensions, protected: model.policy.protected.labels,
            keepsMessages: figures.bootstrap != nil || !trainedOn.isEmpty || showsMistakes || output.predictions != nil)
        var classifier = try own.classifier(model), evaluation = Evaluation()
        var senders = SenderHistory(), mistakes = MistakeList(), wanted = WantedMessages(), times = TimeTally(asked)
        var predictions = PredictionFile(output, showsText: page.showText)
        let classes = model.labels, card = ModelCard(model)
        var seen = SeenMessages(model)
        let unmeasured = UnmeasuredMessages(model)
        let testReading = testReading
        var sources = MeasuredSources(corpora, testReading)
        var rows = try CorpusReading(of: corpora, testReading, for: .measuring)
        (rows.countryOfModel, rows.passesOver) = (learnedCountry(of: model), unmeasured.add)
        try ReadingAhead(rows) { try $0.nextMessage() }.forEach { message, place in
            sources.add(message, at: place)
            let verdict = classifier.classify(message.message)
            let outcome = Outcome(truth: message.label, verdict, model.policy, classes: classes)
            evaluation.add(outcome)
            seen.add(message.message)
            senders.add(outcome, sender: message.message.sender)
            test.add(message, traits: classifier.traits)
            wanted.add(message)
            times.add(message.time)
            if showsMistakes { mistakes.add(message, outcome, place: place.shown) }
            predictions?.add(message, at: place, verdict, classes)
        }
        guard evaluation.n > 0 else { throw EmptyTestSet(paths: corpora) }
        try times.check(corpora)
        unmeasured.sentence(beside: seen).map { warn($0, .result) }
        if showsMistakes { try mistakes.order(test.groups()) }
        try predictions?.write(groups: test.groups())
        var report = EvaluationReport(evaluation, costs: figures.cost)
        report.maxFalseJunk = card?.maxFalseJunk ?? Comparison.usualMaxFalseJunk
        if reporting.jsonPath != nil { report.curves = RankingCurves(evaluation.operatingCurve()) }
        report.protected = Set(model.policy.protected.labels)
        report.wantedGroups = try notedGroups(wanted, of: evaluation)
        report.slices = test.slices(of: evaluation, asked: !asked.isEmpty)
        report.senders = senders.figures
        report.bootstrap = try figures.intervals(of: evaluation, groups: test.groups)
        report.traffic =
            (card?.traffic).map { shares in Dictionary(uniqueKeysWithValues: Action.allCases.map { ($0, shares[$0]) }) } ?? [:]
        report.untested = evaluation.untested(of: classes)
        report.isLater = try isLater(times.bounds, than: card, testReading) || Evaluate.areAll(test.messages, laterThan: training)
        report.trace = TrainingTrace(
            files: report.isLater ? [] : try card.map { try sources.named(by: $0, seen) } ?? [], own: seen.own,
            background: seen.background)
        if !training.isEmpty { try report.compare(evaluation, of: test, with: training, from: corpora + trainedOn) }
        if acrossSources { report.acrossSources = try CrossValidation.sources(of: training, maxFalseJunk: report.maxFalseJunk) }
        return (report, evaluation, mistakes)
    }
}

extension Evaluate {
    /// Whether all that is measured is later than what was trained on, by times or by a split.
    private func isLater(_ bounds: TimeBounds, than card: ModelCard?, _ reading: CorpusArguments) throws -> Bool {
        try bounds.areLater(than: card) || TrainedSplit(card, measuring: corpora, reading)?.isEarlier(than: corpora) == true
    }

    /// Whether all messages have times, and those of the test are later than all of training.
    private static func areAll(_ test: [LabeledMessage], laterThan training: [LabeledMessage]) -> Bool {
        var earlier = TimeBounds(), later = TimeBounds()
        for message in training { earlier.add(message.time, of: message.source) }
        for message in test { later.add(message.time, of: message.source) }
        return later.areLater(than: earlier.range?.upperBound)
    }
}

extension Requirement.Failure {
    /// The option that gives what the report was made without.
    fileprivate var hint: String {
        switch missing {
        case .draws: "; --bootstrap gives one"
        case .costs: "; --cost falseJunk=10,missedJunk=1,unsure=0.2 gives some"
        case nil: ""
        }
    }
}
