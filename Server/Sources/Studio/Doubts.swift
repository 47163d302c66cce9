// Studio: labels that models doubt.

import CorpusStore
import Experiments
import SpamFilter
import SpamTraining

/// A text whose label models doubt.
struct DoubtRow: Sendable, Equatable, Codable {
    /// Its exact repeats with this label, the most probable one first.
    let messages: [Int64]
    let text: TextLine
    let given: String
    /// An action.
    let suggested: String
    /// How probable the suggested action is, 0...1.
    let probability: Double

    /// The action of the label that was given.
    var givenAction: String { String(given.prefix { $0 != "/" }) }
}

/// All doubts of which one action is suggested for another.
struct DoubtKind: Sendable, Equatable, Codable {
    struct Likely: Sendable, Equatable, Codable {
        /// In percent.
        let above: Int
        /// Labels of which the suggested one has this probability or more.
        let labels: Int
    }

    let given: String
    let suggested: String
    /// Without those that hold for no label.
    let likely: [Likely]

    /// What a person chooses among.
    static let shares = [99, 95, 90, 80, 50]
}

/// Doubtful labels.
public struct DoubtList: Sendable, Equatable, Codable {
    let judged: Int
    /// Those that are still doubtful.
    let doubtful: Int
    /// How many they are.
    let sentence: String
    /// How many could not be judged, and why; `nil` where all were.
    let notJudged: String?
    /// Those that pay most first.
    let kinds: [DoubtKind]
    /// The most probable first, at most as many as a page shows.
    let rows: [DoubtRow]

    init(_ found: FoundDoubts, _ open: [DoubtRow]) {
        (judged, notJudged) = (found.judged, found.notJudged)
        doubtful = open.reduce(0) { $0 + $1.messages.count }
        sentence = JudgedLabels.sentence(doubtful: doubtful, of: judged)
        kinds = DoubtKind.all(of: open)
        rows = Array(open.prefix(Studio.mostRows))
    }
}

extension DoubtKind {
    fileprivate static func all(of rows: [DoubtRow]) -> [DoubtKind] {
        func size(_ rows: [DoubtRow]) -> Int { rows.reduce(0) { $0 + $1.messages.count } }
        let kinds = Dictionary(grouping: rows) { row in
            DoubtPair(given: Label(row.givenAction) ?? .allow, suggested: Label(row.suggested) ?? .allow)
        }
        return DoubtPair.ordered(kinds.mapValues { $0.flatMap { Array(repeating: $0.probability, count: $0.messages.count) } })
            .compactMap { pair in
                let likely = shares.map { share in
                    Likely(above: share, labels: size(kinds[pair]!.filter { 100 * $0.probability >= Double(share) }))
                }.filter { $0.labels > 0 }
                return likely.isEmpty
                    ? nil : DoubtKind(given: pair.given.description, suggested: pair.suggested.description, likely: likely)
            }
    }
}

/// What the last judging has found.
struct FoundDoubts: Sendable {
    let judged: Int
    let notJudged: String?
    let rows: [DoubtRow]
}

/// Looks for labels that models doubt.
public struct DoubtSearch: Sendable {
    let store: CorpusStore
    let job: Job<FoundDoubts>

    /// Looks for doubtful labels; see `list`.
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
            return FoundDoubts(judged: judged.judged, notJudged: judged.notJudged, rows: try rows(of: judged))
        }
    }

    /// What the last search for doubtful labels has found, without what was settled since.
    public func list() throws -> DoubtList {
        let last = try job.last()
        return DoubtList(last, try open(last.rows))
    }

    /// The labels of one kind whose suggested one is likely, as the page saw them; empty where all
    /// were settled.
    ///
    /// - Parameters:
    ///   - given: the action of the labels.
    ///   - suggested: the action that the models give.
    ///   - share: the least probability, in percent.
    public func likely(_ given: String, _ suggested: String, above share: Int) throws -> [SeenRow] {
        try open(
            job.last().rows.filter {
                $0.givenAction == given && $0.suggested == suggested && 100 * $0.probability >= Double(share)
            }
        ).map { SeenRow($0.messages, from: $0.given, textMark: $0.text.mark) }
    }

    /// The rows whose messages still have the label and the text that were judged.
    private func open(_ rows: [DoubtRow]) throws -> [DoubtRow] {
        try rows.compactMap { row in
            let open = try row.messages.filter { id in
                guard let stored = try store.message(id) else { return false }
                return stored.label?.description == row.given && stored.textMark == row.text.mark
            }
            return open.isEmpty
                ? nil
                : DoubtRow(
                    messages: open, text: row.text, given: row.given, suggested: row.suggested, probability: row.probability)
        }
    }

    private func rows(of judged: JudgedLabels) throws -> [DoubtRow] {
        try judged.ofTexts.compactMap { doubt, messages in
            try store.message(doubt.message).map { stored in
                DoubtRow(
                    messages: messages, text: TextLine(stored), given: doubt.given.description,
                    suggested: doubt.suggested.description, probability: doubt.probability)
            }
        }
    }
}
