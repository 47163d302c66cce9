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

    /// Files that were read alike as one, in the order of the first of each.
    static func joined(_ reports: [ImportReport]) -> [ImportReport] {
        var groups: [(summary: ImportSummary, reports: [ImportReport])] = []
        for report in reports {
            guard let place = groups.firstIndex(where: { $0.summary.isLike(report.summary) }) else {
                groups.append((report.summary, [report]))
                continue
            }
            groups[place].summary.add(report.summary)
            groups[place].reports.append(report)
        }
        return groups.map { summary, members in
            guard members.count > 1 else { return members[0] }
            let between = members.count == 2 ? " and " : ", …, "
            let names = members.count < reports.count ? " (\(members[0].name)\(between)\(members[members.count - 1].name))" : ""
            return ImportReport(file: "", name: "\(grouped(members.count)) files\(names)", summary: summary)
        }
    }

    /// `all 61 files: 60,001 rows, 60,000 added, 12 unlabelled, 1 left out`; `60 of 61 files` where
    /// one was imported before.
    static func total(_ reports: [ImportReport]) -> String {
        func sum(_ count: KeyPath<ImportSummary, Int>) -> Int { reports.reduce(0) { $0 + $1.summary[keyPath: count] } }
        let all = grouped(reports.count), new = reports.count { $0.summary.importedBefore == nil }
        let files = new == reports.count ? "all \(all)" : "\(grouped(new)) of \(all)"
        let line = "\(files) files: \(counted(sum(\.rows), "row")), \(grouped(sum(\.added))) added"
        let others = [(sum(\.unlabelled), "unlabelled"), (sum(\.rejected), "left out")].filter { $0.0 > 0 }
        return ([line] + others.map { "\(grouped($0.0)) \($0.1)" }).joined(separator: ", ")
    }

    /// In 80 columns, on as many lines as that takes.
    ///
    /// - Parameter isAgain: whether known messages were brought up to date.
    func line(isAgain: Bool) -> String {
        if let importedBefore = summary.importedBefore {
            let before = importedBefore.isEmpty ? "" : ", as \(onOneLine(importedBefore))"
            return "\(onOneLine(name)): imported before\(before); nothing added (--again reads it again)"
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

extension ImportSummary {
    /// That a file likely has new texts for messages that stay as they were; `nil` elsewhere.
    func likelyCorrectedWords(undoneBy undo: String) -> String? {
        guard likelyCorrected > 0 else { return nil }
        return
            "\(counted(likelyCorrected, "row")) added, and as many stored messages of the source are in no row; if the file has new "
            + "texts for them: \(undo), then corpus forget --import NUMBER for the old file, and import again"
    }
}
