// spamkit corpus relabel: a person corrects labels.

import ArgumentParser
import Corpus
import CorpusStore
import SpamEvaluation
import SpamFilter
import Statistics

struct Relabel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relabel", abstract: "Give messages of a store another label.",
        discussion: """
            The label counts as given by a person: no file changes it any more. Earlier labels are kept, and corpus undo brings them \
            back. --where takes all messages that meet the conditions, without asking: --dry-run counts them first.

            Example: spamkit corpus relabel mine.sqlite 151 160 junk
            Example: spamkit corpus relabel mine.sqlite --where sender=MYBANK transaction
            """)

    @OptionGroup var arguments: StoreArguments

    @Argument(help: ArgumentHelp("The messages' numbers, such as 151, and the label at the end.", valueName: "id ... label"))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "Instead of numbers: 151,160, or a file with one a line, or of search --json; - is standard input.", valueName: "ids"),
        completion: .file())
    var ids: String?

    @Flag(name: .customLong("own-ids"), help: "The ids are the corpus's own.")
    var ownIDs = false

    @OptionGroup var conditions: ConditionArguments

    @Option(help: "With --where: only this part of a split: train, test, fold1 or train-fold1.")
    var part: String?

    @Option(help: "The name of the split.")
    var split = Split.defaultName

    @Flag(help: "Only say what would be labelled.")
    var dryRun = false

    @OptionGroup var giver: PersonArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        let isChosen = ids != nil, hasConditions = !conditions.conditions.isEmpty
        if isChosen, hasConditions { throw ValidationError("expected --ids or --where, found both") }
        if ownIDs, hasConditions { throw ValidationError("--own-ids goes with ids, found it with --where") }
        if part != nil, !hasConditions {
            throw ValidationError("--part: expected --where too, such as --where label=allow, found none")
        }
        try SplitPart.check(part, of: split)
        if isChosen || hasConditions {
            guard words.count == 1 else {
                throw ValidationError(
                    "expected \(isChosen ? "ids by --ids" : "--where") and then a label alone, found \(words.count) words")
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
        for remark in conditions.remarks { note(remark) }
        let store = try arguments.open()
        try noteSplit(split, of: store, arguments.store, part: part)
        let done = try waiting("labelling") {
            try store.labels.relabel(choice(in: store), as: label, by: giver.person, isTrial: dryRun)
        }
        try output.report(done, wrapped("\(arguments.store): " + done.text(label, isTrial: dryRun), to: 80, indent: "  "))
        if !conditions.conditions.isEmpty, !dryRun, done.changed > 0 { noteUndo(arguments.store) }
    }

    private func choice(in store: CorpusStore) throws -> MessageChoice {
        if !conditions.conditions.isEmpty {
            return .numbers(try conditions.numbers(in: store, arguments.store, part: part.flatMap { SplitPart($0, of: split) }))
        }
        return try (ids.map { try IDList($0, isOwn: ownIDs) } ?? IDList(Array(words.dropLast()), isOwn: ownIDs)).choice
    }
}

/// How many labels at once are taken back. Each undo takes the last change.
func noteUndo(_ store: String) {
    note("to take these labels back, before you change anything else: spamkit corpus undo \(store.quoted)")
}

extension Relabeling {
    /// `12 now junk (were allow 10, promotion 2), 3 had this label already`.
    func text(_ label: Label, isTrial: Bool) -> String {
        let words = before.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { label, count in
            (label.isEmpty ? "without a label" : label) + (before.count > 1 ? " \(grouped(count))" : "")
        }
        let were = words.isEmpty ? "" : " (\(changed == 1 ? "was" : "were") \(words.joined(separator: ", ")))"
        return "\(grouped(changed)) \(isTrial ? "would be" : "now") \(label)\(were)"
            + (confirmed > 0 ? ", \(grouped(confirmed)) had this label already" : "")
    }
}
