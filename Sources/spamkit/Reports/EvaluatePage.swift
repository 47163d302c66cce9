// spamkit evaluate --html: what goes into the page besides the figures. Rows and a model in, one HTML file out.

import ArgumentParser
import Corpus
import EvaluationPage
import Foundation
import SpamEvaluation
import SpamFilter
import SpamFilterIO

/// The options of the page.
struct PageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Write the report as one HTML file too, which any browser opens.", valueName: "file"))
    var html: String?

    @Option(
        help: ArgumentHelp(
            "For the page: the readable features that `train --features` wrote, to show those that weigh most. They are words of messages.",
            valueName: "file"))
    var features: String?

    @Option(help: ArgumentHelp("For the page: the figures that `spamkit attack --json` wrote.", valueName: "file"))
    var attack: String?

    @Flag(help: "For the page: the messages that the model got wrong, in clear, with what spoke for and against.")
    var showText = false

    func validate() throws {
        if html == "-" { throw ValidationError("--html: expected the path of a file, found - (standard output)") }
        if html == nil, features != nil || attack != nil || showText {
            throw ValidationError("--features, --attack, --show-text: expected --html FILE beside them, found none")
        }
    }
}

/// The surest mistakes of a run, with their messages.
struct MistakeList {
    private struct Row {
        let message: Message
        let truth: Label
        let language: String?
        let place: String
        /// How far from right, in log-odds.
        let distance: Double
    }

    private var falseJunk = (total: 0, rows: [Row]())
    private var missedJunk = (total: 0, rows: [Row]())

    /// Keeps a message if it was put in Junk by mistake, or not put there by mistake, and few mistakes are surer.
    mutating func add(_ row: LabeledMessage, _ outcome: Outcome, place: @autoclosure () -> String) {
        let isJunk = outcome.truth.action == .junk
        guard isJunk != (outcome.action == .junk) else { return }
        let distance = isJunk ? -outcome.junkLogOdds : outcome.junkLogOdds
        func insert(into list: inout (total: Int, rows: [Row])) {
            list.total += 1
            if list.rows.count == ShownMistakes.most {
                guard distance > list.rows[list.rows.count - 1].distance else { return }
                list.rows.removeLast()
            }
            let at = list.rows.firstIndex { $0.distance < distance } ?? list.rows.count
            list.rows.insert(
                Row(message: row.message, truth: row.label, language: row.language, place: place(), distance: distance), at: at)
        }
        if isJunk { insert(into: &missedJunk) } else { insert(into: &falseJunk) }
    }

    /// With reasons.
    func explained(by model: ModelView) -> ShownMistakes {
        var classifier = Classifier(model)
        func explain(_ list: (total: Int, rows: [Row])) -> ShownMistakes.Kind {
            var shown: [Mistake] = []
            for row in list.rows {
                shown.append(
                    Mistake(
                        place: row.place, truth: row.truth, text: row.message.body, language: row.language,
                        explanation: classifier.explain(row.message)))
            }
            return ShownMistakes.Kind(total: list.total, shown: shown)
        }
        return ShownMistakes(falseJunk: explain(falseJunk), missedJunk: explain(missedJunk))
    }
}

/// What the page shows of other files.
struct PageExtras {
    let features: TopFeatures?
    let attack: AttackReport?
}

extension PageArguments {
    /// Reads the other files: now, not after an hour of measuring.
    func extras() throws -> PageExtras {
        PageExtras(features: try features.map(TopFeatures.init(file:)), attack: try attack.map(attackReport))
    }

    /// Writes the page, if one was asked for.
    func write(
        _ path: String, _ model: ModelView, _ corpora: [String], _ report: EvaluationReport, _ evaluation: Evaluation,
        _ mistakes: MistakeList, _ extras: PageExtras
    ) throws {
        guard let html else { return }
        let record = ModelRecord(model, verified: true)
        var page = HTMLReport(
            model: fileName(path), testSet: corpora.map(fileName), report: report, curve: evaluation.operatingCurve(),
            cutoffs: PageCutoffs(model.policy))
        page.card = [CardFact(name: "size", value: "\(record.bytes) bytes")]
        page.card += (record.facts + record.cardFacts).map { CardFact(name: $0.title, value: $0.text) }
        page.version = Spamkit.version
        page.features = extras.features
        page.attack = extras.attack
        if showText { page.mistakes = mistakes.explained(by: model) }
        try writeAtomically(Array(page.html().utf8), to: html)
    }
}

private func attackReport(_ path: String) throws -> AttackReport {
    let file = try FileBytes(path, .copied)
    guard let report = try? JSONDecoder().decode(AttackReport.self, from: Data(file.bytes)), report.sharesAreInRange else {
        throw AttackFileError(path: path)
    }
    return report
}

/// The file is not what `spamkit attack --json` writes.
struct AttackFileError: Error, CustomStringConvertible {
    let path: String
    var description: String {
        "\(path): expected the figures that spamkit attack --json writes, found something else; give the file that it wrote"
    }
}
