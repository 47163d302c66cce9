// spamkit corpus: looks into a store, cleans it, and writes it out.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilter
import Statistics

struct CorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus", abstract: "Look into a store of messages, clean it, write it out.",
        subcommands: [Stats.self, Search.self, Duplicates.self, Conflicts.self, Suspects.self, Mask.self, Export.self])
}

/// What every command on a store needs.
struct StoreArguments: ParsableArguments {
    @Argument(help: "The store.")
    var store: String

    func open() throws(StoreError) -> CorpusStore { try CorpusStore(path: store) }
    func openToRead() throws(StoreError) -> CorpusStore { try CorpusStore(path: store, readsOnly: true) }
}

/// A message is shown only to who asks for it.
struct TextArguments: ParsableArguments {
    @Flag(help: "Show the messages' texts too.")
    var showText = false

    /// A line for a message: its id and what is known of it, and its text if asked for.
    func line(_ id: Int64, _ words: String, in store: CorpusStore) throws -> String {
        let text = showText ? try store.text(of: id).map { "  " + onOneLine($0) } ?? "" : ""
        return "#\(id)  \(words)\(text)"
    }
}

/// A text for a terminal: line ends shown as ⏎, nothing that moves the cursor.
func onOneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).joined(separator: "⏎")
    return String(String.UnicodeScalarView(lines.unicodeScalars.map { isVisible($0) ? $0 : "\u{FFFD}" }))
}

private func counts(_ labels: [String: Int]) -> String {
    labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key.isEmpty ? "no label" : $0.key) \($0.value)" }
        .joined(separator: ", ")
}

struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count messages, labels and sources, and check the store.",
        discussion: "Example: spamkit corpus stats mine.sqlite --json")

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let statistics = try arguments.openToRead().statistics()
        if json {
            try result(spamkit.json(statistics))
        } else {
            var lines = [
                "messages    \(statistics.messages) of \(statistics.files) files, \(statistics.rejected) rows left out",
                "labels      \(counts(statistics.labels))",
            ]
            for source in statistics.sources {
                lines.append(
                    "  \(source.name): \(source.messages) (\(counts(source.labels)))" + (source.licence.map { ", \($0)" } ?? ""))
            }
            lines += [
                "groups      \(statistics.groups)",
                "splits      \(statistics.splits.isEmpty ? "none" : statistics.splits.joined(separator: ", "))",
                "model runs  \(statistics.modelRuns)", "integrity   \(statistics.integrity)",
            ]
            try result(lines.joined(separator: "\n"))
        }
        guard statistics.integrity == "ok" else { throw ExitCode.failure }
    }
}

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find messages that hold all the given words or parts of words.",
        discussion: "Example: spamkit corpus search mine.sqlite free prize --show-text")

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "Words, of any script.")
    var words: [String]

    @Option(help: "At most so many.")
    var limit = 20

    @OptionGroup var text: TextArguments

    func run() throws {
        let store = try arguments.openToRead()
        let found = try store.search(words.joined(separator: " "), limit: limit)
        for id in found { try result(text.line(id, "", in: store)) }
        note("\(found.count)\(found.count == limit ? " or more" : "") found")
    }
}

struct Duplicates: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "Group messages of one template; show the largest groups and what a random split would have leaked.",
        discussion: "Example: spamkit corpus duplicates mine.sqlite --top 20")

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many groups to show.")
    var top = 10

    @OptionGroup var text: TextArguments

    func run() throws {
        let store = try arguments.open()
        let found = try store.group()
        try result(
            """
            \(found.messages) messages in \(found.groups) groups; \(found.exact) repeat a text letter for letter, \
            \(found.folded) read like an earlier one
            a random split would show training one of their group for \(percent((found.leaked * 1000).rounded() / 1000)) of its test messages
            """)
        for group in try store.largestGroups(top) {
            try result(text.line(group.first, "\(group.messages) messages: \(counts(group.labels))", in: store))
        }
    }
}

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List texts that have more than one label.",
        discussion: "Example: spamkit corpus conflicts mine.sqlite --show-text")

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many to show.")
    var top = 20

    @OptionGroup var text: TextArguments

    func run() throws {
        let store = try arguments.openToRead()
        let found = try store.conflicts()
        try result("\(found.count) texts with more than one label, \(found.reduce(0) { $0 + $1.messages.count }) messages")
        for conflict in found.prefix(top) {
            let words = conflict.messages.map { "#\($0.id) \($0.label)" }.joined(separator: ", ")
            try result(text.line(conflict.messages[0].id, words, in: store))
        }
    }
}

struct Mask: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mask", abstract: "Replace what tells of persons by surrogates of the same shape, for good.",
        discussion: """
            Phone and other long numbers, the local parts of e-mail addresses, names after salutations and the paths of links. A model learns \
            the same from the masked messages, but for names, which are words. Messages that were masked before stay as they are, and so do the \
            names of files and sources. Make a copy first if the originals are still needed.

            Example: spamkit corpus mask mine.sqlite
            """)

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var masking: MaskArguments

    func run() throws {
        let changed = try arguments.open().mask(masking.masking)
        try result("\(arguments.store): \(changed) messages masked")
    }
}
