// The file of --predictions: what evaluate and crossval found of each message.

import ArgumentParser
import Corpus
import Experiments
import SpamFilter
import SpamFilterIO

struct PredictionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Also write what was predicted of each message, to NAME.csv or NAME.jsonl. Without texts, unless --show-text is \
            given.
            """,
            valueName: "file"), completion: .file())
    var predictions: String?

    func validate() throws {
        if predictions == "-" { throw ValidationError("--predictions: expected the path of a file, found - (standard output)") }
        if let predictions, !["csv", "jsonl"].contains(predictions.lowercased().split(separator: ".").last) {
            throw ValidationError("--predictions: expected a name that ends with .csv or .jsonl, found \(predictions)")
        }
    }
}

/// Predictions of labelled messages, in order.
struct PredictionFile {
    private let path: String
    private let showsText: Bool
    private var rows: [Prediction] = []

    /// `nil` where no file was asked for.
    init?(_ arguments: PredictionArguments, showsText: Bool) {
        guard let path = arguments.predictions else { return nil }
        self.path = path
        self.showsText = showsText
    }

    mutating func add(
        _ message: LabeledMessage, at place: MessagePlace, _ verdict: Verdict, _ classes: [Label], part: String? = nil
    ) {
        rows.append(
            Prediction(
                row: message.row, place: place, verdict: verdict, answer: Answer(verdict), classes: classes, part: part))
    }

    /// - Parameter groups: of the messages, in the order in which they were added.
    func write(groups: [UInt64]) throws {
        let columns = PredictionColumn.allCases.filter { column in
            switch column {
            case .file: Set(rows.lazy.map(\.place.file)).count > 1
            case .number: rows.contains { $0.place.number != nil }
            case .text: showsText
            case .part: rows.contains { $0.part != nil }
            case .time: rows.contains { $0.row.time != nil }
            case .row, .id, .source, .truth, .group: true
            default: false
            }
        }
        let classes = Set(rows.lazy.flatMap(\.classes))
        let lines = PredictionLines(
            format: path.lowercased().hasSuffix(".jsonl") ? .jsonl : .csv, columns: columns,
            classes: Label.all.filter(classes.contains))
        var bytes = Array(lines.header.utf8)
        for (var row, group) in zip(rows, ordinals(of: groups)) {
            row.group = group
            lines.write(row, to: &bytes)
        }
        try writeAtomically(bytes, to: path, isPrivate: true)
    }
}
