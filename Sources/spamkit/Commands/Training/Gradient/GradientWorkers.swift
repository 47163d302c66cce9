// spamkit gradient prepare, sum, add and score: the workers' side of a training on a cluster.

import ArgumentParser
import Corpus
import Foundation
import SpamFilterIO
import SpamTraining

/// The plan that a worker works by.
struct PlanArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The plan of the run, which the driver made.", valueName: "file"), completion: .file())
    var plan: String

    @OptionGroup var remarks: RemarkArguments

    func open() throws -> GradientPlan {
        try GradientFile(plan).open { bytes throws(GradientError) in try GradientPlan(bytes) }
    }
}

/// The prepared rows that a worker reads.
struct PreparedArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The rows of the partition, as prepare wrote them; - is standard input.", valueName: "file"),
        completion: .file())
    var rows: String

    /// Rows are read once, a block at a time.
    func read<Value>(
        _ plan: GradientPlan, _ body: (PreparedRows) throws(GradientError) -> Value
    ) throws -> Value {
        let stream = try RowStream(rows)
        do throws(GradientError) {
            return try body(PreparedRows(from: { count throws(GradientError) in try stream.next(count) }, plan))
        } catch { throw GradientFileError(path: stream.name, error: error) }
    }
}

struct GradientPrepare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare", abstract: "Tokenize the messages of a partition once, and keep them as rows.",
        discussion: """
            Example: spamkit gradient prepare a.jsonl --plan plan --rows rows --summary sum
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @OptionGroup var planned: PlanArguments

    @Option(help: ArgumentHelp("The rows to write; - is standard output.", valueName: "file"), completion: .file())
    var rows: String

    @Option(help: ArgumentHelp("What the driver needs to know of them.", valueName: "file"), completion: .file())
    var summary: String

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func run() throws {
        try checkApart([("--rows", rows), ("--summary", summary)], from: corpora + [planned.plan])
        try checkWritable(summary)
        let file = rows == "-" ? nil : try GrowingFile(rows)
        var preparing = try RowPreparing(try planned.open()) { try file?.write($0) ?? writeResult($0) }
        var messages = try CorpusReading(of: corpora, reading, for: .training)
        while let (message, _) = try messages.nextMessage() {
            if message.weight > 0 { try preparing.add(message) }
        }
        let bytes = try preparing.finish()
        try file?.finish()
        try writeAtomically(bytes, to: summary, isPrivate: true)
    }
}

struct GradientSum: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sum", abstract: "Sum losses and gradients over the rows of a partition.",
        discussion: """
            Writes one result in binary on standard output.

            Example: spamkit gradient sum --plan plan --rows rows --weights weights > sums
            """)

    @OptionGroup var planned: PlanArguments
    @OptionGroup var prepared: PreparedArguments

    @Option(help: ArgumentHelp("The weights of the pass, which the driver made.", valueName: "file"), completion: .file())
    var weights: String

    func run() throws {
        let plan = try planned.open()
        let weights = try GradientFile(weights).open { bytes throws(GradientError) in try PassWeights(bytes, plan) }
        let sums = try prepared.read(plan) { rows throws(GradientError) in try GradientPass(plan, weights).sums(of: rows) }
        try writeResult(sums.encoded(plan))
    }
}

struct GradientAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add up what workers answered for several partitions.",
        discussion: """
            Where there are very many partitions, workers add up before the driver does. The order does not matter.

            Example: spamkit gradient add 1.sums 2.sums --plan plan > both.sums
            """)

    @Argument(help: ArgumentHelp("Summaries, sums or scores of one step.", valueName: "result"), completion: .file())
    var files: [String]

    @OptionGroup var planned: PlanArguments

    func run() throws {
        let plan = try planned.open()
        var all: WorkerResult?
        for path in files {
            let result = try GradientFile(path).open { bytes throws(GradientError) in try WorkerResult(bytes, plan) }
            if all == nil { all = result } else { try all!.add(result) }
        }
        if let all { try writeResult(all.encoded(plan)) }
    }
}

struct GradientScore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score", abstract: "Score the rows of a partition by models that have not seen their groups.",
        discussion: """
            Writes one result in binary on standard output.

            Example: spamkit gradient score --plan plan --rows rows --models models > scores
            """)

    @OptionGroup var planned: PlanArguments
    @OptionGroup var prepared: PreparedArguments

    @Option(help: ArgumentHelp("The models of the folds, which the driver made.", valueName: "file"), completion: .file())
    var models: String

    func run() throws {
        let plan = try planned.open()
        let models = try GradientFile(models).open { bytes throws(GradientError) in try FoldModels(bytes, plan) }
        let scores = try prepared.read(plan) { rows throws(GradientError) in try FoldScores(of: rows, by: models, plan) }
        try writeResult(scores.encoded(plan))
    }
}
