// spamkit corpus relabel: a person corrects labels.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilter
import Statistics

struct Relabel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relabel", abstract: "Give messages of a store another label.",
        discussion: """
            The label counts as given by a person: no file changes it any more. Earlier labels are kept, and corpus undo brings them \
            back.

            Example: spamkit corpus relabel mine.sqlite 151 160 junk
            """)

    @OptionGroup var arguments: StoreArguments

    @Argument(help: ArgumentHelp("The messages' numbers, such as 151, and the label at the end.", valueName: "id ... label"))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "Instead of numbers: 151,160, or a file with one a line; - is standard input.", valueName: "ids"),
        completion: .file())
    var ids: String?

    @Flag(name: .customLong("own-ids"), help: "The ids are the corpus's own.")
    var ownIDs = false

    @Flag(help: "Only say what would be labelled.")
    var dryRun = false

    @OptionGroup var giver: PersonArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        if ids != nil {
            guard words.count == 1 else {
                throw ValidationError("with --ids: expected a label alone, found \(words.count) words")
            }
        } else {
            guard words.count > 1 else {
                throw ValidationError("expected ids and then a label, found \(counted(words.count, "word"))")
            }
        }
        _ = try label()
    }

    private func label() throws -> Label {
        guard let word = words.last, let label = Label(argument: word) ?? LabelMap().label(for: word) else {
            throw ValidationError("expected a label at the end, such as junk or transaction/finance, found \(words.last ?? "")")
        }
        return label
    }

    func run() throws {
        try output.check(apartFrom: [arguments.store, ids])
        let label = try label()
        let list = try ids.map { try IDList($0, isOwn: ownIDs) } ?? IDList(Array(words.dropLast()), isOwn: ownIDs)
        let done = try waiting("labelling") {
            try arguments.open().labels.relabel(list.choice, as: label, by: giver.person, isTrial: dryRun)
        }
        let words = done.before.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { label, count in
            (label.isEmpty ? "without a label" : label) + (done.before.count > 1 ? " \(grouped(count))" : "")
        }
        let before = words.isEmpty ? "" : " (\(done.changed == 1 ? "was" : "were") \(words.joined(separator: ", ")))"
        let confirmed = done.confirmed > 0 ? ", \(grouped(done.confirmed)) had this label already" : ""
        try output.report(
            done, "\(arguments.store): \(grouped(done.changed)) \(dryRun ? "would be" : "now") \(label)\(before)\(confirmed)")
    }
}
