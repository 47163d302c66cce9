// Studio: labels that models doubt.

import CorpusStore
import Experiments
import SpamFilter
import SpamTraining

/// A text whose label models doubt.
struct DoubtRow: Sendable, Equatable, Codable {
    /// Its exact repeats with this label, the surest first.
    let messages: [Int64]
    let text: TextLine
    let given: String
    let suggested: String
    /// How probable the suggested action is, 0...1.
    let probability: Double
}

/// Labels in doubt.
public struct DoubtList: Sendable, Equatable, Codable {
    let labels: Int
    let judged: Int
    let inDoubt: Int
    /// The surest first, at most as many as a page shows.
    let rows: [DoubtRow]
}

/// Looks for labels that models doubt.
public struct DoubtSearch: Sendable {
    let store: CorpusStore
    let job: Job<DoubtList>

    /// Looks for labels in doubt; see `list`.
    ///
    /// - Throws: `StudioError.busy`.
    public func start(_ settings: TrainingSettings = TrainingSettings()) throws(StudioError) {
        try job.start { job in
            var settings = settings
            var labelled = 0
            try store.forEachMessage { if $0.labeled != nil { labelled += 1 } }
            // Twice, the second time without the messages doubted first.
            let fits = 2 * settings.folds(of: labelled)
            settings.trainer = StoppableTrainer(settings.trainer, job) { job.advance(min($0, fits), of: fits) }
            job.advance(0, of: fits)
            var review = LabelReview(settings)
            try store.forEachMessage { stored in
                if let message = stored.labeled { review.add(message, number: stored.number) }
            }
            try job.check()
            let judged = try review.judged()
            try job.check()
            return try list(of: judged)
        }
    }

    /// What the last search for labels in doubt has found, without what was settled since: rows of
    /// which no message has the label that was judged.
    public func list() throws -> DoubtList {
        let list = try job.last()
        let rows = try list.rows.compactMap { row in
            let open = try row.messages.filter { id in
                guard let stored = try store.message(id) else { return false }
                return stored.label?.description == row.given && stored.textMark == row.text.mark
            }
            return open.isEmpty
                ? nil
                : DoubtRow(
                    messages: open, text: row.text, given: row.given, suggested: row.suggested, probability: row.probability)
        }
        return DoubtList(labels: list.labels, judged: list.judged, inDoubt: list.inDoubt, rows: rows)
    }

    private func list(of judged: JudgedLabels) throws -> DoubtList {
        let rows = try judged.ofTexts.prefix(Studio.mostRows).compactMap { doubt, messages in
            try store.message(doubt.message).map { stored in
                DoubtRow(
                    messages: messages, text: TextLine(stored), given: doubt.given.description,
                    suggested: doubt.suggested.description, probability: doubt.probability)
            }
        }
        return DoubtList(labels: judged.labels, judged: judged.judged, inDoubt: judged.doubts.count, rows: rows)
    }
}
