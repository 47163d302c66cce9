// spamkit import: what came of a file, as a line or as JSON.

import CorpusStore
import SpamEvaluation
import Statistics

struct ImportReport: Encodable {
    let file: String
    /// The name under which the same bytes were imported before; nothing was read then.
    let importedBefore: String?
    let rows: Int
    let added: Int
    let known: Int
    let updated: Int
    let labelled: Int
    let contradicted: Int
    let labelledOtherwise: Int
    let unlabelled: Int
    let leftOut: Int
    let repeatedIDs: Int
    /// Messages with the id of a row that stay as they were, as several have it.
    let leftByID: Int
    /// Rows that were added beside them.
    let addedBeside: Int
    /// Rows that were added although the file was imported before, as another source.
    let ofAnotherSource: Int
    /// Rows added although one message of the source has their id.
    let knownIDs: Int
    /// Rows added although a message of another source has their id and text.
    let idsElsewhere: Int

    init(_ file: String, _ summary: ImportSummary) {
        self.file = file
        importedBefore = summary.importedBefore
        (rows, added, known, updated) = (summary.rows, summary.added, summary.known, summary.updated)
        (labelled, contradicted, labelledOtherwise) = (summary.labelled, summary.contradicted, summary.labelledOtherwise)
        (unlabelled, leftOut, repeatedIDs) = (summary.unlabelled, summary.rejected, summary.repeatedIDs)
        (leftByID, addedBeside) = (summary.leftByID, summary.addedBeside)
        ofAnotherSource = summary.ofAnotherSource
        (knownIDs, idsElsewhere) = (summary.knownIDs, summary.idsElsewhere)
    }

    /// In 80 columns, on as many lines as that takes.
    ///
    /// - Parameter isAgain: whether known messages were brought up to date.
    func line(isAgain: Bool) -> String {
        if let importedBefore {
            return "\(onOneLine(file)): imported before, as \(onOneLine(importedBefore)); nothing added (--again reads it again)"
        }
        var parts = [counted(rows, "row"), "\(grouped(added)) added"], details: [String] = []
        if isAgain {
            parts += ["\(grouped(updated)) updated", "\(grouped(known - updated)) unchanged"]
        } else if known > 0 {
            parts.append("\(grouped(known)) known")
        }
        func say(_ count: Int, _ words: String) {
            if count > 0 { details.append("\(grouped(count)) \(words)") }
        }
        if isAgain { say(labelledOtherwise, "of them keep a person's label") }
        say(labelled, "of them labelled")
        say(contradicted, "of them with another label than before")
        say(knownIDs, "of the added have an id that is there already")
        say(idsElsewhere, "of the added have id and text of another source")
        say(ofAnotherSource, "of the added are there as another source")
        say(addedBeside, "of the added have an id that several have")
        say(leftByID, "left as before, as several have their id")
        say(unlabelled, "unlabelled")
        say(leftOut, "left out")
        let line = "\(onOneLine(file)): " + parts.joined(separator: ", ")
        let whole = ([line] + details).joined(separator: ", ")
        guard terminalColumns(whole) > 80, !details.isEmpty else { return whole }
        return line + ",\n  " + wrapped(details.joined(separator: ", "), to: 80, indent: "  ", after: 2)
    }
}
