// Messages read on a thread of their own: who learns from some need not wait for the next.

import Corpus
import Foundation

/// Reads messages ahead of who asks for them. What is said of files is said on the way.
///
/// Unchecked `Sendable`: one thread reads, another one asks, and `condition` guards what both use.
final class MessagesAhead: @unchecked Sendable {
    /// So many messages are handed over at once, and so many times at most before they are asked
    /// for.
    private static let (batchSize, mostBatches) = (1024, 2)

    private let condition = NSCondition()
    private var waiting: [[LabeledMessage]] = []
    /// Asked for already. Who made them frees them, as the allocator locks what another thread
    /// frees.
    private var spent: [[LabeledMessage]] = []
    private var end: Result<Void, any Error>?
    /// Of the thread that reads.
    private var reading: CorpusReading
    /// Of who asks, and the place of the next one.
    private var batch: [LabeledMessage] = [], place = 0

    init(_ reading: consuming CorpusReading) {
        self.reading = reading
        let thread = Thread { self.read() }
        // As the main thread has.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func read() {
        let end = Result {
            var done: [[LabeledMessage]] = []
            while let batch = try nextBatch() {
                condition.lock()
                while waiting.count == MessagesAhead.mostBatches { condition.wait() }
                waiting.append(batch)
                swap(&spent, &done)
                condition.signal()
                condition.unlock()
                done.removeAll()
            }
        }
        condition.lock()
        self.end = end
        condition.signal()
        condition.unlock()
    }

    /// `nil` at the end.
    private func nextBatch() throws -> [LabeledMessage]? {
        var batch: [LabeledMessage] = []
        batch.reserveCapacity(MessagesAhead.batchSize)
        while batch.count < MessagesAhead.batchSize, let (message, _) = try reading.nextMessage() { batch.append(message) }
        return batch.isEmpty ? nil : batch
    }

    /// The next message; `nil` at the end.
    func next() throws -> LabeledMessage? {
        if place == batch.count {
            condition.lock()
            defer { condition.unlock() }
            while waiting.isEmpty, end == nil { condition.wait() }
            guard !waiting.isEmpty else {
                try end?.get()
                return nil
            }
            spent.append(batch)
            batch = waiting.removeFirst()
            place = 0
            condition.signal()
        }
        defer { place += 1 }
        return batch[place]
    }
}
