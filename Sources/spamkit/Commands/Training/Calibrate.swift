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
        let (cutoff, isSigned) = (file.view.policy.junkCutoff, file.view.signer != nil || file.view.sequence > 0)
        var run = try CalibrationRun(file.view, settings)
        var countries: Set<String?> = []
        let (before, labelledByPeople) = try add(to: &run, beside: file.view, &countries)
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
        let untested = labelled > 0 ? file.view.untested(by: made.parts) : []
        if !untested.isEmpty {
            warnings.append(
                "no message with a label is \(untested.joined(separator: " or ")), so the new cutoff may put more of \(untested.count == 1 ? "it" : "these") "
                    + "into Junk, and nobody knows how many; add some, or keep the cutoff")
        }
        warnings += made.promise?.warnings(made.parts, made.looserBound, made.decidingAction, made.doubtfulLabels) ?? []
        if labelled > 0, unlabelled > 0 {
            note("\(counted(unlabelled, "message")) without a label left out: the cutoffs follow from labels alone")
        }
        if lacking > 0 {
            warnings.append(
                "\(grouped(lacking)) messages were left out, since the model does not know their action; train a model on them")
        }
        if labelled > 0 { warnings += chosenSentences(labelledByPeople) }
        if isSigned { warnings.append("the new model has no signature and no sequence number; sign it: spamkit sign") }
        let summary = CalibrationSummary(
            made, at: out, messages: labelled, junk: junk, unlabelled: unlabelled, cutoffBefore: cutoff, before: before,
            isTrafficAsked: cutoffs.traffic != nil, knowsAllActions: untested.isEmpty, warnings: warnings + warningsSoFar(),
            next: next(in: countries.count == 1 ? countries.first! : nil))
        try output.writeJSON(summary)
        if !output.isJSONAlone, !output.remarks.quiet { return try summary.lines.print(warnings: warnings) }
        for warning in warnings { warn(warning, .result) }
    }

    private var settings: TrainingSettings {
        var settings = TrainingSettings()
        cutoffs.apply(to: &settings)
        return settings
    }

    /// Reads the messages. Returns what the model as it was puts in Junk, and the stores where
    /// people labelled some of these.
    private func add(
        to run: inout CalibrationRun, beside model: ModelView, _ countries: inout Set<String?>
    ) throws -> (PutInJunk, labelledByPeople: Set<String>) {
        var rows = try CorpusReading(of: corpora, reading, for: .comparing), classifier = Classifier(model)
        var before = PutInJunk(), stores: Set<String> = []
        let ofPeople = Dictionary(
            try zip(fileNames(corpora), corpora).filter { CorpusStore.isStore($1) }.map {
                ($0, try openStore($1, readsOnly: true).labels.messagesOfPeople())
            }, uniquingKeysWith: { $1 })
        while let (row, place) = try rows.next() {
            if let number = place.number, ofPeople[place.file]?.contains(number) == true { stores.insert(place.file) }
            if countries.count < 2 { countries.insert(row.message.receiverCountry) }
            guard run.add(row), classifier.classify(row.message).action == .junk else { continue }
            before.add(row.label)
        }
        return (before, stores)
    }

    /// That these texts taught the model, as those of later messages may have.
    private func knownSentence(_ run: borrowing CalibrationRun) -> String? {
        let messages = run.labelledCount > 0 ? run.labelledCount : run.unlabelledCount
        return knownWords(own: run.seenOwn, background: run.seenOfBackground, of: messages).map {
            "\($0), so these limits do not hold for new texts; give messages with texts that the model does not know"
        }
    }

    /// That people chose which messages of these stores they labelled.
    private func chosenSentences(_ stores: Set<String>) -> [String] {
        stores.sorted().map {
            "\(onOneLine($0)): people gave some labels; if they or spamkit label chose these messages, the limits "
                + "may not hold on the phone; to measure them, label messages as they came"
        }
    }

    private func next(in country: String?) -> String {
        // A store knows the country of its messages, a file does not.
        let told = reading.country == nil ? country.map { ["--country", $0] } ?? [] : []
        return (["spamkit evaluate \(out.quoted) UNSEEN.csv"] + reading.namingOptions + told).joined(separator: " ")
    }
}

extension ModelView {
    /// The names of wanted actions that the model knows and no message had.
    fileprivate func untested(by parts: WantedParts?) -> [String] {
        let tested = Set(parts?.actions.filter { $0.wanted > 0 }.map(\.name) ?? [])
        return Set(labels.map(\.action)).subtracting([.junk]).map(\.name).filter { !tested.contains($0) }.sorted()
    }
}

/// How many messages of each kind a model puts in Junk.
struct PutInJunk: Encodable {
    private(set) var junk = 0, wanted = 0, unlabelled = 0

    mutating func add(_ label: Label?) {
        switch label {
        case nil: unlabelled += 1
        case .junk: junk += 1
        default: wanted += 1
        }
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
    /// What the model as it was puts in Junk of these messages.
    let inJunkBefore: PutInJunk
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
        _ made: CalibratedModel, at path: String, messages: Int, junk: Int, unlabelled: Int, cutoffBefore: Float,
        before: PutInJunk, isTrafficAsked: Bool, knowsAllActions: Bool, warnings: [String], next: String
    ) {
        model = path
        bytes = made.bytes.count
        (self.messages, self.junk, self.unlabelled) = (messages, junk, unlabelled)
        (junkCutoffBefore, junkCutoff, inJunkBefore) = (cutoffBefore, made.junkCutoff, before)
        (falseJunk, parts, estimate) = (made.promise, made.parts, made.estimate)
        // A mix of which a part was not measured allows no forecast.
        expected = made.promise.flatMap {
            knowsAllActions ? ExpectedVerdicts($0, traffic: made.card.traffic, isTrafficAsked: isTrafficAsked) : nil
        }
        (self.warnings, self.next) = (warnings, next)
    }

    private var limits: [String] {
        guard let falseJunk else { return [] }
        return parts?.sentences(protected: falseJunk.protectedLabels ?? [], bound: falseJunk.bound) ?? []
    }

    /// What changes of these messages. Log-odds of another calibration are no comparison.
    private var change: String {
        if let falseJunk {
            return
                "catches \(grouped(falseJunk.found)) of \(grouped(falseJunk.junk)) junk messages, before \(grouped(inJunkBefore.junk)); "
                + "puts \(grouped(falseJunk.falseJunk)) of \(grouped(falseJunk.wanted)) wanted in Junk, before \(grouped(inJunkBefore.wanted))"
        }
        guard let estimate else { return "" }
        return
            "puts \(grouped(estimate.inJunk)) of \(grouped(estimate.messages)) messages in Junk, before \(grouped(inJunkBefore.unlabelled))"
    }

    var lines: SummaryLines {
        let read =
            messages > 0
            ? "\(grouped(messages)) messages: \(grouped(messages - junk)) wanted, \(grouped(junk)) junk"
            : "\(grouped(unlabelled)) messages without labels"
        let expectation = falseJunk.map { [expected?.sentence].compactMap { $0 } + $0.sentences() } ?? []
        return SummaryLines([
            ("Read", read),
            ("Written", "\(onOneLine(model)): \(grouped(bytes)) bytes; \(change)"),
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
