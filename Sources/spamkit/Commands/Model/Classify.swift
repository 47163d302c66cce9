// spamkit classify: one JSON object a message, in order.

import ArgumentParser
import Corpus
import Foundation
import SpamFilter
import SpamFilterIO

struct Classify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify", abstract: "Say of each message what to do with it, as JSON Lines.",
        discussion: """
            Reads the same files as train and evaluate, and ignores their labels; or plain text, one message a line. `label` is \
            the most probable class, `action` the decision after cutoffs (none: unsure), `junkLogOdds` the natural logarithm of \
            P(junk) / P(not junk).

            With --skip-bad-rows, a bad row of standard input is answered in its place: {"row":12,"error":"expected …"}. So \
            every row has its answer, for a program that asks row by row.

            Example: spamkit classify mine.spam --text 'Call now, free prize'
            """)

    @Argument(help: "The model file.")
    var model: String

    @Argument(help: ArgumentHelp("A file of messages; - is standard input.", valueName: "file"))
    var file: String = "-"

    @Option(parsing: .unconditional, help: "Classify this message instead of a file.")
    var text: String?

    @Option(parsing: .unconditional, help: "With --text: the sender.")
    var sender: String?

    @Option(help: "With --text: the receiver's country in two letters, such as KR.")
    var country: Country?

    @OptionGroup(title: "Corpus options")
    var reading: CorpusArguments

    func validate() throws {
        if text == nil, sender != nil || country != nil { throw ValidationError("--sender and --country go with --text") }
        if text != nil, file != "-" { throw ValidationError("give a file or --text, not both") }
    }

    func run() throws {
        let opened = try openModel(model)
        var classifier = Classifier(opened.view)
        let names = opened.view.labels.map(\.description)
        var results = ResultStream()
        if let text {
            let verdict = classifier.classify(Message(body: text, sender: sender, receiverCountry: country?.letters))
            try results.write(verdict.jsonLine(row: 1, labels: names))
        } else {
            do {
                func answer(_ error: CorpusError, _ number: Int) throws {
                    guard file == "-" else { return }
                    try results.write(error.jsonLine(row: number))
                    try results.flush()
                }
                try reading.forEachRow(of: [file], needsLabels: false, badRow: answer) { row, number in
                    try results.write(classifier.classify(row.message).jsonLine(row: number, labels: names))
                    // A pipe may be fed message by message, and each answer waited for.
                    if file == "-" { try results.flush() }
                }
            } catch {
                // Verdicts before the unreadable row are still printed.
                try results.flush()
                throw error
            }
        }
        try results.flush()
    }
}

extension CorpusError {
    /// One line of JSON in the place of a verdict.
    fileprivate func jsonLine(row: Int) throws -> String {
        let reason = String(decoding: try JSONEncoder().encode(withoutWords.reason), as: UTF8.self)
        return "{\"row\":\(row),\"error\":\(reason)}\n"
    }
}

extension Verdict {
    /// One line of JSON. Log-odds are in full, because they rank; probabilities have six decimals.
    /// Infinite log-odds, of a model without junk, are null: JSON has no infinity.
    func jsonLine(row: Int, labels: [String]) -> String {
        var line = "{\"row\":\(row),\"label\":\"\(label)\",\"action\":\"\(action.name)\",\"subAction\":"
        line += subAction == .none ? "null" : "\"\(subAction.name)\""
        line += ",\"junkLogOdds\":" + (junkLogOdds.isFinite ? "\(junkLogOdds)" : "null") + ",\"probabilities\":{"
        for (i, name) in labels.enumerated() {
            let rounded = (Double(probabilities[i]) * 1e6).rounded() / 1e6
            line += (i == 0 ? "" : ",") + "\"\(name)\":\(rounded)"
        }
        return line + "}}\n"
    }
}
