// spamkit corpus suspects: labels that are likely wrong.

import ArgumentParser
import Corpus
import CorpusStore
import SpamFilter
import SpamFilterIO
import SpamTraining
import Statistics

struct Suspects: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspects", abstract: "Rank messages whose label is likely wrong.",
        discussion: """
            Each label is judged by models that have not seen the message or its group (confident learning), and by the labels of \
            other messages of its template. Exact repeats are one line with their number, as ×9; --json has each. --show-text also prints the \
            text, and the parts of it that speak most for the other label.

            Example: spamkit corpus suspects mine.sqlite --top 50 --show-text
            """)

    @OptionGroup var arguments: StoreArguments

    @Option(help: "How many to show: texts, or messages with --json.")
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
        var ids: [Int64] = [], texts: [UInt64] = []
        let (judged, suspects) = try waiting("judging each label by models that have not seen it") {
            var run = TrainingRun(settings)
            try store.forEachMessage { stored in
                guard let message = stored.labeled else { return }
                run.add(message)
                ids.append(stored.id)
                texts.append(stableHash(stored.message.body.utf8))
            }
            let judged = try run.outOfFoldProbabilities()
            return (judged, judged.suspects())
        }
        if output.json {
            let shown = try suspects.prefix(top).map {
                Record.Suspect(
                    message: try text.record(ids[$0.row], in: store), given: "\($0.given)", suggested: "\($0.suggested)",
                    probability: $0.probability)
            }
            return try result(json(Record(labels: judged.rows.count, inDoubt: suspects.count, suspects: shown)))
        }
        try result("\(grouped(suspects.count)) of \(grouped(judged.rows.count)) labels are in doubt")
        if judged.rows.count < ids.count {
            warn(
                "\(grouped(ids.count - judged.rows.count)) labels are not judged: without their groups, an action would have no messages left to learn from"
            )
        }
        let explainer = try text.showText ? Explainer(store) : nil
        // Exact repeats in one doubt are one line, by the surest.
        func doubt(_ suspect: LabelSuspect) -> [UInt64] {
            [texts[suspect.row]] + [suspect.given, suspect.suggested].map { stableHash($0.description.utf8) }
        }
        let repeats = Dictionary(grouping: suspects, by: doubt).mapValues(\.count)
        var met: Set<[UInt64]> = []
        for suspect in suspects.filter({ met.insert(doubt($0)).inserted }).prefix(top) {
            let id = ids[suspect.row], times = repeats[doubt(suspect)]!
            let share = (suspect.probability * 1000).rounded() / 10
            try result(
                text.line(
                    id, "\(suspect.given), likely \(suspect.suggested) (\(share) %)\(times > 1 ? " ×\(grouped(times))" : "")",
                    in: store))
            if let stored = try store.message(id), let clues = explainer?.clues(stored.message, for: suspect.suggested) {
                try result("      " + clues)
            }
        }
        // What a model suggests may be what poisoned labels have taught it.
        if top > 0, let first = suspects.first {
            note("to correct one that you have read: spamkit corpus relabel \(arguments.store.quoted) \(ids[first.row]) LABEL")
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

/// Explains a label by a model of all messages.
private final class Explainer {
    private let file: ModelFile
    private var classifier: Classifier

    init?(_ store: CorpusStore) throws {
        guard let file = try TemporaryModel.trained(on: store) else { return nil }
        classifier = Classifier(file.view)
        self.file = file
    }

    /// The five heaviest clues for a label. If the model has memorized the given label, the clues
    /// against that.
    func clues(_ message: Message, for label: Label) -> String {
        let explanation = classifier.explain(message)
        let sign: Double = explanation.favored.action == label.action ? 1 : -1
        let merged = MergedClue.merge(explanation.clues, in: message.body).filter { $0.contribution * sign > 0 }
        return merged.prefix(5).map(\.shown).joined(separator: " | ")
    }
}
