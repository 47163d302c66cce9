// spamkit compare: whether one model is better than another on the same messages.

import ArgumentParser
import Corpus
import Experiments
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare two models on the same labelled messages.",
        discussion: """
            A message is won if only the second model has it right, lost if only the first has. McNemar's exact test says whether \
            the difference may be chance; for figures, draws of groups of similar messages do. Use messages that neither model was \
            trained on. --json has all messages whose actions differ.

            Example: spamkit compare old.spam new.spam test.tsv
            """)

    @Argument(help: "The model to beat.", completion: .file())
    var first: String

    @Argument(help: "The model that may be better.", completion: .file())
    var second: String

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"), completion: .file())
    var corpora: [String]

    @Option(
        help: ArgumentHelp(
            """
            Show slices by this dimension only: \(Compare.dimensions.map(\.rawValue).joined(separator: ", ")). May be \
            repeated. Default: all dimensions in which messages differ.
            """,
            valueName: "dimension"))
    var by: [SliceDimension] = []

    @Option(
        help: ArgumentHelp(
            """
            How often groups of similar messages are drawn for intervals of differences; 0: no intervals. Groups are the \
            corpus's templates, or near duplicates.
            """,
            valueName: "rounds"))
    var bootstrap = 1000

    @Option(help: "The seed of --bootstrap.")
    var seed: UInt64 = 1

    @Option(help: "How many messages with different actions to list; 0: none.")
    var top = 20

    @OptionGroup var text: TextArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    @OptionGroup var output: ReportArguments

    /// Not `protected`: each model protects labels of its own.
    private static let dimensions = SliceDimension.allCases.filter { $0 != .protected }

    func validate() throws {
        if by.contains(.protected) {
            throw ValidationError("--by: expected another dimension than protected, as each model protects labels of its own")
        }
        if !(0...1_000_000).contains(bootstrap) {
            throw ValidationError("--bootstrap: expected 0 to 1000000 rounds, found \(bootstrap)")
        }
        if top < 0 { throw ValidationError("--top: expected 0 or more, found \(top)") }
    }

    func run() throws {
        try output.check(apartFrom: [first, second] + corpora)
        if isSameFile(first, second) { warn("\(first), \(second): expected two models, found one file: nothing can differ") }
        let firstFile = try ModelFile.whole(first), secondFile = try ModelFile.whole(second)
        var compared = ComparedModels(
            firstFile.view, secondFile.view, by: by.isEmpty ? Compare.dimensions : Compare.dimensions.filter(by.contains))
        var rows: [ChangedRow] = []
        var messages = try CorpusReading(of: corpora, reading, for: .measuring)
        while let (message, place) = try messages.nextMessage() {
            let verdicts = compared.add(message)
            guard verdicts.first.action != verdicts.second.action else { continue }
            rows.append(
                ChangedRow(
                    place, label: message.label, verdicts.first, verdicts.second,
                    text: text.showText ? message.message.body : nil))
        }
        guard compared.count > 0 else { throw EmptyTestSet(paths: corpora) }
        var random = SplitMix(seed: seed)
        let comparison = try compared.comparison(rounds: bootstrap, asked: !by.isEmpty, using: &random)
        let models = fileNames([first, second])
        try output.report(
            ComparisonRecord(first: models[0], second: models[1], figures: comparison, changed: rows),
            isPrivate: text.showText, page(comparison, of: models, rows))
    }

    private func page(_ comparison: Comparison, of models: [String], _ rows: [ChangedRow]) -> String {
        var lines = [String(comparison.text(first: models[0], second: models[1]).dropLast())]
        if top > 0, !rows.isEmpty {
            let listed = rows.sorted { ($0.change.order, $0.file, $0.row) < ($1.change.order, $1.file, $1.row) }.prefix(top)
            lines += ["", "Messages that got another action, lost ones first: \(listed.count) of \(rows.count)"]
            lines += listed.map { row in
                "  \(row.change.rawValue)  \(row.place.shown)  \(row.label)  \(row.first) -> \(row.second)"
                    + (row.text.map { "  " + onOneLine($0) } ?? "")
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// A message to which two models give different actions.
private struct ChangedRow: Encodable {
    let place: MessagePlace
    let file: String
    let row: Int
    let number: Int64?
    let id: String?
    let label: String
    let first: String
    let second: String
    let change: VerdictChange
    /// Only if asked for.
    let text: String?

    private enum CodingKeys: CodingKey {
        case file, row, number, id, label, first, second, change, text
    }

    init(_ place: MessagePlace, label: Label, _ first: Verdict, _ second: Verdict, text: String?) {
        self.place = place
        file = place.file
        row = place.row
        number = place.number
        id = place.id
        self.label = label.description
        self.first = first.action.name
        self.second = second.action.name
        self.text = text
        change = VerdictChange(truth: label, first: first.action, second: second.action)
    }
}

private struct ComparisonRecord: Encodable {
    let first: String
    let second: String
    let figures: Comparison
    let changed: [ChangedRow]
}
