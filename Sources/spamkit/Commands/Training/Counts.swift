// spamkit counts: labelled messages in, what naive Bayes needs to know of them out.

import ArgumentParser
import Corpus
import SpamFilterIO
import SpamTraining

struct Counts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts", abstract: "Count the features of labelled messages, for training on many machines.",
        discussion: """
            Every machine counts its shard of a corpus, spamkit merge adds the files up, spamkit train --trainer nb or cnb makes a model of \
            them: the very model that training on all messages at once with --folds 0 makes, where the corpus names the template of every \
            message, or with --min-df 1. What is counted can be taken away again. The format: Models/COUNTS.md.

            Shards of one collection need one name, from their source column or --source: else each file's name is a source of its own.

            Of like messages counts know those that the corpus calls one template. Near duplicates without a template's name are not looked \
            for, as they may lie in different shards: each different message is a group of its own.

            A counts file holds no text but the names of sources, and yet it is no file to give away: features are 64-bit hashes, rare ones \
            included, which whoever guesses a word, a name or a number can look for. Features of few messages are left out by train --min-df only.

            Example: spamkit counts shard1.jsonl --source mine --out shard1.counts
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"))
    var corpora: [String]

    @Option(name: .shortAndLong, help: "Where the counts go. Written whole or not at all.")
    var out: String

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
    }

    func run() throws {
        try checkApart([("--out", out)], from: corpora)
        try checkWritable(out)
        var run = CountingRun(), weightless = 0, weighted = 0
        try reading.forEachMessage(of: corpora) { message in
            guard message.weight > 0 else { return weightless += 1 }
            try run.add(message)
            weighted += message.weight == 1 ? 0 : 1
        }
        if weightless > 0 { note("\(weightless) messages of weight 0 left out") }
        if weighted > 0 { note("\(weighted) messages have a weight, which counts do not keep: each counts as one") }
        let bytes = run.finish()
        try writeAtomically(bytes, to: out)
        try report(counts: bytes, in: out)
    }
}
