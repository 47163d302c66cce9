// spamkit corpus suspects: labels that are likely wrong.

import ArgumentParser
import Corpus
import CorpusStore
import Experiments
import SpamEvaluation
import SpamFilter
import SpamTraining
import Statistics

struct Suspects: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspects", abstract: "Rank messages whose label is likely wrong.",
        discussion: """
            Each label is judged by models that have not seen the message or its near duplicates (confident learning). The labels \
            of those near duplicates count too. The share is the probability of the other label; the least \
            likely labels come first. Exact repeats are one line with their number, such as ×9; --json has each. --show-text also \
            prints the text, and the parts of it that speak most for the other label.

            Example: spamkit corpus suspects mine.sqlite --top 50 --show-text
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many to show: texts, or messages in JSON.")
    var top = 20

    @Option(help: "The seed of the division into folds.")
    var seed: UInt64 = 1

    @OptionGroup var text: TextArguments

    @OptionGroup var output: ReportArguments

    func validate() throws { try expectCount(top, of: "--top") }

    func run() throws {
        let store = try arguments.openToRead()
        var settings = TrainingSettings()
        settings.seed = seed
        let judged = try waiting("judging each label by models that have not seen it") {
            var review = LabelReview(settings)
            try store.forEachMessage { stored in
                if let message = stored.labeled { review.add(message, number: stored.number) }
            }
            return try review.judged()
        }
        let suspects = judged.doubts
        try output.writeJSON(
            Record(
                labels: judged.judged, inDoubt: suspects.count,
                suspects: suspects.prefix(top).map {
                    Record.Suspect(
                        message: try text.record($0.message, in: store), given: "\($0.given)", suggested: "\($0.suggested)",
                        probability: $0.probability)
                }), isPrivate: text.showText)
        guard !output.isJSONAlone else { return }
        try result("\(grouped(suspects.count)) of \(grouped(judged.judged)) labels are in doubt")
        if judged.judged < judged.labels {
            warn(
                "\(grouped(judged.labels - judged.judged)) labels could not be judged: their action has too few different messages; add some"
            )
        }
        let explainer = try text.showText ? TemporaryModel.trained(on: store) : nil
        for (suspect, messages) in judged.ofTexts.prefix(top) {
            let share = (suspect.probability * 1000).rounded() / 10, times = messages.count
            try result(
                text.line(
                    suspect.message,
                    "\(suspect.given), likely \(suspect.suggested) (\(share) %)\(times > 1 ? " ×\(grouped(times))" : "")",
                    in: store))
            if let explainer, let stored = try store.message(suspect.message) {
                let clues = MergedClue.heaviest(
                    explainer.explanation(stored.message), for: suspect.suggested, in: stored.message.body, most: 5)
                try result("      " + clues.map(\.shown).joined(separator: " | "))
            }
        }
        // What a model suggests may be what poisoned labels have taught it.
        if top > 0, let first = suspects.first {
            note(
                "read a message before you correct its label: spamkit corpus relabel \(arguments.store.quoted) \(first.message) LABEL"
            )
        }
    }

    private struct Record: Encodable {
        struct Suspect: Encodable {
            let message: MessageRecord
            let given: String
            let suggested: String
            let probability: Double
        }

        let labels: Int
        let inDoubt: Int
        let suspects: [Suspect]
    }
}
