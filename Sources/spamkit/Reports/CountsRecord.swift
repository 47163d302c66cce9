// What the tool tells of a counts file.

import Corpus
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

/// What the tool tells of a counts file.
struct CountsRecord: Encodable {
    let bytes: Int
    /// Features, those of each source and label counted apart.
    let features: Int
    let messages: Int
    let messagesOfLabel: [String: Int]
    let messagesOfSource: [String: Int]
    let tokenizerVersion = TokenizerSettings.version

    init(_ view: CountsView) {
        bytes = view.byteCount
        features = view.entryCount
        messages = view.messageCount
        messagesOfLabel = Dictionary(uniqueKeysWithValues: view.messagesOfLabel.map { ($0.description, $1) })
        messagesOfSource = view.messagesOfSource
    }

    /// Three lines. Of many sources only the largest are named.
    func page(_ path: String) -> String {
        let labels = Label.all.compactMap { label in messagesOfLabel[label.description].map { "\(label) \(grouped($0))" } }
        return """
            \(path): \(grouped(bytes)) bytes, \(grouped(messages)) messages, \(grouped(features)) features
            \(wrapped("sources: " + ModelCard.name(sources: messagesOfSource).joined(separator: ", "), to: 80, indent: "  "))
            \(wrapped("labels: " + labels.joined(separator: ", "), to: 80, indent: "  "))
            """
    }
}

extension ReportArguments {
    /// Tells what a counts file holds that was written.
    func report(counts bytes: [UInt8], in path: String) throws {
        let record = try bytes.withUnsafeBytes { CountsRecord(try CountsView($0)) }
        try report(record, record.page(path))
    }
}
