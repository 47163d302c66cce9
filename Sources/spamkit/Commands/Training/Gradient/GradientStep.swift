// spamkit gradient step and finish: the driver's side of a training on a cluster.

import ArgumentParser
import Corpus
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

/// The folder of a run and how it trains: the same in every step.
struct RunArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The folder of the run. It holds the counts: fold1.counts, fold2.counts and so on, or all.counts.",
            valueName: "folder"), completion: .directory)
    var folder: String

    @OptionGroup var learning: LearningArguments
    @OptionGroup var purpose: PurposeArguments

    @OptionGroup(title: "Card") var card: CardArguments

    @OptionGroup var remarks: RemarkArguments

    func validate() throws {
        let settings = settings, usual = TrainingSettings()
        guard settings.tokenizer == usual.tokenizer, settings.weights == RowWeights() else {
            throw ValidationError(
                """
                --word-ngrams, --char-ngrams, --cjk-ngrams, --class-weight, --source-weight: expected \
                none of them on a cluster, as features and their values were settled when the messages were counted
                """)
        }
    }

    var settings: TrainingSettings { purpose.settings(learning, folds: 0) }

    func run() -> ClusterRun {
        let card = card
        return ClusterRun(settings, in: FolderOfRun(folder)) { card.card(sources: $0) }
    }
}

struct GradientStep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Take the results of all partitions, and say what is next, as JSON.",
        discussion: """
            Without results it says where the run is. A run that was stopped goes on from its folder, and the model has the \
            same bytes. Give the same options in every step.

            Example: spamkit gradient step run --trainer lr --result part-*.sums
            """)

    @OptionGroup var arguments: RunArguments

    @Option(
        name: .customLong("result"), parsing: .upToNextOption,
        help: ArgumentHelp("Files of what workers answered, those of all partitions.", valueName: "file"),
        completion: .file())
    var results: [String] = []

    private struct Record: Encodable {
        let next: String
        let pass: Int
        let messages: UInt64
        let features, problems, open, unsolved: Int
        let objective: Double?
        let plan: String

        init(_ status: RunStatus) {
            (next, pass, messages) = (status.next.name, status.pass, status.messages)
            (features, problems, open, unsolved) = (status.features, status.problems, status.open, status.unsolved)
            objective = status.objective
            plan = String(status.planDigest, radix: 16)
        }
    }

    func run() throws {
        let results = try results.map { try FileBytes($0).array() }
        try result(json(Record(try arguments.run().step(results))))
    }
}

struct GradientFinish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Write the model of a run, once all partitions are summed and scored.",
        discussion: "Example: spamkit gradient finish run --trainer lr --out model.spam")

    @OptionGroup var arguments: RunArguments

    @Option(name: .shortAndLong, help: ArgumentHelp("The model file to write.", valueName: "file"), completion: .file())
    var out: String

    @Option(help: ArgumentHelp("Also write all this as JSON to a file; - prints JSON.", valueName: "file"), completion: .file())
    var json: String?

    func run() throws {
        try checkOutput(out, as: .model)
        let run = arguments.run(), model = try run.finish()
        let unsolved = try run.step([]).unsolved
        try writeAtomically(model.bytes, to: out)
        let summary = TrainingSummary(
            model, at: out, by: arguments.settings.trainer.name, background: 0, warnings: model.warnings,
            isTrafficAsked: arguments.settings.traffic != nil, evaluation: nil,
            next: "spamkit evaluate \(out.quoted) UNSEEN.csv")
        if let json {
            let record = try spamkit.json(summary)
            if json == "-" { try result(record) } else { try writeAtomically(Array((record + "\n").utf8), to: json) }
        }
        if json != "-", !arguments.remarks.quiet { try summary.printLines(scoredBy: "--folds") }
        for warning in summary.warnings { warn(warning) }
        if unsolved > 0 {
            warn(
                """
                \(counted(unsolved, "regression")) ended after as many passes as there may be, before the minimum; \
                a lower --regularization-c needs fewer
                """)
        }
    }
}

/// The folder of a run on disk.
final class FolderOfRun: RunFolder {
    private let path: String
    private var opened: [CountsFile] = []
    private var unforced: [String] = []

    init(_ path: String) { self.path = path }

    private func place(_ name: String) -> String { path + "/" + name }

    func read(_ name: String) throws -> [UInt8]? {
        FileManager.default.fileExists(atPath: place(name)) ? try FileBytes(place(name)).array() : nil
    }

    func write(_ bytes: [UInt8], _ name: String) throws {
        let file = try GrowingFile(place(name))
        try file.write(bytes)
        try file.finish(isForced: false)
        unforced.append(place(name))
    }

    func flush() throws {
        for path in unforced where FileManager.default.fileExists(atPath: path) {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            try file.synchronize()
            try file.close()
        }
        unforced = []
    }

    func remove(_ name: String) throws {
        if FileManager.default.fileExists(atPath: place(name)) { try FileManager.default.removeItem(atPath: place(name)) }
    }

    func counts() throws -> [CountsView] {
        if opened.isEmpty {
            let files = FileManager.default
            var paths: [String] = []
            while files.fileExists(atPath: place(foldPath("counts", paths.count + 1))) {
                paths.append(place(foldPath("counts", paths.count + 1)))
            }
            opened = try CountsFile.open(paths.isEmpty ? [place("all.counts")] : paths)
        }
        return opened.map(\.view)
    }

    private func foldPath(_ kind: String, _ fold: Int) -> String { "fold\(fold).\(kind)" }
}
