// Rows read on a thread of their own: who learns from some need not wait for the next.

import Corpus
import Foundation

/// Reads rows ahead of who asks for them. What is said of files is said on the way.
///
/// Unchecked `Sendable`: one thread reads, another one asks, and `condition` guards what both use.
final class ReadingAhead<Row>: @unchecked Sendable {
    /// So many rows are handed over at once, and so many times at most before they are asked for.
    private static var batchSize: Int { 1024 }
    private static var mostBatches: Int { 2 }

    private let condition = NSCondition()
    private var waiting: [[Row]] = []
    /// Asked for already. Who made them frees them, as the allocator locks what another thread
    /// frees.
    private var spent: [[Row]] = []
    private var end: Result<Void, any Error>?
    /// Of the thread that reads.
    private var reading: CorpusReading
    private let row: (inout CorpusReading) throws -> Row?

    /// - Parameter row: what is read next; `nil` at the end.
    init(_ reading: consuming CorpusReading, _ row: @escaping (inout CorpusReading) throws -> Row?) {
        self.reading = reading
        self.row = row
        let thread = Thread { self.read() }
        // As the main thread has.
        thread.stackSize = 8 << 20
        thread.start()
    }

    private func read() {
        var end: Result<Void, any Error>?, done: [[Row]] = []
        while end == nil {
            var batch: [Row] = []
            batch.reserveCapacity(Self.batchSize)
            do {
                while batch.count < Self.batchSize, end == nil {
                    if let next = try row(&reading) { batch.append(next) } else { end = .success(()) }
                }
            } catch {
                // Rows before it come first.
                end = .failure(error)
            }
            condition.lock()
            while waiting.count == Self.mostBatches { condition.wait() }
            if !batch.isEmpty { waiting.append(batch) }
            self.end = end
            swap(&spent, &done)
            condition.signal()
            condition.unlock()
            done.removeAll()
        }
    }

    /// Calls `body` with each row where it lies: rows that were copied would be counted by both
    /// threads.
    func forEach(_ body: (Row) throws -> Void) throws {
        while let batch = try next() {
            try batch.withUnsafeBufferPointer { rows in
                for place in rows.indices { try body(rows[place]) }
            }
            condition.withLock { spent.append(batch) }
        }
    }

    /// The next rows; `nil` at the end.
    private func next() throws -> [Row]? {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty, end == nil { condition.wait() }
        guard !waiting.isEmpty else {
            try end?.get()
            return nil
        }
        condition.signal()
        return waiting.removeFirst()
    }
}
