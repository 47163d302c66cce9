// spamkit train, of counts files: no message is there, so nothing that messages are needed for.

import ArgumentParser
import Corpus
import SpamFilter
import SpamTraining

extension Train {
    /// The counts files among the corpora. Where there are some there must be nothing else, and no option that asks for messages.
    func countsFiles() throws -> [String] {
        let counts = corpora.filter(CountsFile.isCounts)
        guard !counts.isEmpty else { return [] }
        if let other = corpora.first(where: { !counts.contains($0) }) {
            throw ValidationError(
                "\(other): expected counts files only, as \(counts[0]) is one; count it first with spamkit counts")
        }
        guard training.learning.trainer == .nb || training.learning.trainer == .cnb else {
            throw ValidationError(
                "--trainer: expected nb or cnb, found \(training.learning.trainer.rawValue): \(counts[0]) holds counts, and only these learn from them"
            )
        }
        if features != nil {
            throw ValidationError(
                "--features: expected files of messages, which have words, found counts in \(counts[0]), which have none")
        }
        let settings = settings
        guard settings.tokenizer == TokenizerSettings(), settings.weighting == TrainingSettings().weighting,
            settings.chiSquaredFeatures == nil, settings.weights == RowWeights()
        else {
            throw ValidationError(
                "--weighting, --word-order, --grams, --syllabic-order, --select, --class-weight, --source-weight: expected files of messages, found counts in \(counts[0]): how messages are read, and what each counts, was settled when they were counted"
            )
        }
        let asked = [
            ("--max-false-junk", training.purpose.maxFalseJunk != nil), ("--cost", training.purpose.cost != nil),
            ("--protect", !training.purpose.protect.isEmpty),
        ]
        if calibration.isEmpty, let option = asked.first(where: { $0.1 })?.0 {
            throw ValidationError(
                "\(option): expected messages to score, found counts in \(counts[0]); give some that were not counted with --calibrate"
            )
        }
        return counts
    }

    func trainOnCounts(_ paths: [String]) throws {
        let files = try CountsFile.open(paths)
        let corpus = try withExtendedLifetime(files) { try CountedCorpus(files.map(\.view)) }
        let sources = files.reduce(into: [:]) { $0.merge($1.view.messagesOfSource, uniquingKeysWith: +) }
        let calibrating = try messages(of: calibration), unseen = try unseenMessages(calibrating)
        let model = try corpus.train(settings, calibratedOn: heldOut(calibrating), card: card(sources))
        try finish(model, rows: sources.values.reduce(0, +), measuredOn: unseen)
        if calibration.isEmpty {
            note(
                "without --calibrate probabilities are not calibrated, and junk is what is more likely junk than not: counts hold no "
                    + "messages to score")
        }
        if !(validation + calibration).isEmpty {
            note("counts do not tell whether messages of --calibrate and --validate are like some that were counted: see to it")
        }
    }

    private func heldOut(_ messages: [LabeledMessage]) throws -> HeldOutMessages? {
        guard !messages.isEmpty else { return nil }
        var run = TrainingRun(settings)
        for message in messages { run.add(message) }
        return try run.heldOut()
    }
}
