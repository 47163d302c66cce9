// The options that every subcommand which trains shares: how a model learns, and what it is for.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

struct TrainingArguments: ParsableArguments {
    @OptionGroup var learning: LearningArguments
    @OptionGroup var purpose: PurposeArguments

    /// What was asked for.
    var settings: TrainingSettings { purpose.settings(learning) }
}

/// What a model must do, which no search may choose.
struct PurposeArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The share of wanted messages that may become junk, such as 0.002 for 0.2 %, kept with 95 % confidence where the corpus is large enough; of those of one action, such as transaction, at most twice as many, as they were seen. Default: 0.002, with --cost as many as that allows.",
            valueName: "share"), transform: PurposeArguments.share)
    var maxFalseJunk: Double?

    @Option(
        help: ArgumentHelp(
            "What mistakes cost, such as falseJunk=10,missedJunk=1,unsure=0.2: a message is what costs least, unsure too if that has a cost, and never junk where --max-false-junk forbids it.",
            valueName: "name=cost,…"), transform: { try MistakeCosts(parsing: $0) })
    var cost: MistakeCosts?

    @Option(
        help:
            "Parts into which the corpus is split for calibration and the junk cutoff; 0: neither, junk is what is more likely junk than not."
    )
    var folds = 4

    @Option(help: "How many of these parts are trained at a time; the model is the same. Default: as many as there are cores.")
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "A label, such as transaction/finance: a message that the model would take for one if it were not junk is junk only above every such message of unseen groups; or, as transaction/finance=0.001, where at most that share of them are, with 95 % confidence. May be repeated; the highest of their cutoffs is that of all of them.",
            valueName: "label[=share]"), transform: { try ProtectedLabel(parsing: $0) })
    var protect: [ProtectedLabel] = []

    @Option(
        help: ArgumentHelp(
            "A sub-action that verdicts have, such as transaction/orders; five at most, may be repeated. Default: those with the most messages.",
            valueName: "label"))
    var declare: [Label] = []

    @Flag(
        inversion: .prefixedNo,
        help:
            "Let messages count by their sources: less those of large and of very small ones, and tell wanted messages from the junk of their own sources above all."
    )
    var tellSourcesApart = true

    @Option(
        help: ArgumentHelp(
            "What messages of a label count in learning, such as junk=2,transaction/finance=3; 0: not at all. Times --source-weight, times the weight that the corpus gives a row. Cutoffs and what is promised count messages, whatever they weigh; those of weight 0 are not there at all.",
            valueName: "label=weight,…"), transform: { try RowWeights.labels(parsing: $0) })
    var classWeight: [Label: Double] = [:]

    @Option(
        help: ArgumentHelp(
            "What messages of a source count in learning, such as chat.tsv=0.3; may be repeated.", valueName: "name=weight"),
        transform: { try RowWeights.source(parsing: $0) })
    var sourceWeight: [(name: String, weight: Double)] = []

    @Option(help: "The seed of everything random. The same seed and corpus give the same file.")
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
            "--max-false-junk needs --folds: what is false junk shows on messages that a model has not seen")
        try check(cost?.decide ?? true, "--cost: expected falseJunk and missedJunk above 0, found \(cost?.description ?? "")")
        try check(
            cost == nil || folds > 0, "--cost needs --folds: what costs least follows from messages that a model has not seen")
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
            protect.isEmpty || folds > 0, "--protect needs --folds: its cutoff comes from messages that a model has not seen")
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
        settings.protected = protect
        settings.declared = declare.isEmpty ? nil : Array(Set(declare)).sorted()
        settings.weights = weights
        return settings
    }

    private static func share(_ text: String) throws -> Double {
        if let share = Double(text) { return share }
        let percent = text.hasSuffix("%") ? Double(text.dropLast().filter { $0 != " " }) : nil
        throw ValidationError(
            "expected a share such as 0.002, which is 0.2 %, found \(text)" + (percent.map { "; write \($0 / 100)" } ?? ""))
    }

    private var weights: RowWeights {
        RowWeights(labels: classWeight, sources: Dictionary(sourceWeight.map { ($0.name, $0.weight) }) { $1 })
    }

    /// The options that were given, as they may be written on a command line.
    var options: [String] {
        let usual = TrainingSettings()
        var options: [String] = []
        if let maxFalseJunk { options += ["--max-false-junk", "\(maxFalseJunk)"] }
        if let cost { options += ["--cost", cost.description] }
        if folds != usual.folds { options += ["--folds", "\(folds)"] }
        for label in protect { options += ["--protect", label.description] }
        for label in declare { options += ["--declare", label.description] }
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

    /// Throws where something is asked of what the corpus does not hold: a slip that would go unnoticed.
    func check(labels: Set<Label>, sources: Set<String>) throws {
        for label in classWeight.keys.sorted()
        where !labels.contains(label) && !(label.subAction == .none && labels.contains { $0.action == label.action }) {
            throw TrainingError.noMessages(of: label)
        }
        for (name, _) in sourceWeight where !sources.contains(name) { throw UnknownSource(name: name, known: sources.sorted()) }
    }
}

extension [String] {
    /// The first eight, to be shown.
    fileprivate var visibleList: String { prefix(8).map(\.visibleName).joined(separator: ", ") + (count > 8 ? ", …" : "") }
}

/// A weight for a source that the corpus has not.
struct UnknownSource: Error, CustomStringConvertible {
    let name: String
    let known: [String]
    var description: String {
        """
        --source-weight: expected a source of the corpus, found \(name.visibleName); name one of \(known.visibleList)
        """
    }
}

extension String {
    /// As a shell takes it for one word.
    var quoted: String {
        !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_.,=/".contains($0) }
            ? self : "'\(replacing("'", with: "'\\''"))'"
    }
}

extension Label: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
