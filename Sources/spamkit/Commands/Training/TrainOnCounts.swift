// spamkit train with counts files: no messages are there, and no option may need any.

import ArgumentParser
import Corpus
import SpamFilter
import SpamTraining

extension Train {
    /// The counts files among the corpora. Where there are some, there must be nothing else, and no
    /// option that needs messages.
    func countsFiles() throws -> [String] {
        let counts = corpora.filter(CountsFile.isCounts)
        guard let first = counts.first else { return [] }
        if let other = (corpora + general.background).first(where: { !counts.contains($0) && !CountsFile.isCounts($0) }) {
            throw ValidationError("\(other): expected counts files only, as \(first) is one; count it first with spamkit counts")
        }
        if let trainer = learning.basics.trainer, !trainer.learnsFromCounts {
            throw ValidationError(
                """
                --trainer: expected \(TrainerChoice.namesLearningFromCounts), found \(trainer.name): \
                \(first) holds counts, from which no other trainer learns
                """)
        }
        try checkReading(counts: first)
        try checkScoring(counts: first)
        return counts
    }

    /// How messages are read was settled when they were counted.
    private func checkReading(counts first: String) throws {
        if !phone.unlabelled.isEmpty {
            throw ValidationError(
                "--unlabelled: expected files of messages, found counts in \(first), which hold none to ask about")
        }
        if features != nil {
            throw ValidationError("--features: expected files of messages, found counts in \(first), which hold no words")
        }
        let settings = settings
        guard settings.tokenizer == TokenizerSettings(), settings.weights == RowWeights() else {
            throw ValidationError(
                """
                --word-ngrams, --char-ngrams, --cjk-ngrams, --class-weight, --source-weight: expected files of \
                messages, found counts in \(first): features and their values were settled when the messages were counted
                """)
        }
        if (calibration + validation).isEmpty, let option = reading.options.first {
            throw ValidationError(
                """
                \(option): expected files of messages, found counts in \(first): how messages are read was settled when \
                they were counted
                """)
        }
    }

    /// Counts cannot be scored, so cutoffs need other messages.
    private func checkScoring(counts first: String) throws {
        if let option = scoring.folds != nil ? "--folds" : purpose.weights.threads != nil ? "--threads" : nil {
            throw ValidationError(
                """
                \(option): expected files of messages, which can be divided into folds, found counts in \(first); give \
                messages that were not counted with --calibrate
                """)
        }
        let asked = [
            ("--max-false-junk", purpose.cutoffs.maxFalseJunk != nil), ("--cost", purpose.cutoffs.cost != nil),
            ("--protect", !purpose.cutoffs.protect.isEmpty),
        ]
        if calibration.isEmpty, let option = asked.first(where: { $0.1 })?.0 {
            throw ValidationError(
                """
                \(option): expected messages to score, found counts in \(first); give some that were not counted with \
                --calibrate
                """)
        }
    }

    func trainOnCounts(_ paths: [String]) throws {
        let files = try CountsFile.open(paths), background = try CountsFile.open(general.background)
        let corpus = try withExtendedLifetime((files, background)) {
            try CountedCorpus(files.map(\.view), background: background.map(\.view))
        }
        let sources = SourceCounts(corpus: messagesOfSource(files), background: messagesOfSource(background))
        let calibrating = try messages(of: calibration), unseen = try unseenMessages(calibrating)
        let settings = settingsForCounts
        let model = try corpus.train(settings, calibratedOn: calibrating, card: card.card(sources: sources))
        let counted = Set(files.flatMap { $0.view.messagesOfLabel.keys }.map(\.action))
        try write(model)
        try tell(
            model, by: settings.trainer, of: sources, measuredOn: unseen, scoredBy: "--calibrate",
            warnings: warningOfMissingActions(of: calibrating, counted: counted) + warningsOfCounts)
    }

    /// What counts cannot tell.
    private var warningsOfCounts: [String] {
        var lines: [String] = []
        if calibration.isEmpty {
            lines.append(
                """
                probabilities are not calibrated, and junk begins at even odds, since counts hold no messages to score; give some \
                with --calibrate
                """)
        }
        if !(validation + calibration).isEmpty {
            lines.append(
                """
                counted messages cannot be compared with those of --calibrate and --validate; make sure that none is a near \
                duplicate
                """)
        }
        return lines
    }

    private func messagesOfSource(_ files: [CountsFile]) -> [String: Int] {
        files.reduce(into: [:]) { $0.merge($1.view.messagesOfSource, uniquingKeysWith: +) }
    }

    /// An action is calibrated against the others, which takes messages of both.
    private func warningOfMissingActions(of calibrating: [LabeledMessage], counted: Set<Action>) -> [String] {
        let missing = counted.subtracting(calibrating.map(\.label.action)).compactMap { Label($0) }.sorted()
        guard !calibrating.isEmpty, !missing.isEmpty else { return [] }
        return [
            """
            --calibrate has no message of \(missing.map(\.description).joined(separator: ", ")), so their probabilities are not \
            calibrated; add some
            """
        ]
    }
}
