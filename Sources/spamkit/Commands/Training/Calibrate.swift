// spamkit calibrate: a ready model and messages in, the same model with other cutoffs out.

import ArgumentParser
import Corpus
import CorpusStore
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Set new cutoffs for a ready model; its weights stay.",
        discussion: """
            Give messages that the model was not trained on. If some have labels, they set the cutoffs, within the bound on false \
            junk, as in train. If none has one, the cutoff follows from the distribution of the scores, if junk stands apart in \
            it. The model keeps the labels that it protects or declares, unless you name others.

            Example: spamkit calibrate mine.spam labelled.csv --out new.spam
            """)

    @Argument(help: "The model file.", completion: .file())
    var model: String

    @Argument(
        help: ArgumentHelp("Files of messages, with labels or without; - is standard input.", valueName: "corpus"),
        completion: .file())
    var corpora: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The model file to write.", valueName: "file"), completion: .file())
    var out: String

    @OptionGroup(title: HelpSection.basics) var cutoffs: CutoffArguments

    @OptionGroup(title: "Corpus options") var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
    }

    func run() throws {
        try output.check([("--out", out)], apartFrom: [model] + corpora)
        try checkOutput(out, as: .model)
        cutoffs.noteProtected()
        let file = try ModelFile.whole(model)
        let (before, isSigned) = (file.view.policy.junkCutoff, file.view.signer != nil || file.view.sequence > 0)
        var run = try CalibrationRun(file.view, settings)
        try add(to: &run)
        let known = knownSentence(run)
        let (labelled, junk, unlabelled, lacking) = (run.labelledCount, run.junkCount, run.unlabelledCount, run.lackingCount)
        if labelled == 0, cutoffs.traffic != nil {
            throw ValidationError(
                "--traffic: expected messages with labels, found none; leave it out: without labels the shares follow from the messages"
            )
        }
        let made = try run.finish()
        try writeAtomically(made.bytes, to: out)
        var warnings = [known].compactMap { $0 }
        warnings += made.promise?.warnings(made.parts, made.looserBound, made.decidingAction, made.doubtfulLabels) ?? []
        if labelled > 0, unlabelled > 0 {
            warnings.append(
                "\(grouped(unlabelled)) messages without a label were left out; to use them alone, give files without labels")
        }
        if lacking > 0 {
            warnings.append(
                "\(grouped(lacking)) messages were left out, since the model does not know their action; train a model on them")
        }
        if labelled > 0 { warnings += try chosenSentences() }
        if isSigned { warnings.append("the new model has no signature and no sequence number; sign it: spamkit sign") }
        let summary = CalibrationSummary(
            made, at: out, messages: labelled, junk: junk, unlabelled: unlabelled, before: before,
            isTrafficAsked: cutoffs.traffic != nil, warnings: warnings + warningsSoFar(), next: next)
        try output.writeJSON(summary)
        if !output.isJSONAlone, !output.remarks.quiet { return try summary.lines.print(warnings: warnings) }
        for warning in warnings { warn(warning, .result) }
    }

    private var settings: TrainingSettings {
        var settings = TrainingSettings()
        cutoffs.apply(to: &settings)
        return settings
    }

    private func add(to run: inout CalibrationRun) throws {
        var rows = try CorpusReading(of: corpora, reading, for: .comparing)
        while let (row, _) = try rows.next() { run.add(row) }
    }

    /// That messages taught the model; `nil` of one, which may be a coincidence.
    private func knownSentence(_ run: borrowing CalibrationRun) -> String? {
        let own = run.seenOwn, ofBackground = run.seenOfBackground, isOwn = own.count >= ofBackground.count
        let seen = isOwn ? own : ofBackground
        guard seen.count > 1 else { return nil }
        let words = seen.knownWords(of: run.labelledCount > 0 ? run.labelledCount : run.unlabelledCount, "messages")
        return "\(words) in the model's \(isOwn ? "training data" : "background"), but for digits, so false junk will be "
            + "higher than measured; give other messages"
    }

    /// That a store's labels are of messages that were chosen to ask, for each such store.
    private func chosenSentences() throws -> [String] {
        try corpora.filter(CorpusStore.isStore).filter { try openStore($0, readsOnly: true).labels.progress().hasLabelsOfPeople }
            .map {
                "\(onOneLine(FileName.of($0))): spamkit label chooses what it asks, so its labels are no random sample, and the "
                    + "limits may not hold on the phone; to measure them, label messages as they came"
            }
    }

    private var next: String {
        (["spamkit evaluate \(out.quoted) UNSEEN.csv"] + reading.namingOptions).joined(separator: " ")
    }
}

/// What was read, how the cutoff moved and what to expect.
struct CalibrationSummary: Encodable {
    let model: String
    let bytes: Int
    /// Messages with labels.
    let messages: Int
    let junk: Int
    let unlabelled: Int
    /// In natural log-odds of the model as it was, and as it is.
    let junkCutoffBefore: Float
    let junkCutoff: Float
    /// `nil` without labels.
    let falseJunk: FalseJunkPromise?
    /// `nil` without labels.
    let parts: WantedParts?
    /// `nil` with labels.
    let estimate: FalseJunkEstimate?
    let expected: ExpectedVerdicts?
    let warnings: [String]
    /// The command to type next.
    let next: String

    init(
        _ made: CalibratedModel, at path: String, messages: Int, junk: Int, unlabelled: Int, before: Float,
        isTrafficAsked: Bool, warnings: [String], next: String
    ) {
        model = path
        bytes = made.bytes.count
        (self.messages, self.junk, self.unlabelled) = (messages, junk, unlabelled)
        (junkCutoffBefore, junkCutoff) = (before, made.junkCutoff)
        (falseJunk, parts, estimate) = (made.promise, made.parts, made.estimate)
        expected = made.promise.flatMap {
            ExpectedVerdicts($0, traffic: made.card.traffic, isTrafficAsked: isTrafficAsked)
        }
        (self.warnings, self.next) = (warnings, next)
    }

    private var limits: [String] {
        guard let falseJunk else { return [] }
        return parts?.sentences(protected: falseJunk.protectedLabels ?? [], bound: falseJunk.bound) ?? []
    }

    var lines: SummaryLines {
        let read =
            messages > 0
            ? "\(grouped(messages)) messages: \(grouped(messages - junk)) wanted, \(grouped(junk)) junk"
            : "\(grouped(unlabelled)) messages without labels"
        let expectation = falseJunk.map { [expected?.sentence].compactMap { $0 } + $0.sentences } ?? []
        return SummaryLines([
            ("Read", read),
            (
                "Written",
                "\(onOneLine(model)): \(grouped(bytes)) bytes, junk from log-odds \(decimal(Double(junkCutoff), places: 2)) on (before \(decimal(Double(junkCutoffBefore), places: 2)))"
            ),
            ("Expect", (expectation + [estimate?.sentence].compactMap { $0 }).joined(separator: "\n")),
            ("Limits", limits.joined(separator: "\n")),
            ("Folders", parts?.folderSentence ?? ""), ("Next", next),
        ])
    }
}

extension FalseJunkEstimate {
    /// What is expected, without a stop.
    var sentence: String {
        """
        \(grouped(inJunk)) of \(grouped(messages)) messages in Junk. False junk is estimated from the scores: \(limitWords(rate, of: messages)), \
        at most \(limitWords(upperLimit, of: messages)) (95 % confidence). Only labels can measure it
        """
    }
}
