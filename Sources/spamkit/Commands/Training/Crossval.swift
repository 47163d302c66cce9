// spamkit crossval: how good models of a corpus are on messages they were not trained on.

import ArgumentParser
import Corpus
import Experiments
import SpamEvaluation
import SpamFilterIO
import SpamTraining
import Statistics

struct Crossval: ParsableCommand {
    /// Sources that a warning names.
    private static let mostNamed = 3

    static let configuration = CommandConfiguration(
        commandName: "crossval", abstract: "Measure on each part of a corpus a model trained on all others.",
        discussion: """
            By source: each source is measured by a model of all others. That is closest to a new phone. By template: parts of \
            similar size; all messages of a template are in one part. Its figures are better than on a new phone. By time: each \
            period is measured by a model of all earlier messages, which shows how a model ages. Each model is the one that \
            train makes with the same options, cutoffs included. --max-bytes limits each model. At a tight limit one feature can \
            move a cutoff far: then trust ROC-AUC and recall at a bound.

            Example: spamkit crossval mine.tsv more.jsonl --max-bytes 64K
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(help: "template, source or time. Default: source if there are two or more, else template.")
    var by: CorpusDivision?

    @Option(help: "The number of parts, by template or time.")
    var folds = 5

    @Option(
        help: ArgumentHelp(
            "Also compute 95 % intervals of each part, by this many draws of groups of near duplicates. 1000 is usual.",
            valueName: "rounds"))
    var bootstrap: Int?

    @Flag(help: "Print all figures of the whole. Default: one screen.")
    var full = false

    @OptionGroup var output: PredictionArguments

    @OptionGroup var text: TextArguments

    @OptionGroup(title: HelpSection.basics) var general: BackgroundArguments
    @OptionGroup(title: HelpSection.basics) var phone: UnlabelledArguments

    @OptionGroup var learning: LearningArguments
    @OptionGroup var purpose: PurposeArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var reporting: ReportArguments

    func validate() throws {
        try expect("--folds", folds, in: 2...100, "2 to 100")
        if let bootstrap { try expect("--bootstrap", bootstrap, in: 1...1_000_000, "1 to 1000000 rounds") }
        if text.showText, output.predictions == nil {
            throw ValidationError("--show-text: expected --predictions FILE too, found none")
        }
    }

    func run() throws {
        try reporting.check([("--predictions", output.predictions)], apartFrom: corpora + general.background + phone.unlabelled)
        try phone.check(against: corpora + general.background)
        try checkOutput(output.predictions, as: nil)
        let stop = StopLine("stopped; nothing was written")
        var messages: [LabeledMessage] = [], places: [MessagePlace?] = []
        var rows = try CorpusReading(training: corpora, reading, beside: general, unlabelled: phone.unlabelled)
        while let (message, place) = try rows.nextMessage() {
            messages.append(message)
            if output.predictions != nil { places.append(place) }
        }
        var unlabelled: [CorpusRow] = []
        try phone.forEachMessage(reading, beside: corpora) { unlabelled.append($0) }
        let own = messages.filter { !$0.isBackground }
        guard !own.isEmpty else { throw EmptyTestSet(paths: corpora) }
        let sources = Set(own.map(\.source))
        try purpose.weights.check(labels: Set(messages.map(\.label)), sources: Set(messages.map(\.source)))
        let division = by ?? (sources.count > 1 ? .source : .template)
        if division == .source { try UnfitSources.check(own, for: "--by source") }
        if division == .time { noteUndated(own, of: sources) }
        var predictions = PredictionFile(output, showsText: text.showText), groups: [UInt64] = []
        let settings = purpose.settings(learning)
        let found = try CrossValidation.parts(
            of: messages, beside: unlabelled, by: division, folds: folds, settings
        ) { message, part, group, verdict, classes in
            guard predictions != nil, let place = places[message] else { return }
            predictions?.add(messages[message], at: place, verdict, classes, part: part)
            groups.append(group)
        }
        stop.end()
        guard found.contains(where: { $0.evaluation.map { $0.n > 0 } ?? false }) else {
            throw NothingMeasured(
                paths: corpora, problem: found.lazy.compactMap(\.problem).first.map(advice) ?? "no messages in any part")
        }
        try predictions?.write(groups: groups)
        for part in found where !part.unprotected.isEmpty {
            let labels = part.unprotected.map(\.label.description).joined(separator: ", ")
            warn(
                "\(part.name) was measured without --protect \(labels): the other parts have no such message. Add some to other parts.",
                .result)
        }
        let report = CrossValidationReport(division, found, settings, rounds: bootstrap)
        try reporting.report(report, report.text(isFull: full))
        guard !reporting.isJSONAlone else { return }
        if !full { hint("\nMore: --full, --json FILE") }
        let measured = found.filter { $0.evaluation != nil }
        tellOfBound(measured, settings.maxFalseJunk)
        if division == .source {
            tellOfUntaught(measured)
            tell(measured)
        }
    }

    /// That sources have no times.
    private func noteUndated(_ own: [LabeledMessage], of sources: Set<String>) {
        let undated = sources.subtracting(own.lazy.filter { $0.time?.seconds() != nil }.map(\.source)).sorted()
        guard !undated.isEmpty, undated.count < sources.count else { return }
        note("no times in \(undated.map(\.visibleName).joined(separator: ", ")): every model learns from it, and no part has it")
    }

    /// That models have too few different wanted messages to show the bound.
    private func tellOfBound(_ measured: [CrossValidationPart], _ bound: Double) {
        let tooSmall = measured.count { $0.keepsPromise == false }
        guard tooSmall > 0 else { return }
        let isAbove = measured.contains { $0.evaluation?.confusion.falseJunk.value ?? 0 > bound }
        let way =
            isAbove
            ? ", and some put more into Junk. Judge them by AUC, and add messages."
            : ", so their cutoffs are strict. Judge them by AUC, add messages, or raise --max-false-junk."
        warn(
            "\(grouped(tooSmall)) of \(counted(measured.count, "model")) have wanted messages of too few templates to show at most \(percentage(bound)) false junk\(way)",
            .result)
    }

    /// That a source alone has an action, which its model took for another.
    private func tellOfUntaught(_ measured: [CrossValidationPart]) {
        let alone = measured.filter { !$0.untaught.isEmpty }
        guard !alone.isEmpty else { return }
        let named = alone.prefix(Crossval.mostNamed).map { part in
            "\(onOneLine(part.name)) alone has \(part.untaught.map(\.name).joined(separator: " and ")) messages"
        }
        let others = counted(alone.count - named.count, "other source")
        let more = alone.count > named.count ? ", and the same is true of \(others)" : ""
        let (model, its) = alone.count == 1 ? ("its model was", "its") : ("their models were", "their")
        let result = "so \(model) taught none, and \(its) false junk may be too high"
        warn("\(named.joined(separator: ", "))\(more), \(result). Add such messages to another source.", .result)
    }

    /// How far the figures of sources can be believed for a new phone.
    private func tell(_ measured: [CrossValidationPart]) {
        let alike = measured.filter { SourceFigures($0).isTooAlike }
        guard !alike.isEmpty else {
            return note(
                "Expect figures like these, or worse, on a new phone. To improve them, label some of its messages: spamkit label")
        }
        let named = alike.prefix(Crossval.mostNamed).map { part in
            "\(grouped(part.overlap)) of \(counted(part.evaluation?.n ?? 0, "message")) "
                + "(\(grouped(part.overlapOfJunk)) of \(grouped(part.evaluation?.junk ?? 0)) junk) of \(onOneLine(part.name))"
        }
        let more = alike.count > named.count ? " and most of \(counted(alike.count - named.count, "other source"))" : ""
        let training = general.background.isEmpty ? "a training message" : "a training or background message"
        warn(
            "\(named.joined(separator: ", "))\(more) share a template with \(training) (column seen), so \(alike.count == 1 ? "its" : "their") figures are too good for other phones. If two files are versions of one corpus, give only one.",
            .result)
        for part in alike.prefix(Crossval.mostNamed) {
            guard let unseen = part.unseen, unseen.n > 0 else { continue }
            let wanted = unseen.confusion.falseJunk, caught = unseen.confusion.figures(of: .junk).recall
            note(
                "\(onOneLine(part.name)), unseen templates alone: \(grouped(caught.count)) of \(grouped(caught.of)) junk caught, \(grouped(wanted.count)) of \(grouped(wanted.of)) wanted in Junk"
            )
        }
    }
}
