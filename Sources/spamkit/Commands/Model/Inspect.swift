// spamkit inspect: what is in a model file, or in a file of counts.

import ArgumentParser
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show a model's card, classes, cutoffs and sections, or what a counts file holds.",
        discussion: "Example: spamkit inspect mine.spam --verify")

    @Argument(help: "The model file, or a counts file. A counts file is always checked completely.", completion: .file())
    var model: String

    @Flag(help: "Read the whole file and check every section's checksum.")
    var verify = false

    @OptionGroup var output: ReportArguments

    func run() throws {
        if CountsFile.isCounts(model) {
            let file = try CountsFile(model)
            let record = withExtendedLifetime(file) { CountsRecord(file.view) }
            return try output.report(record, record.page(model))
        }
        let file = try ModelFile(model, .copied)
        if verify {
            do throws(ModelError) {
                try file.view.verify()
            } catch {
                throw ModelFileError.content(path: model, error)
            }
        }
        let record = ModelRecord(file.view, verified: verify)
        try output.report(record, record.page(model))
    }
}
