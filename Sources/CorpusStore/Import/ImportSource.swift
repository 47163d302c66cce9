// Store: the files that messages are imported from, each a sequence of rows that are good or bad.

import Corpus
import SpamFilter

/// What a file gives at one place.
enum ImportRow {
    case message(CorpusRow)
    /// A row that cannot be taken. `reason` holds none of its text.
    case reject(line: Int, reason: String)
}

/// A file that is read once, from the start to the end.
protocol ImportSource: AnyObject {
    var format: String { get }
    var encoding: String { get }
    /// What was found out about its columns; empty where nothing had to be.
    var layout: String { get }
    var guesses: [LabelGuess] { get }
    var bytesRead: Int { get }
    var totalBytes: Int? { get }

    /// `nil` at the end.
    func next() throws -> ImportRow?
}

/// TSV, CSV, JSON and bare text.
final class CorpusFile: ImportSource {
    private var reader: CorpusReader

    init(path: String, _ options: CorpusOptions) throws(CorpusError) {
        reader = try CorpusReader(path: path, options: options)
    }

    var format: String { reader.format.rawValue }
    var encoding: String { reader.encoding.name }
    var layout: String { reader.layout.description }
    var guesses: [LabelGuess] { reader.guesses }
    var bytesRead: Int { reader.bytesRead }
    var totalBytes: Int? { reader.totalBytes }

    func next() throws -> ImportRow? {
        do throws(CorpusError) {
            guard let row = try reader.next() else { return nil }
            return .message(row)
        } catch {
            guard error.isAboutOneRow else { throw error }
            return .reject(line: error.line ?? 0, reason: error.reason)
        }
    }
}
