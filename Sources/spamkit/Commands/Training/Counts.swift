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
        let bytes = run.finish()
        try writeAtomically(bytes, to: out, isPrivate: true)
        try output.report(counts: bytes, in: out)
    }
}
