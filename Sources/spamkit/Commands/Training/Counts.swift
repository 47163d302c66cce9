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
            Every machine counts its shard of a corpus, spamkit merge adds the files up, and spamkit train makes a model of them. \
            Training on all messages with --folds 0 makes the same model, with --min-df 1 or if the corpus names every template. \
            Counts can be subtracted again. The format: Models/COUNTS.md.

            Give all shards of one collection the same source, in their source column or with --source. Otherwise each file's \
            name is a source.

            Messages of one template are a group if the corpus names the template. Near duplicates are not searched, because \
            they may be in different shards: without a template each different message is a group.

            Keep counts files private. They hold no text but the names of sources. But features are 64-bit hashes, so anyone can \
            test whether a guessed word, name or number is among them, however rare. Only train --min-df leaves rare features \
            out.

            Example: spamkit counts shard1.jsonl --source mine --out shard1.counts
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(name: .shortAndLong, help: "The counts file to write. It is written completely or not at all.", completion: .file())
    var out: String

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
    }

    func run() throws {
        try output.check([("--out", out)], apartFrom: corpora)
        try checkOutput(out, as: .counts)
        var run = CountingRun(), weightless = 0, weighted = 0
        let messages = ReadingAhead(try CorpusReading(of: corpora, reading, for: .training)) { try $0.nextMessage()?.message }
        try messages.forEach { message in
            guard message.weight > 0 else {
                weightless += 1
                return
            }
            try run.add(message)
            weighted += message.weight == 1 ? 0 : 1
        }
        if weightless > 0 {
            warn(
                "\(counted(weightless, "message")) of weight 0 left out; to count \(weightless == 1 ? "it, change its weight" : "them, change their weights")"
            )
        }
        if weighted > 0 {
            warn(
                "\(counted(weighted, "message")) with a weight counted as 1; for weights, train on the messages"
            )
        }
        let bytes = run.finish()
        try writeAtomically(bytes, to: out, isPrivate: true)
        try output.report(counts: bytes, in: out)
    }
}
