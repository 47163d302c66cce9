// Messages read on a thread of their own: who learns from some need not wait for the next.

import Corpus
import Foundation

/// Reads messages ahead of who asks for them. What is said of files is said on the way.
///
/// Unchecked `Sendable`: one thread reads, another one asks, and `condition` guards what both use.
final class MessagesAhead: @unchecked Sendable {
    /// So many messages are handed over at once, and so many times at most before they are asked
    /// for.
    private static let (batchSize, mostBatches) = (256, 8)

    private let condition = NSCondition()
    private var waiting: [[LabeledMessage]] = []
    private var end: Result<Void, any Error>?
    /// Of the thread that reads.
    private var reading: CorpusReading
    /// Of who asks, the next one last.
    private var batch: [LabeledMessage] = []

    init(_ reading: consuming CorpusReading) {
        self.reading = reading
        let thread = Thread { self.read() }
        // As the main thread has.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func read() {
        let end = Result {
            while let batch = try nextBatch() {
                condition.lock()
                while waiting.count == MessagesAhead.mostBatches { condition.wait() }
                waiting.append(batch)
                condition.signal()
                condition.unlock()
            }
        }
        condition.lock()
        self.end = end
        condition.signal()
        condition.unlock()
    }

    /// The last one first; `nil` at the end.
    private func nextBatch() throws -> [LabeledMessage]? {
        var batch: [LabeledMessage] = []
        batch.reserveCapacity(MessagesAhead.batchSize)
        while batch.count < MessagesAhead.batchSize, let (message, _) = try reading.nextMessage() { batch.append(message) }
        batch.reverse()
        return batch.isEmpty ? nil : batch
    }

    /// The next message; `nil` at the end.
    func next() throws -> LabeledMessage? {
        if batch.isEmpty {
            condition.lock()
            defer { condition.unlock() }
            while waiting.isEmpty, end == nil { condition.wait() }
            guard !waiting.isEmpty else {
                try end?.get()
                return nil
            }
            batch = waiting.removeFirst()
            condition.signal()
        }
        return batch.popLast()
    }
}
