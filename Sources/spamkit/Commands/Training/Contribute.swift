// spamkit counts with a plan: one contributor's messages in, a bounded contribution out.

import ArgumentParser
import SpamFilterIO
import SpamTraining
import Statistics

/// Options of spamkit counts for private counts.
struct ContributionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Count by a plan (spamkit privacy-plan), as one contributor.", valueName: "file"), completion: .file())
    var plan: String?

    @Option(
        help: ArgumentHelp(
            "With --plan: a name that no other contributor has, the same each time. The file holds a hash of it.",
            valueName: "name"))
    var contributor: String?

    func validate() throws {
        if (plan == nil) != (contributor == nil) {
            throw ValidationError(
                "\(plan == nil ? "--contributor" : "--plan"): expected --plan FILE and --contributor NAME together, found one of them"
            )
        }
    }
}

extension Counts {
    func contribute(to path: String) throws {
        if let source = reading.source {
            throw ValidationError("--source: expected no source with --plan, which names one for all, found \(source)")
        }
        let plan = try PrivacyPlan(path: path)
        var run = try ContributionRun(plan, contributor: contribution.contributor ?? ""), left = 0
        try reading.forEachMessage(of: corpora) { message in
            if message.weight == 0 || !run.add(message) { left += 1 }
        }
        if left > 0 { warn("\(grouped(left)) messages of weight 0, or of labels that the plan has not, left out") }
        let bytes = run.finish().bytes
        try writeAtomically(bytes, to: out, isPrivate: true)
        let record = PrivateCountsRecord(contributors: 1, bytes: bytes.count)
        try output.report(record, record.page(out))
    }
}
