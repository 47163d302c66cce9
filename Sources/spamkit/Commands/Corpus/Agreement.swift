// spamkit corpus agreement: how far two people agree who labelled the same messages.

import ArgumentParser
import CorpusStore
import SpamEvaluation
import SpamFilter
import Statistics

struct Agreement: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agreement",
        abstract: "Show how far two people agree on the labels of the same messages.",
        discussion: """
            The second labels come from spamkit label --second. Cohen's kappa is 1 where both agree on everything, and 0 where \
            they agree as often as by chance. Labels that came with files are those of the person "file".

            Example: spamkit corpus agreement mine.sqlite --show-text
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many disagreements to show of each two people.")
    var top = 20

    @OptionGroup var output: ReportArguments

    @OptionGroup var text: TextArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let store = try arguments.openToRead()
        let found = try store.labels.agreements()
        try output.writeJSON(
            found.map { try AgreementRecord($0, top) { try text.record($0, in: store) } }, isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        if found.isEmpty {
            return try result(
                "no message has labels of two people; ask the second: spamkit label \(arguments.store.quoted) --second")
        }
        for agreement in found { try result(page(agreement, store)) }
    }

    private func page(_ agreement: LabelAgreement, _ store: CorpusStore) throws -> String {
        let (first, second) = (agreement.first, agreement.second)
        let width = max(terminalColumns(first), terminalColumns(second))
        var lines = [
            "\(first) and \(second): \(agreement.agreed) of \(agreement.count) messages have the same label",
            "kappa \(words(agreement.kappa)); \(words(agreement.junkKappa)) for junk or not junk",
            "  \(rightPadded(first, to: width))  \(labelCounts(agreement.labels(of: \.first)))",
            "  \(rightPadded(second, to: width))  \(labelCounts(agreement.labels(of: \.second)))",
        ]
        let apart = agreement.pairs.filter { $0.first != $0.second }
        for pair in apart {
            lines.append("\(first) \(pair.first), \(second) \(pair.second): \(pair.messages.count)")
        }
        let messages = apart.flatMap { pair in pair.messages.map { (id: $0, pair: pair) } }
        for (id, pair) in messages.prefix(top) {
            lines.append(try text.line(id, "\(pair.first), \(pair.second)", in: store))
        }
        return lines.joined(separator: "\n")
    }

    private func words(_ kappa: Double?) -> String {
        kappa.map { decimal($0, places: 3) } ?? "undefined: both gave all messages one label"
    }
}

/// An agreement as JSON.
private struct AgreementRecord: Encodable {
    struct Pair: Encodable {
        let first: String
        let second: String
        /// The first of them.
        let messages: [MessageRecord]
        let count: Int
    }

    let first: String
    let second: String
    let count: Int
    let agreed: Int
    let kappa: Double?
    let junkKappa: Double?
    let pairs: [Pair]

    init(_ agreement: LabelAgreement, _ top: Int, _ record: (Int64) throws -> MessageRecord) rethrows {
        (first, second) = (agreement.first, agreement.second)
        (count, agreed) = (agreement.count, agreement.agreed)
        (kappa, junkKappa) = (agreement.kappa, agreement.junkKappa)
        pairs = try agreement.pairs.map { pair in
            Pair(
                first: pair.first.description, second: pair.second.description,
                messages: try pair.messages.prefix(top).map(record),
                count: pair.messages.count)
        }
    }
}
