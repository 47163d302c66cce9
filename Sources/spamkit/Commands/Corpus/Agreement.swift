// spamkit corpus agreement: how far two people agree who labelled the same messages.

import ArgumentParser
import CorpusStore
import SpamFilter
import Statistics

struct Agreement: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agreement",
        abstract: "Show how far two people agree who labelled the same messages.",
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
        let found = try store.agreements()
        if output.json { return try result(spamkit.json(found.map(AgreementRecord.init))) }
        if found.isEmpty {
            return try result(
                "no message was labelled by two people; spamkit label \(arguments.store.quoted) --second asks the second")
        }
        for agreement in found { try result(page(agreement, store)) }
    }

    private func page(_ agreement: LabelAgreement, _ store: CorpusStore) throws -> String {
        let (first, second) = (agreement.first, agreement.second)
        let width = max(first.count, second.count)
        var lines = [
            "\(first) and \(second): \(agreement.agreed) of \(agreement.count) messages have the same label",
            "kappa \(words(agreement.kappa)); of junk or not, \(words(agreement.junkKappa))",
            "  \(first.padding(toLength: width))  \(labelCounts(agreement.labels(of: \.first)))",
            "  \(second.padding(toLength: width))  \(labelCounts(agreement.labels(of: \.second)))",
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

extension String {
    /// With spaces behind, up to so many characters.
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}

/// An agreement as JSON.
private struct AgreementRecord: Encodable {
    struct Pair: Encodable {
        let first: String
        let second: String
        let messages: [Int64]
    }

    let first: String
    let second: String
    let count: Int
    let agreed: Int
    let kappa: Double?
    let junkKappa: Double?
    let pairs: [Pair]

    init(_ agreement: LabelAgreement) {
        (first, second) = (agreement.first, agreement.second)
        (count, agreed) = (agreement.count, agreement.agreed)
        (kappa, junkKappa) = (agreement.kappa, agreement.junkKappa)
        pairs = agreement.pairs.map { Pair(first: $0.first.description, second: $0.second.description, messages: $0.messages) }
    }
}
