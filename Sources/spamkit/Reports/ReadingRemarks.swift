// What a command says of how it reads a file.

import Corpus
import Statistics

/// Tells what was guessed of a file: its format, its encoding, its columns.
func noteReading(_ reader: borrowing CorpusReader, of path: String, isEncodingAsked: Bool) {
    let isEncodingGuessed = !isEncodingAsked && reader.encoding != .utf8
    let layout = reader.layout.description.isEmpty ? "" : ", \(reader.layout)"
    if reader.layout.isGuessed || isEncodingGuessed {
        note("\(path): read as \(reader.format), \(reader.encoding)\(layout); options say otherwise")
    } else if reader.isFormatGuessed {
        note("\(path): read as \(reader.format)\(layout); --format says otherwise")
    }
}

/// Tells of columns that are read as nothing.
///
/// - Parameter roles: those without a column, of which they may be.
func noteNotRead(_ columns: String, of path: String, lacking roles: [CorpusColumns.Role]) {
    guard !columns.isEmpty else { return }
    note("\(path): not read: \(columns) (\(roles.isEmpty ? "spamkit help columns" : ColumnArguments.option(of: roles)))")
}

/// Tells of texts whose quotes may be of the file: they were read as they are.
func noteQuotes(_ texts: Int, of path: String) {
    guard texts > 0 else { return }
    warn(
        "\(path): \(grouped(texts)) texts are in quotes as CSV writes them, and were read with these; without: --format csv --delimiter tab"
    )
}
