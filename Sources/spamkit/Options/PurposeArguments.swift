// The options that say what a model must do, which no search may choose.

import ArgumentParser
import Corpus
import SpamFilter
import SpamTraining
import Statistics

struct PurposeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The largest share of wanted messages that may become junk, such as 0.002 or 0.2%. Kept with 95 % confidence \
            if the corpus is large enough. No single action may lose more than 1.2 times that share, as measured. \
            Default: 0.002; with --cost no limit.
            """,
            valueName: "share"), transform: PurposeArguments.share)
    var maxFalseJunk: Double?

    @Option(
        help: ArgumentHelp(
            """
            What mistakes cost, such as falseJunk=10,missedJunk=1,unsure=0.2. Every message gets the action that costs \
            least. A message is unsure only if that has a cost. --max-false-junk still limits junk.
            """,
            valueName: "name=cost,…"), transform: { try MistakeCosts(parsing: $0) })
    var cost: MistakeCosts?

    @Option(
        help: """
            How many folds score the corpus, for calibration and the junk cutoff. 0: no folds; junk is then what is more \
            likely junk than not.
            """)
    var folds = 4

    @Option(help: "How many folds are trained at a time. The model is the same. Default: the number of cores.")
    var threads: Int?

    @Option(
        name: .customLong("protect"),
        help: ArgumentHelp(
            """
            Keep messages of a label, such as transaction/finance, out of Junk. A message that reads like this label \
            becomes junk only above a cutoff of its own: the highest score of such a message in groups not trained on. \
            With a share, as in transaction/finance=0.1%, at most that share may lie above the cutoff, with 95 % \
            confidence. \(ProtectedLabel.presets.map { "\($0.name): \($0.label)" }.joined(separator: "; ")). \
            Several are divided by commas; all protected labels share the highest cutoff.
            """,
            valueName: "label[=share],…"), transform: { try ProtectedLabel.list(parsing: $0) })
    var protecting: [[ProtectedLabel]] = []
    var protect: [ProtectedLabel] { protecting.flatMap { $0 } }

    @Option(
        help: ArgumentHelp(
            """
            A sub-action that verdicts may have, such as transaction/orders. May be repeated, five at most. Default: \
            those with the most messages.
            """,
            valueName: "label"))
    var declare: [Label] = []

    @Option(
        help: ArgumentHelp(
            """
            The share of each action among the messages that the filter will see, such as \
            transaction=60%,promotion=20%,allow=5%,junk=15%. Default: as in the corpora that have several kinds of \
            wanted messages.
            """,
            valueName: "action=share,…"), transform: { try Traffic(parsing: $0) })
    var traffic: Traffic?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Weight messages by their source: less for large sources and for very small ones. Learn above all to tell \
            wanted messages from the junk of the same source.
            """)
    var tellSourcesApart = true

    @Option(
        help: ArgumentHelp(
            """
            Weights of labels in learning, such as junk=2,transaction/finance=3. Multiplied by --source-weight and by the \
            corpus's weight of a row. Cutoffs and promises count every message once. A message of weight 0 is left out.
            """,
            valueName: "label=weight,…"), transform: { try RowWeights.labels(parsing: $0) })
    var classWeight: [Label: Double] = [:]

    @Option(
        help: ArgumentHelp(
            "The weight of a source in learning, such as chat.tsv=0.3. May be repeated.", valueName: "name=weight"),
        transform: { try RowWeights.source(parsing: $0) })
    var sourceWeight: [(name: String, weight: Double)] = []

    @Option(help: "The seed of everything random. The same seed and corpus give the same model.")
    var seed: UInt64 = 1

    func validate() throws {
        func check(_ isRight: Bool, _ message: String) throws {
            if !isRight { throw ValidationError(message) }
        }
        try check(
            maxFalseJunk.map { $0 > 0 && $0 <= 1 } ?? true,
            "--max-false-junk: expected a share above 0 and up to 1, found \(maxFalseJunk ?? 0)")
        try check(
            maxFalseJunk == nil || folds > 0,
            "--max-false-junk needs --folds: false junk is measured on messages that the scoring model has not seen")
        try check(cost?.decide ?? true, "--cost: expected falseJunk and missedJunk above 0, found \(cost?.description ?? "")")
        try check(
            cost == nil || folds > 0, "--cost needs --folds: costs are measured on messages that the scoring model has not seen")
        try check(
            Set(declare).count <= DecisionPolicy.mostDeclared,
            "--declare: expected at most \(DecisionPolicy.mostDeclared) sub-actions, as the system shows no sub-folder with more, found \(declare.count)"
        )
        for label in declare {
            try check(
                label.subAction != .none,
                "--declare: expected a label with a sub-action, such as transaction/orders, found \(label)")
        }
        try check(Set(protect.map(\.label)).count == protect.count, "--protect: expected each label once, found one twice")
        try check(
            protect.isEmpty || folds > 0,
            "--protect needs --folds: its cutoff comes from messages that the scoring model has not seen")
        try check(folds == 0 || (2...100).contains(folds), "--folds: expected 0 or 2 to 100, found \(folds)")
        try check(threads.map { $0 > 0 } ?? true, "--threads: expected 1 or more, found \(threads ?? 0)")
        let sources = sourceWeight.map(\.name)
        try check(Set(sources).count == sources.count, "--source-weight: expected each source once, found one twice")
    }

    func settings(_ learning: LearningArguments) -> TrainingSettings {
        var settings = TrainingSettings()
        learning.apply(to: &settings, seed: seed)
        settings.maxFalseJunk = maxFalseJunk ?? (cost == nil ? settings.maxFalseJunk : 1)
        settings.costs = cost
        settings.folds = folds
        if let threads { settings.threads = threads }
        settings.tellsSourcesApart = tellSourcesApart
        settings.traffic = traffic
        settings.protected = protect
        settings.declared = declare.isEmpty ? nil : Array(Set(declare)).sorted()
        settings.weights = weights
        return settings
    }

    private static func share(_ text: String) throws -> Double {
        guard let share = Double(share: text) else {
            throw ValidationError("expected a share such as 0.002, or 0.2%, found \(text)")
        }
        return share
    }

    private var weights: RowWeights {
        RowWeights(labels: classWeight, sources: Dictionary(sourceWeight.map { ($0.name, $0.weight) }) { $1 })
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        let usual = TrainingSettings()
        var options: [String] = []
        if let maxFalseJunk { options += ["--max-false-junk", "\(maxFalseJunk)"] }
        if let cost { options += ["--cost", cost.description] }
        if folds != usual.folds { options += ["--folds", "\(folds)"] }
        for label in protect { options += ["--protect", label.description] }
        for label in declare { options += ["--declare", label.description] }
        if let traffic { options += ["--traffic", traffic.description] }
        if !tellSourcesApart { options.append("--no-tell-sources-apart") }
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
