// spamkit counts with a plan: messages of one contributor or of many in, bounded contributions out.

import ArgumentParser
import Corpus
import SpamFilterIO
import SpamTraining
import Statistics

/// Options of spamkit counts for private counts.
struct ContributionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Count by a plan (spamkit privacy-plan), as one contributor or several.", valueName: "file"),
        completion: .file())
    var plan: String?

    @Option(
        help: ArgumentHelp(
            "With --plan: a name that no other contributor has, the same each time. The file holds a hash of it.",
            valueName: "name"))
    var contributor: String?

    @Flag(
        help:
            "With --plan: every source of the corpus is a contributor, with the source's name. Needs --format jsonl, where each row is read by itself."
    )
    var bySource = false

    func validate() throws {
        guard plan != nil else {
            guard let option = contributor != nil ? "--contributor" : bySource ? "--by-source" : nil else { return }
            throw ValidationError("\(option): expected --plan FILE with it, found none")
        }
        guard (contributor != nil) != bySource else {
            throw ValidationError(
                "--plan: expected either --contributor NAME or --by-source with it, found \(bySource ? "both" : "neither")")
        }
    }
}

extension Counts {
    func contribute(to path: String) throws {
        if let source = reading.source, contribution.bySource {
            throw ValidationError("--source: expected the sources of the rows with --by-source, found one for all, \(source)")
        }
        if contribution.bySource { try expectRowsReadAlone() }
        let plan = try PrivacyPlan(path: path)
        var messagesOf: [String: [LabeledMessage]] = [:], left = 0
        var messages = try CorpusReading(of: corpora, reading, for: .training)
        while let (message, _) = try messages.nextMessage() {
            guard message.weight > 0, plan.counts(message.label) else {
                left += 1
                continue
            }
            messagesOf[contribution.contributor ?? message.source, default: []].append(message)
        }
        if left > 0 { warn("\(grouped(left)) messages of weight 0, or of labels that the plan has not, left out") }
        // Who has no message contributes nothing, and takes part all the same.
        if let name = contribution.contributor { messagesOf[name, default: []] += [] }
        var sum = ContributionSum(plan)
        for (contributor, messages) in messagesOf {
            var run = try ContributionRun(plan, contributor: contributor)
            for message in messages { run.add(message) }
            try sum.add(run.finish())
        }
        let bytes = try sum.finish().bytes
        try writeAtomically(bytes, to: out, isPrivate: true)
        let record = PrivateCountsRecord(contributors: messagesOf.count, bytes: bytes.count)
        try output.report(record, record.page(out))
    }

    /// A row of one contributor must not change how another's is read, or the bound does not hold:
    /// quotes, columns and encodings are guessed from all rows, and the parts of a split too.
    private func expectRowsReadAlone() throws {
        guard reading.format == .jsonl else {
            throw ValidationError(
                "--by-source: expected --format jsonl, found \(reading.format.map { "--format \($0)" } ?? "none"): other formats are read by what all rows have"
            )
        }
        if reading.part != nil {
            throw ValidationError(
                "--part: expected all rows with --by-source, found a part, which depends on all rows; leave it out")
        }
    }
}
