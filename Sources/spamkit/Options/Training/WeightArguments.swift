// The options that say how much each message counts in learning, and how training runs.

import ArgumentParser
import Corpus
import SpamFilter
import SpamTraining

/// All are rarely needed, so help shows them with `--help-all` alone.
struct WeightArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Weights of labels in learning, such as junk=2,transaction/finance=3. Multiplied by --source-weight and by the \
            corpus's weight of a row. Cutoffs and measurements count every message once. A message of weight 0 is left out.
            """,
            valueName: "label=weight,…", visibility: .rare), transform: { try RowWeights.labels(parsing: $0) })
    var classWeight: [Label: Double] = [:]

    @Option(
        help: ArgumentHelp(
            "The weight of a source in learning, such as chat.tsv=0.3. May be repeated.", valueName: "name=weight",
            visibility: .rare),
        transform: { try RowWeights.source(parsing: $0) })
    var sourceWeight: [(name: String, weight: Double)] = []

    @Option(
        help: ArgumentHelp(
            "How many folds are trained at a time. The model is the same. Default: the number of cores.", visibility: .rare))
    var threads: Int?

    @Option(
        help: ArgumentHelp("The seed of everything random. The same seed and corpus give the same model.", visibility: .rare))
    var seed: UInt64 = 1

    func validate() throws {
        try expect("--threads", threads, in: 1...Int.max, "1 or more")
        let sources = sourceWeight.map(\.name)
        if Set(sources).count != sources.count {
            throw ValidationError("--source-weight: expected each source once, found one twice")
        }
    }

    var weights: RowWeights {
        RowWeights(labels: classWeight, sources: Dictionary(sourceWeight.map { ($0.name, $0.weight) }) { $1 })
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        let usual = TrainingSettings()
        var options: [String] = []
        if !classWeight.isEmpty {
            options += [
                "--class-weight", classWeight.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ","),
            ]
        }
        for (name, weight) in sourceWeight { options += ["--source-weight", "\(name)=\(weight)".quoted] }
        if seed != usual.seed { options += ["--seed", "\(seed)"] }
        return options
    }

    /// Throws if an option names a label or source that the corpus does not have: such a typo would
    /// otherwise go unnoticed.
    func check(labels: Set<Label>, sources: Set<String>) throws {
        for label in classWeight.keys.sorted()
        where !labels.contains(label) && !(label.subAction == .none && labels.contains { $0.action == label.action }) {
            throw TrainingError.noMessages(of: label)
        }
        for (name, _) in sourceWeight where !sources.contains(name) { throw UnknownSource(name: name, known: sources.sorted()) }
    }
}
