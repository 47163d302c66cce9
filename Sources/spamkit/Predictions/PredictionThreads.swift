// Rows of a file to lines of verdicts, on all cores.

import Corpus
import Dispatch
import SpamFilter
import SpamFilterIO

/// What one thread classifies with.
final class PredictionThread {
    private var filter: MessageFilter
    /// Read in place.
    private let rules: RuleFile?

    init(_ classifier: consuming Classifier, _ rules: consuming OpenedRules) {
        filter = MessageFilter(classifier, rules: rules.matcher)
        self.rules = rules.file
    }

    func prediction(_ row: CorpusRow, at place: MessagePlace, _ classes: [Label]) -> Prediction {
        Prediction(row, at: place, by: &filter, classes)
    }
}

/// Classifies rows many at a time on several threads. The lines come in the order of the rows.
final class PredictionThreads {
    /// So many rows wait at most; as many more are read meanwhile.
    private static let mostRows = 2048

    private let workers: [PredictionThread]
    private let lines: PredictionLines
    private let classes: [Label]
    private var rows: [(row: CorpusRow, place: MessagePlace)] = []

    /// - Parameter thread: makes one of `threads`.
    init(
        _ lines: PredictionLines, _ classes: [Label], threads: Int,
        thread: () throws -> PredictionThread
    ) rethrows {
        (self.lines, self.classes) = (lines, classes)
        workers = try (0..<max(1, threads)).map { _ in try thread() }
    }

    /// Whether `waiting()` is due.
    var isFull: Bool { rows.count == PredictionThreads.mostRows }

    func add(_ row: CorpusRow, at place: MessagePlace) { rows.append((row, place)) }

    /// The lines of the rows that wait.
    func waiting() -> [[UInt8]] {
        defer { rows.removeAll(keepingCapacity: true) }
        let count = rows.count, threads = min(workers.count, count)
        guard count > 0 else { return [] }
        return [[UInt8]](unsafeUninitializedCapacity: threads) { results, written in
            // Each worker is used by one thread, and each place written by one, once.
            nonisolated(unsafe) let (places, me) = (results, self)
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                var bytes: [UInt8] = []
                for i in count * thread / threads..<count * (thread + 1) / threads {
                    let (row, place) = me.rows[i]
                    me.lines.write(me.workers[thread].prediction(row, at: place, me.classes), to: &bytes)
                }
                places.initializeElement(at: thread, to: bytes)
            }
            written = threads
        }
    }
}
