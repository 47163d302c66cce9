// spamkit corpus imports: the files that a store was made of.

import ArgumentParser
import CorpusStore
import SpamEvaluation
import Statistics

struct Imports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the files that were imported, the oldest first.",
        discussion: """
            The number of an import is what corpus forget --import takes.

            Example: spamkit corpus imports mine.sqlite
            """)

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "List the rows that were left out instead, each with its line and the reason.")
    var leftOut = false

    @OptionGroup var output: ReportArguments

    func run() throws {
        let store = try arguments.openToRead()
        if leftOut { return try listRejected(store.imports.rejectedRows()) }
        let imports = try store.imports.all()
        try output.writeJSON(imports)
        guard !output.isJSONAlone else { return }
        for file in imports {
            var line = "\(file.number)  \(onOneLine(file.name))\(source(of: file.name, file.sources)): "
            line += "\(counted(file.rows, "row")), \(grouped(file.added)) added"
            if file.updated > 0 { line += ", \(grouped(file.updated)) updated" }
            if file.rejected > 0 { line += ", \(grouped(file.rejected)) left out" }
            line += ", on \(storeTime(file.importedAt))"
            if file.messages < file.added { line += "; \(grouped(file.added - file.messages)) forgotten since" }
            try result(wrapped(line, to: 80, indent: "   "))
        }
    }

    private func listRejected(_ rows: [RejectedRow]) throws {
        try output.writeJSON(rows)
        guard !output.isJSONAlone else { return }
        for row in rows {
            try result(wrapped("\(onOneLine(row.name)):\(row.line): \(row.reason)", to: 80, indent: "  "))
        }
        if rows.contains(where: { $0.reason.hasPrefix("expected a known label") }) {
            note(
                "to read rows with unknown labels: spamkit import FILE --into \(arguments.store.quoted) --again --label-map WORD=LABEL"
            )
        }
    }

    /// Where its name does not say it.
    private func source(of file: String, _ sources: [String]) -> String {
        switch sources.count {
        case 1 where sources[0] == file: ""
        case 1: " (source \(onOneLine(sources[0])))"
        case let count: " (\(grouped(count)) sources)"
        }
    }
}
