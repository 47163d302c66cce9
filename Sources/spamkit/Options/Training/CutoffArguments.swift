// The options that say what a model may do wrong: its cutoffs follow from them.

import ArgumentParser
import Corpus
import SpamFilter
import SpamTraining
import Statistics

struct CutoffArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The largest share of wanted messages that may become junk: 1%, 0.002. Default: 0.2%; with --cost no limit.
            """,
            valueName: "share"), transform: CutoffArguments.share)
    var maxFalseJunk: Double?

    @Option(
        name: .customLong("protect"),
        help: ArgumentHelp(
            """
            Keep what reads like a label out of Junk: \(ProtectedLabel.usualWords.joined(separator: ", ")), transaction/health. bank=0.1% \
            allows that share. All share the strictest cutoff.
            """,
            valueName: "label[=share],…"), completion: .list(ProtectedLabel.usualWords + Label.completions),
        transform: { try ProtectedLabel.list(parsing: $0, by: LabelMap().label(named:)) })
    var protecting: [[ProtectedLabel]] = []

    @Option(
        name: .customLong("declare"),
        help: ArgumentHelp(
            "Sub-actions that verdicts may have, five at most. Default: those with the most messages, yours first.",
            valueName: "label,…"), completion: .list(Label.completions), transform: CutoffArguments.labels)
    var declaring: [[Label]] = []

    @Option(
        help: ArgumentHelp(
            """
            What mistakes cost: falseJunk=10,missedJunk=1,unsure=0.2. Verdicts are those that cost least.
            """,
            valueName: "name=cost,…"), transform: { try MistakeCosts(parsing: $0) })
    var cost: MistakeCosts?

    @Option(
        help: ArgumentHelp(
            """
            The share of each action among the messages that the filter will see, such as \
            transaction=60%,promotion=20%,allow=5%,junk=15%. Default: as in the corpora if they have several wanted \
            actions; with only a background or the starter corpus, \
            transaction=30%,promotion=10%,allow=50%,junk=10%.
            """,
            valueName: "action=share,…", visibility: .rare), transform: { try Traffic(parsing: $0) })
    var traffic: Traffic?

    var protect: [ProtectedLabel] { protecting.flatMap { $0 } }
    var declare: [Label] { declaring.flatMap { $0 } }

    func apply(to settings: inout TrainingSettings) {
        settings.maxFalseJunk = maxFalseJunk ?? (cost == nil ? settings.maxFalseJunk : 1)
        (settings.costs, settings.traffic, settings.protected) = (cost, traffic, protect)
        settings.declared = declare.isEmpty ? nil : Array(Set(declare)).sorted()
    }

    /// Says which labels the words of --protect stand for.
    func noteProtected() {
        guard !protect.isEmpty else { return }
        note("--protect means \(protect.map(\.description).joined(separator: ", "))")
    }

    func validate() throws {
        func check(_ isRight: Bool, _ message: String) throws {
            if !isRight { throw ValidationError(message) }
        }
        try check(
            maxFalseJunk.map { $0 > 0 && $0 <= 1 } ?? true,
            "--max-false-junk: expected a share above 0 and up to 1, found \(maxFalseJunk ?? 0)")
        try check(cost?.decide ?? true, "--cost: expected falseJunk and missedJunk above 0, found \(cost?.description ?? "")")
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
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        var options: [String] = []
        if let maxFalseJunk { options += ["--max-false-junk", "\(maxFalseJunk)"] }
        if let cost { options += ["--cost", cost.description] }
        for label in protect { options += ["--protect", label.description] }
        for label in declare { options += ["--declare", label.description] }
        if let traffic { options += ["--traffic", traffic.description] }
        return options
    }

    /// Labels and words for them, divided by commas.
    private static func labels(_ text: String) throws -> [Label] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            guard let label = LabelMap().label(named: String(word)) else {
                let meant = Label.all.filter { $0.subAction != .none && $0.subAction.name == word }.map(\.description)
                let hint = meant.isEmpty ? "spamkit help labels lists them" : "write \(meant.joined(separator: " or "))"
                throw ValidationError(
                    "expected labels with sub-actions, such as transaction/orders,codes, found \(word.isEmpty ? "an empty word" : String(word)); \(hint)"
                )
            }
            return label
        }
    }

    static func share(_ text: String) throws -> Double {
        guard let share = Double(share: text) else {
            throw ValidationError("expected a share such as 0.002, or 0.2%, found \(text)")
        }
        // Who writes 1 means one in a hundred, not all.
        if share >= 0.5, !text.hasSuffix("%") {
            throw ValidationError("expected a share below 0.5, or one in per cent, found \(text); is \(text)% meant?")
        }
        return share
    }
}
