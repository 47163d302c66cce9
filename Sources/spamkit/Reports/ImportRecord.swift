// spamkit import: what came of a file, as a line or as JSON.

import CorpusStore
import Statistics

struct ImportRecord: Encodable {
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

    init(_ file: String, _ summary: ImportSummary) {
        self.file = file
        importedBefore = summary.importedBefore
        (rows, added, known, updated) = (summary.rows, summary.added, summary.known, summary.updated)
        (labelled, contradicted, labelledOtherwise) = (summary.labelled, summary.contradicted, summary.labelledOtherwise)
        (unlabelled, leftOut, repeatedIDs) = (summary.unlabelled, summary.rejected, summary.repeatedIDs)
    }

    /// - Parameter isAgain: whether known messages were brought up to date.
    func line(isAgain: Bool) -> String {
        if let importedBefore {
            return "\(onOneLine(file)): imported before, as \(onOneLine(importedBefore)); nothing added (--again reads it again)"
        }
        var parts = ["\(grouped(rows)) rows", "\(grouped(added)) added"]
        func say(_ count: Int, _ words: String, always: Bool = false) {
            if count > 0 || always { parts.append("\(grouped(count)) \(words)") }
        }
        if isAgain {
            say(updated, "updated", always: true)
            say(known - updated, "unchanged", always: true)
            say(labelledOtherwise, "of them keep another label, which a person gave")
        } else {
            say(known, "known")
        }
        say(labelled, "of them labelled")
        say(contradicted, "of them with another label than before")
        say(unlabelled, "unlabelled")
        say(leftOut, "left out")
        return "\(onOneLine(file)): " + parts.joined(separator: ", ")
    }
}
