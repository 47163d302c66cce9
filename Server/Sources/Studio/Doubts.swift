// Studio: labels that may be wrong: those that models doubt, and texts with several labels.

import CorpusStore
import Experiments
import SpamFilter
import SpamTraining

/// A text whose label models doubt.
public struct DoubtRow: Sendable, Equatable, Codable {
    /// Its exact repeats with this label, the surest first.
    public let messages: [Int64]
    public let text: TextLine
    public let given: String
    public let suggested: String
    /// Of the suggested action, 0...1.
    public let probability: Double
}

/// Labels in doubt.
public struct DoubtList: Sendable, Equatable, Codable {
    public let labels: Int
    public let judged: Int
    public let inDoubt: Int
    /// The surest first, at most as many as a page shows.
    public let rows: [DoubtRow]
}

/// A text with several labels.
public struct ConflictRow: Sendable, Equatable, Codable {
    public struct Side: Sendable, Equatable, Codable {
        public let label: String
        public let messages: [Int64]
        /// The sources that they come from.
        public let sources: [String]
    }

    public let text: TextLine
    public let sides: [Side]
}

public struct ConflictList: Sendable, Equatable, Codable {
    public let texts: Int
    public let rows: [ConflictRow]
}

extension Studio {
    /// Looks for labels in doubt; see `doubts`.
    ///
    /// - Throws: `StudioError.busy`.
    public func startDoubts(_ settings: TrainingSettings = TrainingSettings()) throws(StudioError) {
        try jobs.start(.doubts) { [self] job in
            var settings = settings
            // Twice, the second time without the messages doubted first.
            let fits = 2 * settings.folds
            settings.trainer = StoppableTrainer(settings.trainer, job) { job.advance(min($0, fits), of: fits) }
            job.advance(0, of: fits)
            var review = LabelReview(settings)
            try store.forEachMessage { stored in
                if let message = stored.labeled { review.add(message, number: stored.number) }
            }
            try job.check()
            let judged = try review.judged()
            try job.check()
            let list = try doubtList(judged)
            results.withLock { $0.doubts = list }
        }
    }

    /// What the last search for labels in doubt has found, without what was settled since: rows of
    /// which no message has the label that was judged.
    public func doubts() throws -> DoubtList {
        guard let list = results.withLock({ $0.doubts }) else { throw StudioError.nothingFound(.doubts) }
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

    private func doubtList(_ judged: JudgedLabels) throws -> DoubtList {
        let rows = try judged.ofTexts.prefix(Studio.mostRows).compactMap { doubt, messages in
            try store.message(doubt.message).map { stored in
                DoubtRow(
                    messages: messages, text: TextLine(stored), given: doubt.given.description,
                    suggested: doubt.suggested.description, probability: doubt.probability)
            }
        }
        return DoubtList(labels: judged.labels, judged: judged.judged, inDoubt: judged.doubts.count, rows: rows)
    }

    /// Texts that have more than one label.
    ///
    /// - Complexity: reads all messages twice.
    public func conflicts() throws -> ConflictList {
        let found = try store.conflicts()
        let rows = try found.prefix(Studio.mostRows).compactMap { conflict in
            try store.message(conflict.messages[0].id).map { ConflictRow(TextLine($0), conflict) }
        }
        return ConflictList(texts: found.count, rows: rows)
    }
}

extension ConflictRow {
    fileprivate init(_ text: TextLine, _ conflict: LabelConflict) {
        let sides = Dictionary(grouping: conflict.messages, by: \.label).sorted {
            ($0.value[0].id, $0.key) < ($1.value[0].id, $1.key)
        }
        self.init(
            text: text,
            sides: sides.map { label, messages in
                Side(
                    label: label.description, messages: messages.map(\.id), sources: Array(Set(messages.map(\.source))).sorted())
            })
    }
}
