// Opens a counts file, and says what it holds.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

/// Mapped, because it may be larger than memory. A class, because a mapping cannot be copied.
final class CountsFile {
    private let mapping: FileBytes
    let view: CountsView

    init(_ path: String) throws {
        let mapping = try FileBytes(path)
        do throws(CountsError) {
            view = try CountsView(mapping.bytes)
        } catch {
            throw CountsFileError(path: path, error: error)
        }
        self.mapping = mapping
    }

    static func isCounts(_ path: String) -> Bool { FileSignature(path: path) == .counts }

    /// Opens files. Throws if one comes twice: its messages would count double.
    static func open(_ paths: [String]) throws -> [CountsFile] {
        for (i, path) in paths.enumerated() {
            if let other = paths[..<i].first(where: { isSameFile($0, path) }) {
                throw ValidationError("\(path): expected every counts file once, found it as \(other) too; leave one out")
            }
        }
        return try paths.map(CountsFile.init)
    }
}

struct CountsFileError: MendableError {
    let path: String
    let error: CountsError
    var description: String { "\(path): \(error)" }
    var remedy: String? { error.remedy }
}

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
