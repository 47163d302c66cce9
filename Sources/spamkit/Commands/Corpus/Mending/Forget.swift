// spamkit corpus forget: removes messages from a store, for good.

import ArgumentParser
import CorpusStore
import Statistics

struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove messages or whole imports from a store, permanently.",
        discussion: """
            Texts, senders and labels are overwritten in the store's file. A backup or an export of the store still has them, and a model \
            trained before still has weights of their words. If \
            you import the same file again with --again, messages that were forgotten come back. --where takes all messages that \
            meet the conditions, without asking: --dry-run counts them first.

            Example: spamkit corpus forget mine.sqlite --ids 151,160 --dry-run
            Example: spamkit corpus forget mine.sqlite --where sender=MYBANK --dry-run
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "All messages that an import added: its number, as corpus imports lists it, or its name.", valueName: "import"))
    var imports: [String] = []

    @Option(
        help: ArgumentHelp(
            "Numbers of messages: 151,160, or a file with one a line; - is standard input.", valueName: "ids"),
        completion: .file())
    var ids: String?

    @Flag(name: .customLong("own-ids"), help: "--ids are the corpus's own ids, in every source.")
    var ownIDs = false

    @OptionGroup var conditions: ConditionArguments

    @Flag(help: "Only say what would be removed.")
    var dryRun = false

    @OptionGroup var output: ReportArguments

    func validate() throws {
        let ways = [!imports.isEmpty, ids != nil, hasConditions].count { $0 }
        guard ways == 1 else {
            throw ValidationError(
                "expected one of --import NUMBER, --ids IDS and --where KEY=VALUE, found \(ways == 0 ? "none" : "several"); give one"
            )
        }
        if ownIDs, ids == nil { throw ValidationError("--own-ids goes with --ids") }
    }

    private var hasConditions: Bool { !conditions.conditions.isEmpty }

    func run() throws {
        try output.check(apartFrom: [arguments.store, ids])
        for remark in conditions.remarks { note(remark) }
        let store = try arguments.open()
        let removal = try waiting(dryRun ? "counting messages" : "forgetting messages") {
            try store.curation.forget(choice(in: store), isTrial: dryRun)
        }
        try output.report(removal, "\(arguments.store): " + removal.text(isTrial: dryRun))
    }

    private func choice(in store: CorpusStore) throws -> MessageChoice {
        if hasConditions { return .numbers(try conditions.numbers(in: store, arguments.store)) }
        return try ids.map { try IDList($0, isOwn: ownIDs).choice } ?? .imports(imports)
    }
}

extension Removal {
    /// `3 forgotten, 1 of them labelled by a person`.
    func text(isTrial: Bool) -> String {
        "\(grouped(messages)) \(isTrial ? "would be " : "")forgotten"
            + (labelledByHand > 0 ? ", \(grouped(labelledByHand)) of them labelled by a person" : "")
    }
}
