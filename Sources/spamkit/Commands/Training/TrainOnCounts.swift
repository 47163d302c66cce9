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
            settings.selection == nil, settings.inverseDocumentFrequency == nil, settings.weights == RowWeights()
        else {
            throw ValidationError(
                "--weighting, --idf, --word-order, --grams, --syllabic-order, --select, --class-weight, --source-weight: expected files of messages, found counts in \(counts[0]): how messages are read, and what each counts, was settled when they were counted"
            )
        }
        let purpose = training.purpose
        if let option = ![0, TrainingSettings().folds].contains(purpose.folds)
            ? "--folds" : purpose.threads != nil ? "--threads" : nil
        {
            throw ValidationError(
                "\(option): expected files of messages, which can be held out or divided, found counts in \(counts[0]); give messages that were not counted with --calibrate"
            )
        }
        if (calibration + validation).isEmpty, let option = reading.options.first {
            throw ValidationError(
                "\(option): expected files of messages, found counts in \(counts[0]): how messages are read was settled when they were counted"
            )
        }
        let asked = [
            ("--max-false-junk", purpose.maxFalseJunk != nil), ("--cost", purpose.cost != nil),
            ("--protect", !purpose.protect.isEmpty),
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
        let model = try corpus.train(settings, calibratedOn: calibrating, card: card(sources))
        try finish(model, rows: sources.values.reduce(0, +), measuredOn: unseen)
        noteMissingActions(of: calibrating, counted: Set(files.flatMap { $0.view.messagesOfLabel.keys.map(\.action) }))
        if calibration.isEmpty {
            note(
                "without --calibrate probabilities are not calibrated, and junk is what is more likely junk than not: counts hold no "
                    + "messages to score")
        }
        if !(validation + calibration).isEmpty {
            note("counts do not tell whether messages of --calibrate and --validate are like some that were counted: see to it")
        }
    }

    /// What is calibrated is each action against the others, with messages of both.
    private func noteMissingActions(of calibrating: [LabeledMessage], counted: Set<Action>) {
        let missing = counted.subtracting(calibrating.map(\.label.action)).compactMap { Label($0) }.sorted()
        guard !calibrating.isEmpty, !missing.isEmpty else { return }
        note(
            "--calibrate holds no message of \(missing.map(\.description).joined(separator: ", ")): what the model says of these is not calibrated"
        )
    }
}
