// spamkit privacy-plan: public counts in, the plan of private counts out.

import ArgumentParser
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct PrivacyPlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "privacy-plan", abstract: "Write the public plan of private counts: features, labels, bound.",
        discussion: """
            Contributors count by the plan (spamkit counts --plan), the collector adds up and adds noise (spamkit merge --plan \
            --private), and spamkit train learns from that. Everybody may see the plan, so nothing in it may come from private \
            messages: features are taken from counts of a public corpus, such as the starter corpus.

            The more features, the more noise: 1,000 suit a thousand contributors, 16,000 ten thousand. More: docs/privacy.md.

            Example: spamkit privacy-plan public.counts --out plan.counts
            """)

    @Argument(help: ArgumentHelp("Counts of public messages, by spamkit counts.", valueName: "counts"), completion: .file())
    var files: [String]

    @Option(name: .shortAndLong, help: "The plan to write. It is written completely or not at all.", completion: .file())
    var out: String

    @Option(help: ArgumentHelp("How many features: those in most of the public messages.", valueName: "count"))
    var maxFeatures = 1000

    @Option(
        help: ArgumentHelp(
            "Labels to count, separated by commas. Others count as their action, or as allow if they are no junk.",
            valueName: "labels"))
    var labels = "allow,junk"

    @Option(
        help: ArgumentHelp(
            "The most that one contributor may move the sum: an L2 norm, with Laplace noise an L1 norm.", valueName: "norm"))
    var clip = 4.0

    @Option(help: "gaussian needs a delta; laplace needs none, and adds far more noise.")
    var noise = NoiseChoice.gaussian

    @Option(help: ArgumentHelp("The source that models name.", valueName: "name"))
    var source = "contributors"

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if out == "-" { throw ValidationError("--out: expected the path of a file, found - (standard output)") }
        _ = try parsedLabels()
    }

    private func parsedLabels() throws -> [Label] {
        try labels.split(separator: ",").map { word in
            guard let label = Label(word) else {
                throw ValidationError(
                    "--labels: expected labels such as allow,junk,promotion, found \(word); spamkit help labels")
            }
            return label
        }
    }

    func run() throws {
        try output.check([("--out", out)], apartFrom: files)
        try checkOutput(out, as: .counts)
        let published = try CountsFile.open(files)
        let plan = try withExtendedLifetime(published) {
            try PrivacyPlan(
                published.map(\.view), features: maxFeatures, labels: try parsedLabels(), clip: clip, noise: noise.kind,
                source: source)
        }
        let bytes = plan.bytes
        try writeAtomically(bytes, to: out)
        let record = PrivateCountsRecord(plan, bytes: bytes.count)
        try output.report(record, record.page(out))
    }
}

enum NoiseChoice: String, ExpressibleByArgument, CaseIterable {
    case gaussian, laplace

    var kind: IntegerNoise.Kind { self == .gaussian ? .discreteGaussian : .discreteLaplace }
}
