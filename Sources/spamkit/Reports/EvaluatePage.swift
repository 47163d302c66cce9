// spamkit evaluate --html: the figures, the card and other files in, one HTML file out.

import ArgumentParser
import Corpus
import EvaluationPage
import Experiments
import Foundation
import SpamEvaluation
import SpamFilter
import SpamFilterIO
import SpamTraining

/// What the page shows of other files.
struct PageExtras {
    var features: TopFeatures?
    var attack: AttackReport?
}

extension PageArguments {
    /// Reads the other files before measuring, which may take an hour.
    func extras() throws -> PageExtras {
        var extras = PageExtras()
        for path in include {
            let file = try FileBytes(path, .copied), isAttack = file.bytes.first == UInt8(ascii: "{")
            guard isAttack ? extras.attack == nil : extras.features == nil else {
                throw ValidationError(
                    "--include: expected one list of features and one of tricks, found \(path) as a second one; leave one out")
            }
            if isAttack {
                extras.attack = try attackReport(file, path)
            } else {
                extras.features = try TopFeatures(file, path)
            }
        }
        return extras
    }

    /// Writes the page, if one was asked for.
    func write(
        _ path: String, _ model: ModelView, _ corpora: [String], _ reading: CorpusArguments, _ report: EvaluationReport,
        _ evaluation: Evaluation, _ mistakes: MistakeList, _ extras: PageExtras
    ) throws {
        guard let html else { return }
        let record = ModelRecord(model, verified: true)
        var page = HTMLReport(
            model: FileName.of(path), testSet: corpora.map(FileName.of), report: report,
            curve: evaluation.operatingCurve(protecting: true),
            cutoffs: PageCutoffs(model.policy, maxFalseJunk: ModelCard(model)?.maxFalseJunk))
        page.card = [CardFact(name: "size", value: "\(record.bytes) bytes")]
        page.card += (record.facts + record.cardFacts).map { CardFact(name: $0.title, value: $0.text) }
        page.part = reading.part
        page.version = toolVersion
        page.hints.mistakes = "To show the messages that the model got wrong, add --show-text."
        page.hints.features = "To show the list that spamkit train --features wrote, add --include FILE."
        page.hints.calibration =
            (["spamkit calibrate"] + ([path] + corpora).map { FileName.of($0).quoted } + reading.options
            + ["--out calibrated.spam"]).joined(separator: " ")
        page.features = extras.features
        page.attack = extras.attack
        if showText { page.mistakes = mistakes.explained(by: model) }
        try writeAtomically(Array(page.html().utf8), to: html, isPrivate: showText)
    }
}

private func attackReport(_ file: borrowing FileBytes, _ path: String) throws -> AttackReport {
    guard let report = try? JSONDecoder().decode(AttackReport.self, from: Data(file.bytes)), report.sharesAreInRange else {
        throw UnfitFile(
            path: path, expected: "the figures that spamkit attack --json writes", next: "give the file that it wrote")
    }
    return report
}
