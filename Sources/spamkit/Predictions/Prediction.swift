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

    /// Writes nothing for a message of another action than the only one.
    func write(_ prediction: Prediction, to bytes: inout [UInt8]) {
        if let only, prediction.answer.action != only { return }
        switch format {
        case .jsonl: writeJSON(prediction, to: &bytes)
        case .csv: bytes += csv(prediction).utf8
        }
    }

    /// Log-odds are in full, because they rank; probabilities have six decimals. Infinite log-odds,
    /// of a model without junk, are null: JSON has no infinity.
    private func writeJSON(_ prediction: Prediction, to bytes: inout [UInt8]) {
        let verdict = prediction.verdict, answer = prediction.answer
        bytes += "{".utf8
        for column in columns {
            guard let value = column.value(prediction) else { continue }
            bytes += "\"".utf8
            bytes += column.rawValue.utf8
            bytes += "\":".utf8
            bytes += (column.isNumber ? value : visibleJSON(WrittenField.json(value))).utf8
            bytes += ",".utf8
        }
        bytes += "\"label\":".utf8
        Self.write(verdict.label, to: &bytes)
        bytes += ",\"action\":\"".utf8
        bytes += answer.action.name.utf8
        bytes += "\",\"subAction\":".utf8
        bytes += (answer.subAction == .none ? "null" : "\"\(answer.subAction.name)\"").utf8
        bytes += ",\"junkLogOdds\":".utf8
        bytes += (verdict.junkLogOdds.isFinite ? verdict.junkLogOdds.description : "null").utf8
        if hasRules { bytes += ",\"decidedBy\":\"\(prediction.rule?.name ?? RuleTier.model.name)\"".utf8 }
        bytes += ",\"probabilities\":".utf8
        for (n, label) in prediction.classes.enumerated() {
            bytes.append(UInt8(ascii: n == 0 ? "{" : ","))
            Self.write(label, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            Self.write(verdict.probabilities[n], to: &bytes)
        }
        bytes += "}}\n".utf8
    }

    /// In quotes. Literals alone, which threads do not count references of:
    /// Benchmarks/decisions/decision-speed.md.
    private static func write(_ label: Label, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes += label.action.name.utf8
        if label.subAction != .none {
            bytes.append(UInt8(ascii: "/"))
            bytes += label.subAction.name.utf8
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func csv(_ prediction: Prediction) -> String {
        let verdict = prediction.verdict
        var fields = columns.map { WrittenField.csv($0.value(prediction) ?? "") }
        let answer = prediction.answer
        fields += [verdict.label.description, answer.action.name, answer.subAction == .none ? "" : answer.subAction.name]
        fields.append(verdict.junkLogOdds.isFinite ? "\(verdict.junkLogOdds)" : "")
        if hasRules { fields.append(prediction.rule?.name ?? RuleTier.model.name) }
        fields += classes.map { label in
            var share: [UInt8] = []
            if let n = prediction.classes.firstIndex(of: label) { Self.write(verdict.probabilities[n], to: &share) }
            return String(decoding: share, as: UTF8.self)
        }
        return fields.joined(separator: ",") + "\n"
    }

    /// A line of CSV for a row that could not be read.
    func empty(row: Int) -> String {
        columns.map { $0 == .row ? "\(row)" : "" }.joined(separator: ",")
            + String(repeating: ",", count: (hasRules ? 5 : 4) + classes.count) + "\n"
    }

    /// `0.015`: with one decimal at least, and six at most.
    private static func write(_ share: Float, to bytes: inout [UInt8]) {
        var rest = Int((Double(share) * 1e6).rounded()), decimals = 6
        while decimals > 1, rest % 10 == 0 { (rest, decimals) = (rest / 10, decimals - 1) }
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "."), count: decimals + 2))
        for place in (0..<decimals).reversed() {
            bytes[start + 2 + place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        bytes[start] = UInt8(ascii: "0") + UInt8(rest)
    }
}
