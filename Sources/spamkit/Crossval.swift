// spamkit crossval: how good models of a corpus are on messages that they have not seen, without a test set.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilterIO
import SpamTraining

extension CorpusDivision: ExpressibleByArgument {}

struct Crossval: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure on each part of a corpus a model trained on all others.",
        discussion: """
            By source: each source in turn is what nobody has seen, as messages on a phone are. By template: parts of like size, messages of \
            one template in one of them; figures of a corpus at home, always better than on a phone. The models are those that `train` makes \
            of the same options, cutoffs and all.
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"))
    var corpora: [String]

    @Option(help: "template or source. Default: source where there are two or more, else template.")
    var by: CorpusDivision?

    @Option(help: "Parts of a corpus that is divided by template.")
    var parts = 5

    @Option(help: "Write the figures as JSON to a file too; - writes JSON instead of the report to standard output.")
    var json: String?

    @OptionGroup(title: "Training options")
    var training: TrainingArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func validate() throws {
        if !(2...100).contains(parts) { throw ValidationError("--parts: expected 2 to 100, found \(parts)") }
    }

    func run() throws {
        if let json, json != "-" { try checkWritable(json) }
        var messages: [LabeledMessage] = []
        try reading.forEachMessage(of: corpora) { messages.append($0) }
        guard !messages.isEmpty else { throw EmptyTestSet(paths: corpora) }
        let sources = Set(messages.map(\.source)).count
        let division = by ?? (sources > 1 ? .source : .template)
        let found = try Crossval.parts(of: messages, by: division, folds: parts, training.settings)
        let report = CrossValidationReport(division, found)
        if let json {
            let text = try spamkit.json(report) + "\n"
            if json == "-" { return try result(String(text.dropLast())) }
            try writeAtomically(Array(text.utf8), to: json)
        }
        try result(report.text)
    }

    /// Measures each part by a model of all others, and says on standard error how far it has come.
    private static func parts(
        of messages: [LabeledMessage], by division: CorpusDivision, folds: Int, _ settings: TrainingSettings
    ) throws -> [CrossValidationPart] {
        if division == .source, Set(messages.map(\.source)).count < 2 { throw OneSource(name: messages[0].source) }
        let validation = CrossValidation(messages, by: division, folds: folds, settings: settings)
        return validation.names.indices.map { part in
            note("\(validation.names[part]): training on all others, \(part + 1) of \(validation.names.count)")
            return validation.measure(part: part)
        }
    }

    /// Each source by a model of all others, trained as `train` does when not told otherwise.
    static func sources(of messages: [LabeledMessage]) throws -> [SourceFigures] {
        // A corpus that is divided by source has no folds.
        try parts(of: messages, by: .source, folds: 2, TrainingSettings()).map(SourceFigures.init)
    }
}

/// Nothing to leave out.
struct OneSource: Error, CustomStringConvertible {
    let name: String
    var description: String {
        "--by source: expected messages of two sources or more, found all of \(name); give more files, or divide by template"
    }
}
