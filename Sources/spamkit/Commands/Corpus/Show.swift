// spamkit corpus show: what a store knows of some messages.

import ArgumentParser
import CorpusStore
import SpamEvaluation

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what a store knows of messages, with the history of their labels.",
        discussion: """
            Name messages by their numbers, or by the corpus's own ids if those are no numbers. Senders and texts are shown only \
            with --show-text.

            Example: spamkit corpus show mine.sqlite 151 160
            """)

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The messages, such as 151 or m30.")
    var ids: [String]

    @Flag(name: .customLong("own-ids"), help: "All are the corpus's own ids.")
    var ownIDs = false

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func run() throws {
        let store = try arguments.openToRead()
        var records: [Record] = []
        for word in ids {
            let list = try IDList([word], isOwn: ownIDs || !IDList.isNumber(word))
            for number in try store.numbers(of: list.choice) {
                guard let stored = try store.message(number) else { continue }
                records.append(Record(stored, try store.labels.history(of: number), showsText: text.showText))
            }
        }
        try output.report(records, isPrivate: text.showText, records.map(\.page).joined(separator: "\n\n"))
    }

    private struct Record: Encodable {
        let number: Int64
        let id, label, sender, country, lang: String?
        let source: String
        let template, time, text: String?
        let labels: [LabelOfHistory]

        init(_ stored: StoredMessage, _ labels: [LabelOfHistory], showsText: Bool) {
            (number, id, label) = (stored.number, stored.id, stored.label?.description)
            (country, lang, source) = (stored.message.receiverCountry, stored.language, stored.source)
            (template, time) = (stored.group, stored.receivedAt.map(storeTime))
            sender = showsText ? stored.message.sender : nil
            text = showsText ? stored.message.body : nil
            self.labels = labels
        }

        var page: String {
            let history = labels.map { given in
                let words = (given.label ?? "no label") + (given.isSecond ? ", second label" : "")
                return "\(words) by \(given.givenBy), \(storeTime(given.givenAt))"
            }
            var rows: [(String, String?)] = [("label", label ?? "no label")]
            rows += history.enumerated().map { ($0.offset == 0 ? "history" : "", $0.element) }
            rows += [
                ("source", source), ("time", time), ("template", template), ("language", lang), ("country", country),
                ("sender", sender), ("text", text),
            ]
            let lines = rows.compactMap { title, words in
                words.map { rightPadded(title, to: 10) + wrapped(onOneLine($0), to: 80, indent: "          ", after: 10) }
            }
            return (["#\(number)\(MessagePlace.shown(id: id))"] + lines).joined(separator: "\n")
        }
    }
}
