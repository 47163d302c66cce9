// spamkit counts: labelled messages in, the counts that naive Bayes learns from out.

import ArgumentParser
import Corpus
import SpamFilterIO
import SpamTraining
import Statistics

struct Counts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts", abstract: "Count the features of labelled messages, for training on many machines.",
        discussion: """
            Every machine counts its shard of a corpus, spamkit merge adds the files up, and spamkit train makes a model of them. It is the model that training on all messages with \
            --folds 0 makes, if the corpus names the template of every message, or with --min-df 1. Counts can be subtracted \
            again. The format: Models/COUNTS.md.

            Give all shards of one collection the same source, in their source column or with --source. Otherwise each file's \
            name is a source.

            Messages of one template are a group if the corpus names the template. Near duplicates are not searched, because \
            they may be in different shards: without a template each different message is a group.

            Keep counts files private. They hold the names of sources and no other text, but features are 64-bit hashes, and \
            anyone can test whether a guessed word, name or number is among them, however rare. Rare features are left out only \
            by train --min-df.

            With --folds N each group is in one of N files: shard1.fold1.counts and so on. Their sum is the counts of all \
            messages. From them spamkit gradient makes models that have not seen a fold.

            --plan makes a contribution to private counts instead: the plan's features alone, bounded for each contributor. \
            Keep it as private as the messages until spamkit merge --private has added noise. docs/privacy.md.

            Example: spamkit counts shard1.jsonl --source mine --out shard1.counts
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(name: .shortAndLong, help: "The counts file to write. It is written completely or not at all.", completion: .file())
    var out: String

    @Option(
        help: ArgumentHelp(
            "Count each fold in a file of its own, for out-of-fold scores on a cluster; 2 to 100.", visibility: .rare))
    var folds: Int?

    @Option(help: ArgumentHelp("With --folds: their seed. Default: 1.", visibility: .rare))
    var seed: UInt64?

    @OptionGroup(title: "Private counts")
    var contribution: ContributionArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
        try expect("--folds", folds, in: 2...100, "2 to 100")
        if folds == nil, seed != nil {
            throw ValidationError("--seed: expected --folds with it, as nothing else is drawn; give both or none")
        }
        if folds != nil, contribution.plan != nil {
            throw ValidationError("--folds: expected counts of messages, found a contribution (--plan); give one of both")
        }
    }

    /// The files to write: one, or one for each fold, numbered before the ending.
    private var paths: [String] {
        guard let folds else { return [out] }
        let name = out.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? "", start = out.dropLast(ending.count)
        return (1...folds).map { "\(start).fold\($0)\(ending)" }
    }

    func run() throws {
        try output.check(paths.map { ("--out", $0) }, apartFrom: corpora + [contribution.plan])
        for path in paths { try checkOutput(path, as: .counts) }
        if let plan = contribution.plan { return try contribute(to: plan) }
        var run = CountingRun(folds: folds ?? 1, seed: seed ?? 1), weightless = 0, weighted = 0
        var messages = try CorpusReading(of: corpora, reading, for: .training)
        while let (message, _) = try messages.nextMessage() {
            guard message.weight > 0 else {
                weightless += 1
                continue
            }
            try run.add(message)
            weighted += message.weight == 1 ? 0 : 1
        }
        if weightless > 0 { warn("\(grouped(weightless)) messages of weight 0 left out") }
        if weighted > 0 { warn("\(grouped(weighted)) messages have a weight, which counts do not keep: each counts as one") }
        let counted = run.finishFolds()
        for (path, bytes) in zip(paths, counted) { try writeAtomically(bytes, to: path, isPrivate: true) }
        try output.report(counts: Array(zip(paths, counted)))
    }
}
