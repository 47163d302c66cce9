// The options of every command that reads a corpus.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilter

struct CorpusArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The files' format. Default: detected; spamkit help formats.", visibility: .rare))
    var format: CorpusFormat?

    @Option(
        help: ArgumentHelp(
            """
            The files' encoding, such as EUC-KR. Default: detected (pipes: UTF-8, or what a byte order mark says).
            """,
            valueName: "name", visibility: .rare), transform: { try TextEncoding(option: $0) })
    var encoding: TextEncoding?

    @OptionGroup
    var columns: ColumnArguments

    @OptionGroup
    var labelWords: LabelWordArguments

    @Option(
        help: ArgumentHelp(
            "The source of all messages, in place of their own.", valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The receiver's country where a message names none, such as KR: where the phone was.", valueName: "country"))
    var country: Country?

    @Option(help: ArgumentHelp("The label of messages that have none, such as allow.", visibility: .rare))
    var label: Label?

    @Flag(help: ArgumentHelp("Leave out rows that cannot be read. Default: stop at the first.", visibility: .rare))
    var skipBadRows = false

    @OptionGroup
    var selection: ConditionArguments

    @Option(
        help: ArgumentHelp(
            """
            For a store: train, test, fold1, or train-fold1 (train minus fold1).
            """,
            valueName: "part"), completion: .list(["train", "test", "fold1", "train-fold1"]))
    var part: String?

    @Option(help: ArgumentHelp("For a store: the name of the split.", valueName: "name"))
    var split = Split.defaultName

    func validate() throws {
        try SplitPart.check(part, of: split)
        do {
            _ = try labelWords.labels()
        } catch {
            throw ValidationError(advice(on: error))
        }
    }

    /// The part that a training part leaves out; any other part itself.
    static func unseenPart(of part: String) -> String {
        part == "train" ? "test" : part.hasPrefix("train-") ? String(part.dropFirst("train-".count)) : part
    }

    /// The part that a part left out was not in; a training part itself.
    static func trainingPart(of part: String) -> String {
        part == "test" ? "train" : part.hasPrefix("fold") ? "train-" + part : part
    }

    /// The options that were given, as they are typed.
    var options: [String] {
        var options: [String] = []
        if let format { options += ["--format", format.name] }
        if let encoding { options += ["--encoding", "\(encoding)".quoted] }
        options += namingOptions
        if let source { options += ["--source", source.quoted] }
        if let label { options += ["--label", label.description] }
        if skipBadRows { options.append("--skip-bad-rows") }
        options += selection.options
        return options + SplitPart.options(part, of: split)
    }

    /// Those of them that hold for other files of the same kind: columns, labels and country.
    var namingOptions: [String] {
        columns.options + labelWords.labelMap.flatMap { ["--label-map", $0.quoted] }
            + (country.map { ["--country", $0.letters] } ?? [])
    }
}

extension SplitPart {
    /// The options that name a part, as they are typed.
    static func options(_ part: String?, of split: String) -> [String] {
        (part.map { ["--part", $0] } ?? []) + (split == Split.defaultName ? [] : ["--split", split.quoted])
    }

    /// Refuses a word after --part that names no part.
    static func check(_ part: String?, of split: String) throws {
        guard let part, SplitPart(part, of: split) == nil else { return }
        throw ValidationError(
            "--part: expected train, test, fold1 or train-fold1, or a higher number, found \(part)\(question(part, among: ["train", "test", "fold1", "train-fold1"]))"
        )
    }
}
