// spamkit corpus conflicts: texts that have more than one label.

import ArgumentParser
import CorpusStore
import SpamEvaluation
import Statistics

struct Conflicts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "List texts, the same but for digits, links and case, that have more than one label.",
        discussion: """
            Messages of one label are one entry with their number, such as ×9; --json has all texts with each message. One label of each text is wrong, mostly \
            the rarer one; where most of a template were mislabelled, it is the other. Texts with most such messages come first. corpus suspects ranks labels by models.

            Example: spamkit corpus conflicts mine.sqlite --show-text
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many to show.")
    var top = 20

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let store = try arguments.openToRead()
        let found = try waiting("comparing texts") { try store.curation.conflicts() }
        let messages = found.reduce(0) { $0 + $1.messages.count }, wrong = found.reduce(0) { $0 + $1.likelyWrong }
        try output.writeJSON(
            Record(
                texts: found.count, messages: messages, likelyWrong: wrong,
                conflicts: found.map { conflict in
                    try conflict.messages.map { Record.Side(message: try text.record($0.id, in: store), label: "\($0.label)") }
                }), isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        let wrongly = "at least \(grouped(wrong)) of their \(grouped(messages)) messages have a wrong label; "
        try result(
            wrapped(
                "\(counted(found.count, "text")) with more than one label, digits, links and case aside; "
                    + (found.isEmpty ? "" : wrongly)
                    + "one template in several texts: spamkit corpus duplicates \(arguments.store.quoted)", to: 80, indent: "  "))
        for conflict in found.prefix(top) {
            // The first message of each label stands for its repeats.
            let sides = Dictionary(grouping: conflict.messages, by: \.label).values.sorted {
                ($0[0].id, $0[0].label) < ($1[0].id, $1[0].label)
            }
            let words = sides.map { "#\($0[0].id) \($0[0].label)\($0.count > 1 ? " ×\(grouped($0.count))" : "")" }
                .joined(separator: ", ")
            try result(text.line(conflict.messages[0].id, words, in: store))
        }
        if let first = found.first, let label = first.commonLabel {
            let ids = first.rarer
            if ids.count <= Self.mostNamed {
                let words = [arguments.store.quoted] + ids.map { "\($0)" } + ["\(label)"]
                note("if \(label) is right for the first text: spamkit corpus relabel \(words.joined(separator: " "))")
            }
            note("labels that are likely wrong, also of other texts: spamkit corpus suspects \(arguments.store.quoted)")
        }
    }

    /// A command of more numbers is hard to copy.
    private static let mostNamed = 100

    private struct Record: Encodable {
        struct Side: Encodable {
            let message: MessageRecord
            let label: String
        }

        let texts: Int
        let messages: Int
        /// Those with another label than most messages of their text.
        let likelyWrong: Int
        /// The messages of each text.
        let conflicts: [[Side]]
    }
}
