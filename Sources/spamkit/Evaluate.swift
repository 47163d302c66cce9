// spamkit evaluate: how good a model is on messages it was not trained on.

import ArgumentParser
import Corpus
import SpamEvaluation
import SpamFilter
import SpamFilterIO

struct Evaluate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measure a model on labelled messages.",
        discussion: "Use messages that the model was not trained on, nor near duplicates of them: everything else flatters.")

    @Argument(help: "The model file.")
    var model: String

    @Argument(help: ArgumentHelp("Files of labelled messages; - is standard input.", valueName: "corpus"))
    var corpora: [String]

    @Option(help: "Write the figures as JSON to a file too; - writes JSON instead of the report to standard output.")
    var json: String?

    @OptionGroup(title: "Page options")
    var page: PageArguments

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func run() throws {
        if let json, json != "-" { try checkWritable(json) }
        try page.check()
        let file = try openModel(model)
        var classifier = Classifier(file.view)
        var evaluation = Evaluation()
        var mistakes = MistakeList()
        for corpus in corpora {
            try reading.forEachRow(of: [corpus], needsLabels: true) { row, number in
                guard let message = LabeledMessage(row) else { return }
                let verdict = classifier.classify(message.message)
                evaluation.add(
                    Outcome(
                        truth: message.label, predicted: verdict.label, action: verdict.action, junkLogOdds: verdict.junkLogOdds))
                if page.showText { mistakes.add(row, truth: message.label, verdict, place: "\(fileName(corpus)), row \(number)") }
            }
        }
        guard evaluation.n > 0 else { throw EmptyTestSet(paths: corpora) }
        let report = EvaluationReport(evaluation)
        try page.write(model, file.view, corpora, report, evaluation.operatingCurve(), mistakes.explained(by: &classifier))
        if let json {
            let text = try spamkit.json(report) + "\n"
            if json == "-" {
                try result(String(text.dropLast()))
                return
            }
            try writeAtomically(Array(text.utf8), to: json)
        }
        try result(String(report.text.dropLast()))
    }
}

/// Nothing to measure.
struct EmptyTestSet: Error, CustomStringConvertible {
    let paths: [String]
    var description: String {
        "\(paths.joined(separator: ", ")): expected labelled messages, found none; give a file with rows"
    }
}
