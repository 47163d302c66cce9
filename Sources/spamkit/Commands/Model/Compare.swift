// spamkit compare: whether one model, or another tool's scores, is better than another model on the
// same messages.

import ArgumentParser
import Corpus
import Experiments
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare two models on the same labelled messages.",
        discussion: """
            The verdict is better, worse, mixed or no clear difference. It is never better where false junk rises above \
            --max-false-junk. McNemar's exact test and draws of groups of near duplicates say what may be luck. Use messages \
            that neither model was trained on. --json lists all messages whose actions differ.

            Another tool's scores can take the place of the second model: a CSV file with the columns id and score, or one of \
            --predictions. An id is that of the message, else its number in the store, else its row. Scores from 0 to 1 are probabilities, junk from 0.5 on. Others are log-odds, junk from 0 on. With \
            --max-false-junk, scores and the model are both cut where that limit holds on these messages. Two models keep their own cutoffs, and so does a file of --predictions.

            Example: spamkit compare old.spam new.spam test.tsv
            """)

    @Argument(help: "The model to beat.", completion: .file())
    var first: String

    @Argument(help: "The model that may be better, or a CSV file of scores.", completion: .file())
    var second: String

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(
        help: ArgumentHelp(
            "The limit on false junk, such as 1%. Default: that of the first model, else 0.2%.", valueName: "share"),
        transform: CutoffArguments.share)
    var maxFalseJunk: Double?

    @Option(
        help: ArgumentHelp(
            "Show only slices by this dimension; not protected. May be repeated. Default: all but times and country.",
            valueName: "dimension"))
    var by: [SliceDimension] = []

    @Option(
        help: ArgumentHelp(
            """
            The number of draws for intervals of differences; 0: no intervals. Drawn are groups of near duplicates, or the \
            corpus's templates.
            """,
            valueName: "rounds"))
    var bootstrap = 1000

    @Option(help: "The seed of --bootstrap.")
    var seed: UInt64 = 1

    @Option(help: "How many messages with different actions to list; 0: none.")
    var top = 20

    @OptionGroup var text: TextArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    /// Not `protected`: each model protects labels of its own.
    private static let dimensions = SliceDimension.usual.filter { $0 != .protected }

    func validate() throws {
        if by.contains(.protected) {
            throw ValidationError("--by: expected another dimension than protected: each model protects labels of its own")
        }
        if !(0...1_000_000).contains(bootstrap) {
            throw ValidationError("--bootstrap: expected 0 to 1000000 rounds, found \(bootstrap)")
        }
        if top < 0 { throw ValidationError("--top: expected 0 or more, found \(top)") }
    }

    func run() throws {
        try output.check(apartFrom: [first, second] + corpora)
        if ScoreFile.isNamed(first) {
            let next =
                ScoreFile.isNamed(second)
                ? "; to compare two files of scores, in Python: spamkit.compare(y, a, b, groups)"
                : ": spamkit compare \(second.quoted) \(first.quoted) …"
            throw ValidationError(
                "expected a model first, found \(onOneLine(first)); scores come second, after the model to beat\(next)")
        }
        if isSameFile(first, second) { warn("\(first), \(second) are one file: nothing can differ. Give two models.") }
        let firstFile = try ModelFile.whole(first), models = fileNames([first, second])
        var remark: String?
        let (comparison, rows): (Comparison, [ChangedRow])
        if ScoreFile.isNamed(second) {
            let scores = try ScoreFile(second)
            (comparison, rows) = try compared(firstFile.view, with: scores)
            // Where scores begin to mean junk decides the verdict.
            if maxFalseJunk == nil, !scores.hasActions {
                remark =
                    "\(models[1]) is cut at \(scores.evenOdds), and \(models[0]) at its own cutoff; "
                    + "to cut both at one limit: --max-false-junk \(shortShare(comparison.maxFalseJunk).filter { $0 != " " })."
            } else if !scores.hasActions {
                remark = comparison.remarkOnFittedCutoffs
            }
        } else {
            (comparison, rows) = try compared(firstFile.view, with: ModelFile.whole(second))
        }
        // A verdict on messages that a model knows is read before what says so, at the end.
        tellWarnings()
        try output.report(
            ComparisonRecord(first: models[0], second: models[1], figures: comparison, changed: rows),
            isPrivate: text.showText, page(comparison, of: models, rows, remark))
    }

    private var dimensions: [SliceDimension] { by.isEmpty ? Compare.dimensions : SliceDimension.allCases.filter(by.contains) }

    /// The limit that was asked for, else that of a model. A model made by costs has none.
    private func limit(of model: ModelView) -> Double {
        maxFalseJunk ?? ModelCard(model)?.maxFalseJunk ?? Comparison.usualMaxFalseJunk
    }

    private func compared(_ model: ModelView, with file: consuming ModelFile) throws -> (Comparison, [ChangedRow]) {
        try warnOfAnotherSplit(first, model)
        try warnOfAnotherSplit(second, file.view)
        var compared = ComparedModels(model, file.view, by: dimensions)
        var rows: [ChangedRow] = [], times = TimeTally(by)
        var seen = SeenMessages(model), seenBySecond = SeenMessages(file.view), sources = MeasuredSources(corpora, reading)
        let unmeasured = UnmeasuredMessages(model), unmeasuredBySecond = UnmeasuredMessages(file.view)
        var messages = try CorpusReading(of: corpora, reading, for: .measuring)
        messages.passesOver = {
            unmeasured.add($0)
            unmeasuredBySecond.add($0)
        }
        while let (message, place) = try messages.nextMessage() {
            times.add(message.time)
            sources.add(message, at: place)
            seen.add(message.message)
            seenBySecond.add(message.message)
            let verdicts = compared.add(message)
            guard verdicts.first.action != verdicts.second.action else { continue }
            rows.append(
                ChangedRow(
                    place, label: message.label, verdicts.first.action.name, verdicts.second.action.name,
                    VerdictChange(truth: message.label, first: verdicts.first.action, second: verdicts.second.action),
                    text: text.showText ? message.message.body : nil))
        }
        guard compared.count > 0 else { throw EmptyTestSet(paths: corpora) }
        try times.check(corpora)
        let isNoted = try warnIfTrained(first, model, on: seen, sources, times.bounds)
        try warnIfTrained(second, file.view, on: seenBySecond, sources, times.bounds, isNoted: isNoted)
        for (path, sentence) in [
            (first, unmeasured.sentence(beside: seen)), (second, unmeasuredBySecond.sentence(beside: seenBySecond)),
        ] {
            if let sentence { warn("\(onOneLine(FileName.of(path))): \(sentence)", .result) }
        }
        var random = SplitMix(seed: seed)
        return (
            try compared.comparison(rounds: bootstrap, asked: !by.isEmpty, maxFalseJunk: limit(of: model), using: &random), rows
        )
    }

    private func compared(_ model: ModelView, with file: ScoreFile) throws -> (Comparison, [ChangedRow]) {
        try warnOfAnotherSplit(first, model)
        struct Scored {
            let place: MessagePlace, label: Label, score: (logOdds: Double, isJunk: Bool?), text: String?
        }
        var compared = ComparedScores(model, by: dimensions), file = file
        var scored: [Scored] = [], times = TimeTally(by), seen = SeenMessages(model)
        var sources = MeasuredSources(corpora, reading)
        let unmeasured = UnmeasuredMessages(model)
        var messages = try CorpusReading(of: corpora, reading, for: .measuring)
        messages.passesOver = unmeasured.add
        while let (message, place) = try messages.nextMessage() {
            guard let score = try file.score(of: place) else { continue }
            times.add(message.time)
            sources.add(message, at: place)
            seen.add(message.message)
            compared.add(message, scored: score.logOdds)
            scored.append(
                Scored(place: place, label: message.label, score: score, text: text.showText ? message.message.body : nil))
        }
        try file.check()
        guard compared.count > 0 else { throw EmptyTestSet(paths: corpora) }
        try times.check(corpora)
        // Both at their best within the limit: else scores alone would be cut to fit these
        // messages.
        let cutoffs = file.hasActions ? nil : maxFalseJunk.map { compared.cutoffs(maxFalseJunk: $0) }
        file.noteReading(cutoff: cutoffs?.scores)
        if let cutoffs { noteCutoff(cutoffs.model, instead: model.policy.junkCutoff) }
        try warnIfTrained(first, model, on: seen, sources, times.bounds)
        unmeasured.sentence(beside: seen).map { warn("\(onOneLine(FileName.of(first))): \($0)", .result) }
        let ofModel = compared.isJunkOfModel(above: cutoffs?.model)
        let ofScores = scored.map { message in
            message.score.isJunk ?? cutoffs.map { message.score.logOdds > $0.scores } ?? (message.score.logOdds >= 0)
        }
        let rows = scored.indices.filter { ofModel[$0] != ofScores[$0] }.map { place in
            func name(_ isJunk: Bool) -> String { isJunk ? "junk" : "not junk" }
            let message = scored[place]
            return ChangedRow(
                message.place, label: message.label, name(ofModel[place]), name(ofScores[place]),
                ofScores[place] == (message.label == .junk) ? .won : .lost, text: message.text)
        }
        var random = SplitMix(seed: seed)
        let comparison = try compared.comparison(
            ofModel: ofModel, ofScores: ofScores, rounds: bootstrap, asked: !by.isEmpty, maxFalseJunk: limit(of: model),
            using: &random)
        if let auc = comparison.figures.first(where: { $0.figure == "auc" })?.second, auc < 0.6 {
            note(
                "\(onOneLine(FileName.of(second))): ROC-AUC \(decimal(auc, places: 2)), hardly better than chance or worse; "
                    + "look whether its ids are those of these messages, and whether high scores mean junk")
        }
        return (comparison, rows)
    }

    /// That the model's scores are cut as those beside it, not at its own cutoff.
    private func noteCutoff(_ cutoff: Double, instead own: Float) {
        let above = cutoff.isFinite ? "log-odds above \(decimal(cutoff, places: 3))" : "the lowest cut"
        note(
            "\(onOneLine(FileName.of(first))): junk from \(above), within the limit on these messages, not at its own cutoff "
                + "(\(decimal(Double(own), places: 3))); for its own verdicts leave out --max-false-junk")
    }

    /// A model that knows the messages beats one that does not. Later messages
    /// read like some of training by nature, which is said once.
    ///
    /// - Returns: whether that was said.
    @discardableResult
    private func warnIfTrained(
        _ path: String, _ model: ModelView, on seen: borrowing SeenMessages, _ sources: MeasuredSources, _ bounds: TimeBounds,
        isNoted: Bool = false
    ) throws -> Bool {
        let name = onOneLine(FileName.of(path)), card = ModelCard(model)
        let isLater =
            try bounds.areLater(than: card) || TrainedSplit(card, measuring: corpora, reading)?.isEarlier(than: corpora) == true
        let named = isLater ? [] : try card.map { try sources.named(by: $0, seen) } ?? []
        guard let trace = TrainingTrace(files: named, own: seen.own, background: seen.background) else { return isNoted }
        guard isLater else {
            warn("\(name): \(trace.sentence(of: sources.messages))", .result)
            return isNoted
        }
        if !isNoted { note("\(name): \(trace.laterSentence(of: sources.messages))") }
        return true
    }

    private func warnOfAnotherSplit(_ path: String, _ model: ModelView) throws {
        let trained = TrainedSplit(ModelCard(model), measuring: corpora, reading)
        try trained?.warnOfAnother(onOneLine(FileName.of(path)), corpora)
        if path == first { try trained?.noteIfRandom() }
    }

    private func page(_ comparison: Comparison, of models: [String], _ rows: [ChangedRow], _ remark: String?) -> String {
        var lines = [String(comparison.text(first: models[0], second: models[1], remark: remark).dropLast())]
        if top > 0, !rows.isEmpty {
            let listed = rows.sorted { ($0.change.order, $0.file, $0.row) < ($1.change.order, $1.file, $1.row) }.prefix(top)
            lines += ["", "\(grouped(listed.count)) of \(counted(rows.count, "message")) with another action, lost ones first"]
            lines += listed.map { row in
                "  \(row.change.rawValue)  \(row.place.shown)  \(row.label)  \(row.first) -> \(row.second)"
                    + (row.text.map { "  " + onOneLine($0) } ?? "")
            }
        }
        return lines.joined(separator: "\n")
    }
}
