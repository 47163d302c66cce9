// spamkit overlay: learns and forgets a person's own examples, as an app does on the phone.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import Statistics

struct OverlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlay",
        abstract: "Learn a person's own examples, to be used with a model.",
        discussion: """
            An overlay is a file of \(grouped(PersonalOverlay.byteCount)) bytes with counts and no text. It moves a model's \
            log-odds of junk towards what the person said about up to \(PersonalOverlay.mostExamples) junk and as many wanted \
            messages. Every label but junk is wanted. The model stays as it is. classify, explain and evaluate take the file by \
            --overlay.

            --forget takes messages away that were learned with the same labels. The file is then as if they had never been \
            learned.

            Example: spamkit overlay mine.spam --learn reported.csv --out mine.spamown
            """)

    @Argument(help: "The model file that the examples go with.", completion: .file())
    var model: String

    @Option(
        help: ArgumentHelp("A file of labelled messages to learn. May be repeated.", valueName: "corpus"),
        completion: .file())
    var learn: [String] = []

    @Option(
        help: ArgumentHelp("A file of learned messages to take away first. May be repeated.", valueName: "corpus"),
        completion: .file())
    var forget: [String] = []

    @Option(help: ArgumentHelp("The overlay to begin with. Default: none learned.", valueName: "file"), completion: .file())
    var from: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The overlay to write, which may be that of --from. It is written completely or not at all.", valueName: "file"),
        completion: .file())
    var out: String

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
        if learn.isEmpty, forget.isEmpty {
            throw ValidationError("expected messages by --learn or --forget, found neither; give --learn CORPUS")
        }
        if from == nil, !forget.isEmpty { throw ValidationError("--forget: expected --from with what was learned, found none") }
    }

    func run() throws {
        try output.check([("--out", out)], apartFrom: [model] + learn + forget)
        try checkOutput(out, as: .overlay)
        let file = try ModelFile.whole(model)
        var own = try examples(file.view)
        var forgotten = 0, learned: [LabeledMessage] = []
        try forEachExample(of: forget) { message, place in
            try own.change(place) { own throws(OverlayError) in try own.unlearn(message.message, as: message.label) }
            forgotten += 1
        }
        try forEachExample(of: learn) { message, place in
            try own.change(place) { own throws(OverlayError) in try own.learn(message.message, as: message.label) }
            learned.append(message)
        }
        guard forgotten + learned.count > 0 else { throw EmptyTestSet(paths: learn + forget) }
        var record = OverlayRecord(own, learned: learned.count, forgotten: forgotten)
        var before = Classifier(file.view), after = try Classifier(file.view, overlay: own)
        for message in learned {
            func isRight(_ verdict: Verdict) -> Int { (verdict.action == .junk) == (message.label.action == .junk) ? 1 : 0 }
            record.rightByModel += isRight(before.classify(message.message))
            record.rightWithExamples += isRight(after.classify(message.message))
        }
        try writeAtomically(own.bytes, to: out, isPrivate: true)
        try output.report(record, record.page(out))
    }

    /// The examples to begin with.
    private func examples(_ model: ModelView) throws -> PersonalOverlay {
        guard let from else { return PersonalOverlay(for: model) }
        let file = try OverlayFile(from)
        guard file.view.settings == model.settings else { throw OverlayFileError.content(path: from, .otherSettings) }
        return PersonalOverlay(file.view)
    }

    private func forEachExample(of paths: [String], _ body: (LabeledMessage, MessagePlace) throws -> Void) throws {
        guard !paths.isEmpty else { return }
        var examples = try CorpusReading(of: paths, reading, for: .training)
        while let (message, place) = try examples.nextMessage() { try body(message, place) }
    }
}

extension PersonalOverlay {
    /// Learns or forgets an example, whose place an error names.
    fileprivate mutating func change(
        _ place: MessagePlace, by body: (inout PersonalOverlay) throws(OverlayError) -> Void
    ) throws {
        do throws(OverlayError) {
            try body(&self)
        } catch {
            throw RefusedExample(place: place, error: error)
        }
    }
}

/// An example that cannot be learned or forgotten.
private struct RefusedExample: Error, CustomStringConvertible {
    let place: MessagePlace
    let error: OverlayError
    var description: String { "\(place.shown): \(error.description)" }
}

/// What was learned, as JSON.
private struct OverlayRecord: Encodable {
    let learned: Int
    let forgotten: Int
    let junkExamples: Int
    let wantedExamples: Int
    /// The learned messages that the model calls junk, or not, as their label says.
    var rightByModel = 0
    var rightWithExamples = 0

    init(_ own: PersonalOverlay, learned: Int, forgotten: Int) {
        self.learned = learned
        self.forgotten = forgotten
        junkExamples = own.junkExamples
        wantedExamples = own.wantedExamples
    }

    func page(_ path: String) -> String {
        var lines = [
            "\(path): \(grouped(junkExamples)) junk and \(grouped(wantedExamples)) wanted examples, of \(PersonalOverlay.mostExamples) each at most"
        ]
        if forgotten > 0 { lines.append("Forgot   \(counted(forgotten, "message"))") }
        if learned > 0 {
            lines.append(
                "Learned  \(counted(learned, "message")): the model alone decides \(grouped(rightByModel)) as labelled, with the examples \(grouped(rightWithExamples))"
            )
        }
        return lines.map { wrapped($0, to: 80, indent: "         ") }.joined(separator: "\n")
    }
}
