// spamkit corpus search: finds messages by their words and columns.

import ArgumentParser
import CorpusStore
import Statistics

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find messages by words or parts of words, by label, sender and more.",
        discussion: """
            A message must hold all the words and meet the conditions of --where. One of both must be given.

            Example: spamkit corpus search mine.sqlite free prize --where label=allow
            Example: spamkit corpus search mine.sqlite --where label=junk --where also=allow
            Example: spamkit corpus search mine.sqlite parcel --limit 100000 --json - | spamkit corpus relabel mine.sqlite --ids - allow
            """)

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "Words, of any script.")
    var words: [String] = []

    @OptionGroup var conditions: ConditionArguments

    @Option(help: "Only this part of a split: train, test, fold1 or train-fold1.")
    var part: String?

    @Option(help: "The name of the split.")
    var split = Split.defaultName

    @Option(help: "The largest number of messages to print.")
    var limit = 20

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func validate() throws {
        try expectCount(limit, of: "--limit")
        try SplitPart.check(part, of: split)
        if words.isEmpty, conditions.conditions.isEmpty {
            throw ValidationError("expected words or a condition such as --where label=junk, found neither")
        }
    }

    func run() throws {
        let store = try conditions.areOfTemplates ? arguments.open() : arguments.openToRead()
        for remark in conditions.remarks { note(remark) }
        try noteSplit(split, of: store, arguments.store, part: part)
        // Words alone are looked for until the limit; with conditions all messages are counted.
        let isWhole = !conditions.conditions.isEmpty || part != nil
        let withWords = words.isEmpty ? nil : try withWords(isWhole ? .max : limit, in: store)
        let found = try waiting("searching") {
            isWhole
                ? try conditions.numbers(
                    in: store, arguments.store, part: part.flatMap { SplitPart($0, of: split) }, among: withWords)
                : withWords ?? []
        }
        let shown = found.prefix(limit)
        try output.writeJSON(shown.map { try text.record($0, in: store) }, isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        for id in shown {
            let stored = try store.message(id)
            let words = [stored?.label?.description ?? "no label", stored?.receivedAt.map(storeTime)].compactMap(\.self)
            try result(text.line(id, words.joined(separator: ", "), in: store))
        }
        if isWhole {
            note(
                "\(grouped(found.count)) found" + (shown.count < found.count ? "; --limit shows more than \(grouped(limit))" : "")
            )
        } else {
            note("\(grouped(found.count))\(found.count == limit ? " or more" : "") found")
        }
        if isWhole, words.isEmpty, !found.isEmpty {
            let command = ["corpus relabel", arguments.store.quoted] + conditions.options + SplitPart.options(part, of: split)
            note("once read, if all deserve one label: spamkit \(command.joined(separator: " ")) LABEL")
        } else if !found.isEmpty, !words.contains(where: { $0.hasPrefix("-") }) {
            let store = arguments.store.quoted
            let command =
                ["corpus search", store] + words.map(\.quoted) + conditions.options + SplitPart.options(part, of: split)
                + ["--limit 1000000000 --json -"]
            note(
                "once read, if all deserve one label: spamkit \(command.joined(separator: " ")) | spamkit corpus relabel \(store) --ids - LABEL"
            )
        }
    }

    private func withWords(_ limit: Int, in store: CorpusStore) throws -> [Int64] {
        var bar = ProgressBar(title: "indexing")
        let found = try store.curation.search(words.joined(separator: " "), limit: limit) { done, all in
            guard all > 20_000 else { return }
            if done == 0 {
                note(
                    "indexing \(grouped(all)) messages first, one or two minutes a million; later searches use it, until forget drops it"
                )
            }
            bar.advance(steps: done, of: all)
        }
        bar.finish()
        return found
    }
}

extension ConditionArguments {
    /// The numbers of the messages for which the conditions hold, in ascending order.
    ///
    /// - Parameters:
    ///   - path: of the store, for errors.
    ///   - part: looks in this part of a split alone; `nil` for the whole store.
    ///   - numbers: looks among these messages only, and finds none without an error; `nil` for
    ///     all.
    func numbers(
        in store: CorpusStore, _ path: String, part: SplitPart? = nil, among numbers: [Int64]? = nil
    ) throws -> [Int64] {
        if areOfTemplates, try store.groups.hasUngrouped() {
            note("grouping messages of one template first, half a minute a million; once for a store")
        }
        var selection = RowSelection(try conditions.map { try $0.counted(in: store) })
        if part == nil, let numbers {
            return try numbers.filter { try store.message($0).map { selection.takes($0.row) } ?? false }
        }
        var found: [Int64] = []
        let among = numbers.map(Set.init)
        let messages = try StoredMessages(store, part: part)
        while let stored = try messages.next() {
            if among?.contains(stored.number) ?? true, selection.takes(stored.row) { found.append(stored.number) }
        }
        if among == nil { try selection.check([path]) }
        return found
    }
}
