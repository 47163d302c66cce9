// spamkit corpus imports: the files that a store was made of.

import ArgumentParser
import CorpusStore
import Foundation
import SpamEvaluation
import Statistics

struct Imports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the files that were imported, the last one last.",
        discussion: "Example: spamkit corpus imports mine.sqlite")

    @OptionGroup var arguments: StoreArguments

    @OptionGroup var output: ReportArguments

    func run() throws {
        let imports = try arguments.openToRead().imports()
        if output.json { return try result(spamkit.json(imports)) }
        for file in imports {
            let time = Date(timeIntervalSince1970: Double(file.importedAt)).formatted(
                .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
            var line = "\(onOneLine(file.name)): \(grouped(file.rows)) rows, \(grouped(file.added)) added"
            if file.updated > 0 { line += ", \(file.updated) updated" }
            if file.rejected > 0 { line += ", \(file.rejected) left out" }
            if file.messages < file.added { line += ", \(file.added - file.messages) forgotten since" }
            try result(wrapped(line + ", on \(time) UTC", to: 80, indent: "  "))
        }
    }
}
