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
    note("\(path): not read: \(columns) (\(roles.isEmpty ? "spamkit help columns" : columnOption(roles)))")
}

/// Tells of texts whose quotes may be of the file: they were read as they are.
func noteQuotes(_ texts: Int, of path: String) {
    guard texts > 0 else { return }
    warn(
        "\(path): \(grouped(texts)) texts are in quotes as CSV writes them, and were read with these; without: --format csv --delimiter tab"
    )
}

/// Tells what was guessed and left out of a file that was read to its end.
func noteRead(_ reader: borrowing CorpusReader, of path: String, for purpose: ReadingPurpose) {
    if purpose.needsLabels {
        for guess in reader.guesses { note("\(path): \(guess)") }
    } else if purpose == .comparing, reader.flagsNotTaken > 0 {
        warn(
            "\(path): \(counted(reader.flagsNotTaken, "row")) \(reader.flagsNotTaken == 1 ? "has" : "have") 0 or 1, false or true as label, which may mean anything: say what, as --label-map 0=LABEL,1=LABEL"
        )
    }
    noteUnlabelled(reader.unlabelledRows, of: path)
    note(reader.skippedRows, of: path)
    noteQuotes(reader.quotedTexts, of: path)
    noteUnknown(reader.unknownLabels, of: path)
    let unseen = reader.recordsNotReceived.count
    if unseen > 0 {
        note("\(path): left out \(grouped(unseen)) that no filter sees: sent, iMessages, reactions, or without a text")
    }
}

/// Tells of messages that have no label where labels are needed.
func noteUnlabelled(_ count: Int, of path: String) {
    if count > 0 { note("\(path): \(grouped(count)) messages without a label left out") }
}

private func note(_ skipped: SkippedRows, of path: String) {
    guard skipped.count > 0 else { return }
    let lines = skipped.firstLines.map(String.init).joined(separator: ", ")
    let rest = skipped.count > skipped.firstLines.count ? ", …" : ""
    let first = skipped.firstError.map { "; the first: \($0)" } ?? ""
    note("\(path): left out \(grouped(skipped.count)) rows that could not be read, lines \(lines)\(rest)\(first)")
}

/// Tells of all words that are no labels, with the option that explains them and what goes with it.
func noteUnknown(_ unknown: UnknownLabels, of path: String, besides: String = "") {
    guard unknown.areMany else { return }
    warn("\(path): unknown labels: \(unknown) (\(unknown.remedy)\(besides))")
}
