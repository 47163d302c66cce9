// spamkit corpus forget: removes messages from a store, for good.

import ArgumentParser
import CorpusStore
import Statistics

struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove messages or whole imports from a store, permanently.",
        discussion: """
            Texts, senders and labels are overwritten in the store's file. A backup or an export of the store still has them. If \
            you import the same file again with --again, messages that were forgotten come back.

            Example: spamkit corpus forget mine.sqlite --ids 151,160 --dry-run
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

    @Flag(help: "Only say what would be removed.")
    var dryRun = false

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if imports.isEmpty == (ids == nil) { throw ValidationError("expected one of --import NUMBER and --ids IDS; give one") }
        if ownIDs, ids == nil { throw ValidationError("--own-ids goes with --ids") }
    }

    func run() throws {
        try output.check(apartFrom: [arguments.store, ids])
        let store = try arguments.open()
        let choice = try ids.map { try IDList($0, isOwn: ownIDs).choice } ?? .imports(imports)
        let removal = try waiting("forgetting messages") { try store.curation.forget(choice, isTrial: dryRun) }
        try output.report(removal, "\(arguments.store): " + removal.text(isTrial: dryRun))
    }
}

extension Removal {
    /// `3 forgotten, 1 of them labelled by a person`.
    func text(isTrial: Bool) -> String {
        "\(grouped(messages)) \(isTrial ? "would be " : "")forgotten"
            + (labelledByHand > 0 ? ", \(grouped(labelledByHand)) of them labelled by a person" : "")
    }
}
