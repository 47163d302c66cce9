// Store: the messages of a part of a split, or all of them, one at a time.

import GRDB

/// Messages in the order of their ids, as the store is when the first is read: whoever writes
/// meanwhile changes none. Memory: a page of messages; of a part 40 bytes a group.
///
/// One thread at a time reads.
public final class StoredMessages {
    private let database: StoreDatabase
    private let reader: any DatabaseReader
    private let texts: TextMeter
    private var rule: SplitRule?
    /// The next message is the last one.
    private var page: [StoredMessage] = []
    /// Where the next page begins; `nil` after the last.
    private var nextID: Int64? = 0

    /// - Parameters:
    ///   - store: whose messages are read.
    ///   - part: the part of a split; `nil` for all messages. By template groups, new messages are
    ///     grouped first.
    /// - Throws: `StoreError.noSplit` or `noPart` for a part that there is not, and other errors of
    ///   the store.
    public init(_ store: CorpusStore, part: SplitPart? = nil) throws(StoreError) {
        database = store.database
        do {
            rule = try part.map { try store.splits.rule(of: $0) }
            reader = try database.snapshot()
            texts = try reader.unsafeRead { try TextMeter($0) }
        } catch {
            throw database.problem(error)
        }
    }

    /// Ends the reading of a connection that is not the snapshot's own.
    deinit { (reader as? DatabaseQueue)?.inDatabase { try? $0.rollback() } }

    /// The next message; `nil` at the end. A million take about a second.
    public func next() throws(StoreError) -> StoredMessage? {
        while page.isEmpty, let start = nextID {
            do { try fetch(from: start) } catch { throw database.problem(error) }
        }
        return page.popLast()
    }

    private func fetch(from start: Int64) throws {
        let found = try reader.unsafeRead { try StoredMessage.page($0, from: start, texts) }
        nextID = nil
        guard let last = found.last?.number else { return }
        nextID = last == .max ? nil : last + 1
        page = found.filter { rule?.holds($0) ?? true }
        page.reverse()
    }
}
