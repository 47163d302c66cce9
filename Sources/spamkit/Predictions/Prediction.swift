// A message and what a model says of it, as a row of a file: messages and verdicts in, lines out.

import ArgumentParser
import Corpus
import Foundation
import SpamFilter
import SpamFilterIO

/// A message, and what a model says of it.
struct Prediction {
    let row: CorpusRow
    let place: MessagePlace
    /// The model's, also where a rule decides.
    let verdict: Verdict
    /// What is done with the message: the rule's word, else the model's.
    let answer: Answer
    /// The rule or list that goes before the verdict; `nil` where the model decides.
    var rule: DecidingRule?
    /// The classes of the model, in its order.
    let classes: [Label]
    /// Like messages have one number.
    var group: Int?
    /// The part left out that the message is of.
    var part: String?
}

extension Prediction {
    /// What a filter with a model does with a message, as on the phone.
    init(_ row: CorpusRow, at place: MessagePlace, by filter: inout MessageFilter, _ classes: [Label]) {
        let decision = filter.decide(row.message)
        // The model is not asked where the sender decides, or of an empty text.
        guard let verdict = decision.verdict ?? filter.withClassifier({ $0.classify(row.message) }) else {
            preconditionFailure("a filter without a model")
        }
        self.init(
            row: row, place: place, verdict: verdict, answer: decision.answer, rule: decision.rule, classes: classes)
    }
}

enum PredictionFormat: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv
}

/// What is written of a message, before what a model says of it.
enum PredictionColumn: String, CaseIterable {
    case file, row, number, id, source, text, truth, sender, country, lang, template, time, part, group

    /// Those that are written only if they are asked for, as they are asked for. The file's label
    /// is not the model's.
    static let kept: [String: PredictionColumn] = [
        "id": .id, "text": .text, "label": .truth, "sender": .sender, "country": .country, "lang": .lang, "source": .source,
        "template": .template, "time": .time,
    ]

    var isNumber: Bool { [.row, .number, .group].contains(self) }

    func value(_ prediction: Prediction) -> String? {
        switch self {
        case .file: prediction.place.file
        case .row: "\(prediction.place.row)"
        case .number: prediction.place.number.map { "\($0)" }
        case .id: prediction.place.id
        case .source: prediction.row.source
        case .text: prediction.row.message.body
        case .truth: prediction.row.label?.description
        case .sender: prediction.row.message.sender
        case .country: prediction.row.message.receiverCountry
        case .lang: prediction.row.language
        case .template: prediction.row.group
        case .time: prediction.row.time.map { time in time.seconds().map(MessageTime.iso8601) ?? time.text }
        case .part: prediction.part
        case .group: prediction.group.map { "\($0)" }
        }
    }
}

/// How predictions become lines.
struct PredictionLines {
    let format: PredictionFormat
    let columns: [PredictionColumn]
    /// The classes that have a column in CSV.
    let classes: [Label]
    /// Whether rules went before the model.
    var hasRules = false
    /// The only action of which there are lines; `nil` for all.
    var only: Action?

    /// The first line of CSV; empty for JSON Lines.
    var header: String {
        guard format == .csv else { return "" }
        let names =
            columns.map(\.rawValue) + ["label", "action", "subAction", "junkLogOdds"] + (hasRules ? ["decidedBy"] : [])
            + classes.map { "p_\($0)" }
        return names.joined(separator: ",") + "\n"
    }

    /// Empty for a message of another action than the only one.
    func line(_ prediction: Prediction) -> String {
        if let only, prediction.answer.action != only { return "" }
        return switch format {
        case .jsonl: json(prediction)
        case .csv: csv(prediction)
        }
    }

    /// Log-odds are in full, because they rank; probabilities have six decimals. Infinite log-odds,
    /// of a model without junk, are null: JSON has no infinity.
    private func json(_ prediction: Prediction) -> String {
        let verdict = prediction.verdict
        var fields = columns.compactMap { column in
            column.value(prediction).map {
                "\"\(column.rawValue)\":" + (column.isNumber ? $0 : visibleJSON(WrittenField.json($0)))
            }
        }
        let answer = prediction.answer
        fields.append("\"label\":\"\(verdict.label)\",\"action\":\"\(answer.action.name)\"")
        fields.append("\"subAction\":" + (answer.subAction == .none ? "null" : "\"\(answer.subAction.name)\""))
        fields.append("\"junkLogOdds\":" + (verdict.junkLogOdds.isFinite ? "\(verdict.junkLogOdds)" : "null"))
        if hasRules { fields.append("\"decidedBy\":\"\(prediction.rule?.name ?? RuleTier.model.name)\"") }
        let shares = prediction.classes.enumerated().map { "\"\($1)\":\(PredictionLines.rounded(verdict.probabilities[$0]))" }
        fields.append("\"probabilities\":{\(shares.joined(separator: ","))}")
        return "{\(fields.joined(separator: ","))}\n"
    }

    private func csv(_ prediction: Prediction) -> String {
        let verdict = prediction.verdict
        var fields = columns.map { WrittenField.csv($0.value(prediction) ?? "") }
        let answer = prediction.answer
        fields += [verdict.label.description, answer.action.name, answer.subAction == .none ? "" : answer.subAction.name]
        fields.append(verdict.junkLogOdds.isFinite ? "\(verdict.junkLogOdds)" : "")
        if hasRules { fields.append(prediction.rule?.name ?? RuleTier.model.name) }
        fields += classes.map { label in
            prediction.classes.firstIndex(of: label).map { "\(PredictionLines.rounded(verdict.probabilities[$0]))" } ?? ""
        }
        return fields.joined(separator: ",") + "\n"
    }

    /// A line of CSV for a row that could not be read.
    func empty(row: Int) -> String {
        columns.map { $0 == .row ? "\(row)" : "" }.joined(separator: ",")
            + String(repeating: ",", count: (hasRules ? 5 : 4) + classes.count) + "\n"
    }

    private static func rounded(_ share: Float) -> Double { (Double(share) * 1e6).rounded() / 1e6 }
}
