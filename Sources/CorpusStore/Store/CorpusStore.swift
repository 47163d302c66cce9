// Store: one SQLite file of messages, opened, read and counted. Each subject beyond that is a value
// over the same database, declared in its room: imports, groups, splits, labels, curation.

import Corpus
import SpamFilter

/// Messages with their labels, sources, template groups and splits, in one file.
///
/// ```swift
/// let store = try CorpusStore(path: "corpus.sqlite", creates: true)
/// let summary = try store.imports.add(file: "messages.csv", ImportOptions())
/// try store.forEachMessage { message in … }
/// ```
///
/// Each change is one transaction: after a crash or on a full disk it is there completely or not at
/// all. Writers wait for each other, readers for none (WAL).
public struct CorpusStore: Sendable {
    let database: StoreDatabase
    /// The path as it was given.
    public var path: String { database.path }

    /// Opens a store, and brings an older one up to date.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - creates: whether a missing store is made.
    ///   - readsOnly: changes no message and no label, and needs no permission to write. Where it
    ///     may, it still brings up to date what reading needs: the index of `search`, template
    ///     groups for a part. A store of an older release is always brought up to date.
    ///   - wait: for another process that writes.
    /// - Throws: `StoreError`, such as `missing`, `notAStore`, `newer`, `damaged` or `busy`.
    public init(
        path: String, creates: Bool = false, readsOnly: Bool = false, wait: WriterWait = WriterWait()
    ) throws(StoreError) {
        let file = try StoreFile(path, creates: creates)
        database = try StoreDatabase(path: path, file, creates: creates, readsOnly: readsOnly, wait)
    }

    /// Whether a file says that it is a store. SQLite does not open it: it would obey what lies
    /// beside the file.
    public static func isStore(_ path: String) -> Bool { DatabaseHead(path: path)?.applicationID == Schema.applicationID }

    /// One message; `nil` without one of this number.
    public func message(_ number: Int64) throws(StoreError) -> StoredMessage? { try database.message(number) }

    /// Hands over each message, in the order of their numbers.
    ///
    /// - Throws: errors of the store, and what `body` throws.
    /// - Complexity: O(messages); a million in about a second.
    public func forEachMessage(_ body: (StoredMessage) throws -> Void) throws { try database.forEachMessage(body) }

    /// The numbers of the messages that are meant, each once, in ascending order.
    ///
    /// - Throws: `StoreError.noMessage`, `noImport` or `severalImports` where something that was
    ///   named is not there, or there more than once.
    public func numbers(of choice: MessageChoice) throws(StoreError) -> [Int64] {
        try database.read { try choice.numbers($0, path: database.path) }
    }

    /// Counts everything and has SQLite check every page.
    ///
    /// - Complexity: O(bytes of the store).
    public func statistics() throws(StoreError) -> StoreStatistics { try database.read { try StoreStatistics($0) } }

    /// Keeps a record of a training.
    ///
    /// - Parameters:
    ///   - corpus: what the model was trained on.
    ///   - settings: everything needed to train the model again, as JSON.
    ///   - metrics: the figures that training reported, as JSON.
    public func record(settings: String, metrics: String, of corpus: CorpusDigest) throws(StoreError) {
        try database.write { try ModelRun.add($0, settings: settings, metrics: metrics, corpus) }
    }

    /// Removes a store that was made here and that no file was imported into: a failed import
    /// leaves nothing behind.
    package func removeIfUnused() { database.removeIfUnused() }
}
