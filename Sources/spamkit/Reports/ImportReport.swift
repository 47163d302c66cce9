// spamkit import: what came of a file, as a line or as JSON.

import CorpusStore
import SpamEvaluation
import Statistics

struct ImportReport: Encodable {
    let file: String
    /// What people call the file.
    let name: String
    let summary: ImportSummary

    private enum CodingKeys: CodingKey { case file }

    /// The file next to the numbers.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(file, forKey: .file)
        try summary.encode(to: encoder)
    }

    /// In 80 columns, on as many lines as that takes.
    ///
    /// - Parameter isAgain: whether known messages were brought up to date.
    func line(isAgain: Bool) -> String {
        if let importedBefore = summary.importedBefore {
            return "\(onOneLine(name)): imported before, as \(onOneLine(importedBefore)); nothing added (--again reads it again)"
        }
        var parts = [counted(summary.rows, "row"), "\(grouped(summary.added)) added"], details: [String] = []
        if isAgain {
            parts += ["\(grouped(summary.updated)) updated", "\(grouped(summary.known - summary.updated)) unchanged"]
        } else if summary.known > 0 {
            parts.append("\(grouped(summary.known)) known")
        }
        func say(_ count: Int, _ words: String) {
            if count > 0 { details.append("\(grouped(count)) \(words)") }
        }
        if isAgain { say(summary.labelledOtherwise, "keep a person's label") }
        say(summary.labelled, "labelled now")
        say(summary.contradicted, "with another label than before")
        say(summary.knownIDs, "added with an id that is there already")
        say(summary.idsElsewhere, "added with id and text of another source")
        say(summary.ofAnotherSource, "added that another source has")
        say(summary.addedBeside, "added with an id that several have")
        say(summary.leftByID, "left as before, since several have their id")
        say(summary.unlabelled, "unlabelled")
        say(summary.rejected, "left out")
        let line = "\(onOneLine(name)): " + parts.joined(separator: ", ")
        let whole = ([line] + details).joined(separator: ", ")
        guard terminalColumns(whole) > 80, !details.isEmpty else { return whole }
        return line + ",\n  " + wrapped(details.joined(separator: ", "), to: 80, indent: "  ", after: 2)
    }
}
