// spamkit tune: which settings suit a corpus, within a size and a time.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import Foundation
import SpamEvaluation
import SpamFilterIO
import SpamTraining
import Statistics

struct Tune: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tune", abstract: "Search for settings of a model that suit a corpus.",
        discussion: """
            Tries the defaults and other trainers, regularizations, n-grams and sizes. Each is measured by cross-validation by \
            template inside the corpus. All are measured on a small part of it, the best third on three times as much, and so on \
            (successive halving). Part of the corpus is held out and used once, at the end. Unless another setting \
            beats the defaults by more than chance, the answer is the defaults. The last line is the command for spamkit train. \
            Keep test sets out of the corpus.

            Example: spamkit tune mine.tsv --max-bytes 64K --budget 10m --journal a.jsonl
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(help: "The largest size of the model file: 64K, 200KB, 1M.")
    var maxBytes = ByteSize(bytes: 1 << 20)

    @Option(
        help: """
            The time to search, such as 90s, 10m or 2h. It is checked before each model is trained. The comparison at the \
            end takes extra time.
            """)
    var budget = TimeBudget(argument: "10m")!

    @Option(help: "How many settings to try, with the defaults.")
    var candidates = 27

    @Option(
        help: """
            What to optimize. recall: junk found within --max-false-junk (0.1, 0.2, 0.5 or 1 %). ap: average precision, which \
            also replaces recall if the corpus is too small. f1: F1 of junk with each model's own cutoffs.
            """)
    var objective = TuningObjective.recall

    @Option(help: ArgumentHelp("The share of groups of near duplicates held out from the search. 0: none.", valueName: "share"))
    var heldOut = 0.2

    @Option(
        help: ArgumentHelp(
            "Record measurements in a file (JSON Lines). The same command continues a search that was stopped.",
            valueName: "file"), completion: .file())
    var journal: String?

    @Option(name: .shortAndLong, help: "Train a model with the answer on all messages, and write it.", completion: .file())
    var out: String?

    @OptionGroup(title: HelpSection.basics) var general: BackgroundArguments

    @OptionGroup var purpose: PurposeArguments

    @OptionGroup(title: "Weights and folds") var scoring: FoldArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        try scoring.check(purpose.cutoffs)
        if !(2...1000).contains(candidates) { throw ValidationError("--candidates: expected 2 to 1000, found \(candidates)") }
        if !(heldOut >= 0 && heldOut <= 0.5) {
            throw ValidationError("--held-out: expected a share of 0 to 0.5, found \(heldOut)")
        }
        for (option, path) in [("--out", out), ("--journal", journal)] where path == "-" {
            throw ValidationError("\(option): expected the path of a file, found -")
        }
    }

    func run() throws {
        try output.check([("--out", out), ("--journal", journal)], apartFrom: corpora + general.background)
        try checkOutput(out, as: .model)
        try checkOutput(journal, as: nil)
        var messages: [LabeledMessage] = []
        var digest = CorpusDigest()
        var rows = try CorpusReading(training: corpora, reading, beside: general)
        while let (message, _) = try rows.nextMessage() {
            messages.append(message)
            digest.add(message)
        }
        guard messages.contains(where: { !$0.isBackground }) else { throw EmptyTestSet(paths: corpora) }
        try purpose.weights.check(
            labels: Set(messages.map(\.label)), sources: Set(messages.map(\.source)))
        let options = SettingsSpace(of: messages.filter { !$0.isBackground }, maxBytes: maxBytes).candidates(
            candidates, seed: purpose.seed)
        let settings = try options.map { purpose.settings(try LearningArguments.parse($0), folds: scoring.folds) }
        let search = try SettingsSearch(messages, candidates: settings, objective: objective, heldOut: heldOut)
        let ranking = try rank(search, options, digest)
        guard let best = ranking.best else {
            let problem = ranking.trials.first { $0.candidate == 0 }?.figures.problem
            throw NothingTried(budget: budget, hasJournal: journal != nil, problem: problem)
        }
        if let problem = best.figures.problem { throw NothingMeasured(paths: corpora, problem: problem) }
        if best.candidate != 0 { note("comparing the best with the defaults") }
        let lead = search.lead(of: ranking)
        let report = TuningReport(
            search, ranking, lead, options: options, objective: objective,
            given: scoring.options + purpose.options + general.options + reading.options, corpora: corpora, out: out)
        // First, so that no later error loses the results.
        try output.report(report, report.text)
        if let out { try write(settings[report.answer], messages, to: out) }
    }

    /// Tries candidates, prints progress on standard error, and keeps the journal.
    private func rank(_ search: SettingsSearch, _ options: [[String]], _ digest: CorpusDigest) throws -> SettingsSearch.Ranking {
        let known = try journal.map {
            try TuningJournal($0, TuningJournal.Head(corpus: digest.hexadecimal, messages: digest.messages, heldOut: heldOut))
        }
        if let known, known.unreadable > 0 {
            warn(
                "\(journal!): \(counted(known.unreadable, "line")) could not be read, as after a run that was stopped; they are measured again"
            )
        }
        let start = ContinuousClock.now
        // Printed with the first trial.
        var header: String? = TuningReport.header(seconds: true)
        let end = start.advanced(by: .seconds(budget.seconds))
        var last = start
        return try search.run(isOutOfTime: { ContinuousClock.now >= end }) { candidate, divisor in
            known?.figures(of: search.candidates[candidate], divisor: divisor)
        } measured: { trial in
            let seconds = Double((ContinuousClock.now - last) / .milliseconds(1)) / 1000
            last = ContinuousClock.now
            try known?.add(
                trial.figures, of: search.candidates[trial.candidate], divisor: trial.divisor, seconds: seconds)
            if let line = header { note(line) }
            header = nil
            note(TuningReport.line(trial, seconds: seconds, options: options[trial.candidate].joined(separator: " ")))
        }
    }

    /// Trains on all messages, as `spamkit train` does with these options.
    private func write(_ settings: TrainingSettings, _ messages: [LabeledMessage], to path: String) throws {
        let model = try TrainedModel(training: messages, settings, card: { ModelCard(sources: $0) })
        try writeAtomically(model.bytes, to: path)
        let words = model.promise?.sentences() ?? []
        note((["\(path): \(grouped(model.bytes.count)) bytes"] + words).joined(separator: "; "))
        for warning in model.warnings { warn(warning, .result) }
    }
}

/// Time ran out before there was anything to compare.
struct NothingTried: Error, CustomStringConvertible {
    let budget: TimeBudget
    let hasJournal: Bool
    /// What is wrong with the defaults.
    let problem: String?
    var description: String {
        if let problem { return "expected a corpus that the defaults can be trained on, found: \(problem)" }
        let next =
            hasJournal
            ? "run the same command again to continue" : "add --journal FILE, and run the same command again to continue"
        return "--budget \(budget): expected time for the defaults and one other candidate, found less; give more, or \(next)"
    }
}
