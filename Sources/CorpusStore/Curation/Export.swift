// Store: a message in the formats of spreadsheets, programs and other tools.

import Corpus
import Foundation
import SpamFilter

/// The formats that a store is written in.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// `label<TAB>text`, without quoting: line ends and tabs within a text become spaces.
    case tsv
    /// RFC 4180, every column of the store.
    case csv
    /// One object a line, every column of the store. Imported again, it gives the same messages.
    case jsonl
    /// `__label__junk text`; `__label__` within a text becomes `_ _label__`.
    case fasttext
    /// `2 |text word word`; labels are numbers from 1.
    case vw
    /// `2 17:1 203:2`: the toolkit's features with their counts, as scikit-learn and liblinear read
    /// them. Labels and columns are numbered from 1. Columns follow the order of features in the
    /// whole store, so that the parts of a split agree.
    case svmlight

    /// Whether a message without a label can be written.
    var takesUnlabelled: Bool { self == .csv || self == .jsonl }
    /// Whether labels are written as numbers, so that the reader needs their words.
    var numbersLabels: Bool { self == .vw || self == .svmlight }
}

/// What was written.
public struct ExportSummary: Sendable, Equatable {
    /// How many messages were written.
    public internal(set) var messages = 0
    /// How many messages have no label, where the format needs one, and were left out.
    package internal(set) var leftOut = 0
    /// The labels of the store by their numbers, from 1, in the order of `Label.all`; empty where
    /// labels are written as words.
    public internal(set) var labels: [Label] = []
}

extension StoredMessage {
    /// The message in a format, with the ends of its lines.
    ///
    /// - Parameters:
    ///   - labelNumber: the label's, where the format has numbers for labels.
    ///   - counts: of features, for svmlight.
    func line(_ format: ExportFormat, labelNumber: Int, _ counts: [(column: Int, count: Int)]) -> String {
        let word = row.label?.description ?? "", message = row.message
        switch format {
        case .tsv: return "\(word)\t\(StoredMessage.spaced(message.body))\n"
        case .csv: return fields.map { WrittenField.csv($0.value ?? "") + "," }.joined() + "\(number)\n"
        case .jsonl:
            let pairs = fields.compactMap { field in field.value.map { "\"\(field.name)\":\(WrittenField.json($0))" } }
            return "{\(pairs.joined(separator: ",")),\"number\":\(number)}\n"
        case .fasttext:
            // A word of the text with the prefix of labels would be read as one, and </s> ends a
            // line.
            let text = StoredMessage.spaced(message.body).replacingScalars("__label__", with: "_ _label__")
            return "__label__\(word) \(text.replacingScalars("</s>", with: "< /s>"))\n"
        case .vw:
            // | begins a namespace and : a value.
            let words = message.body.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map {
                String($0).replacingScalars("|", with: "_").replacingScalars(":", with: "_")
            }
            return "\(labelNumber) |text \(words.joined(separator: " "))\n"
        case .svmlight:
            return "\(labelNumber)" + counts.map { " \($0.column):\($0.count)" }.joined() + "\n"
        }
    }

    /// All columns but the number, which is no text.
    private var fields: [(name: String, value: String?)] {
        [
            ("text", row.message.body), ("label", row.label?.description), ("sender", row.message.sender),
            ("country", row.message.receiverCountry), ("lang", row.language), ("source", row.source), ("template", row.group),
            ("time", receivedAt.map(MessageTime.iso8601)), ("id", row.id),
        ]
    }

    /// On one line, with spaces for controls.
    private static func spaced(_ text: String) -> String {
        // In UTF-8, controls beyond ASCII and line separators begin with C2 or E2: few texts have
        // these bytes.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return text }
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// Features to columns, from 1.
struct ColumnNumbers: ~Copyable {
    private var features = FeatureReader()
    private var columns: [UInt64: Int] = [:]

    /// In ascending order, each once.
    mutating func counts(_ message: Message) -> [(column: Int, count: Int)] {
        features.read(message)
        var counts: [Int: Int] = [:]
        for hash in features.hashes {
            let column = columns[hash] ?? columns.count + 1
            columns[hash] = column
            counts[column, default: 0] += 1
        }
        return counts.map { ($0.key, $0.value) }.sorted { $0.column < $1.column }
    }
}
