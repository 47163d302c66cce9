// Store: everything that can be wrong with a store. StoreErrorText.swift has the words.

import Corpus
import GRDB

/// Why a store could not be opened or changed. Contains no text and no sender.
public enum StoreError: Error, Equatable, Sendable {
    /// There is no file.
    case missing(path: String)
    /// Another file, or a SQLite database of another application.
    case notAStore(path: String)
    /// A later release made the store.
    case newer(path: String)
    /// The file is no whole database; `details` are SQLite's words.
    case damaged(path: String, details: String)
    /// The disk is full.
    case noSpace(path: String)
    /// The file may not be written.
    case readOnly(path: String)
    /// A new store cannot be made there.
    case readOnlyFolder(path: String)
    /// Another process has been writing for so long.
    case busy(path: String, seconds: Int)
    /// A rollback journal lies beside the store. SQLite would play it back, and delete the file it
    /// names.
    case hasJournal(path: String)
    /// What lies beside the store in the place of its log, or of the log's index, is a link, a
    /// folder or the like, or has another name too: SQLite would write to another file.
    case foreignLog(path: String, ending: String)
    /// The store is in another mode than WAL: its changes would go to a rollback journal.
    case notInWAL(path: String)
    /// Another file took the store's place while it was open.
    case replaced(path: String)
    /// What SQLite refused for any other reason, in its words.
    case database(path: String, details: String)
    /// A file to be imported could not be read.
    case corpus(CorpusError)
    /// No row of a file could be taken, or it has none.
    case nothingTaken(file: String, ImportSummary)
    /// No split of this name; `known` are those that there are.
    case noSplit(path: String, name: String, known: [String])
    /// The split has fewer folds.
    case noPart(part: String, folds: Int)
    /// A split by time needs messages that have one.
    case noTimes(path: String)
    /// All messages have one time: none would be left to train on.
    case oneTime(path: String)
    /// A split from a time on needs messages before it and after; both in seconds since 1970.
    case splitOutsideTimes(path: String, from: Int, times: ClosedRange<Int>)
    /// The store has no messages.
    case noMessages(path: String)
    /// A split of this name is there; it is never made again.
    case splitExists(name: String)
    /// Some messages are not there; `ids` are those that no message has, as they were given.
    case noMessage(path: String, ids: [String])
    /// No import of this name or number; `known` are those that there are.
    case noImport(path: String, name: String, known: [String])
    /// Several imports have the name; give a number.
    case severalImports(path: String, name: String, numbers: [Int64])
    /// Nothing was imported.
    case noImports(path: String)
    /// A file was to be stored unmasked in a store with masked ones.
    case masked(path: String)
    /// A source has messages already: with a key that is not kept they would be added again under
    /// other surrogates.
    case needsMaskSeed(source: String)
    /// The store was masked with one seed, and this is another.
    case otherMaskSeed
    /// Messages of a source were masked with a key that was not kept, or not at all, and this file
    /// would add them again.
    case maskedOtherwise(source: String)
}

extension StoreError {
    /// - Parameter waited: the seconds that a writer waits for another.
    init(_ error: any Error, path: String, waited: Int) {
        switch error {
        case let error as StoreError: self = error
        case let error as CorpusError: self = .corpus(error)
        case let error as DatabaseError: self = Self.of(error, path: path, waited: waited)
        // Its own words have the values of the row.
        case is RowDecodingError: self = .damaged(path: path, details: "a value of another type")
        default: self = .database(path: path, details: "an error of type \(type(of: error))")
        }
    }

    /// Whether an error is the database's and not of whoever uses it.
    static func isOfSQLite(_ error: any Error) -> Bool { error is DatabaseError || error is RowDecodingError }

    private static func of(_ error: DatabaseError, path: String, waited: Int) -> StoreError {
        // SQLite's own message, never the statement's arguments.
        let details = error.message ?? "code \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL: return .noSpace(path: path)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE || error.findsNoRoomToShare:
            return .noSpace(path: path)
        case .SQLITE_READONLY: return .readOnly(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path: path, seconds: waited)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .damaged(path: path, details: details)
        default: return .database(path: path, details: details)
        }
    }
}

extension DatabaseError {
    /// The file that readers and writers of one database share could not be made or grown.
    var findsNoRoomToShare: Bool {
        [.SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP].contains(extendedResultCode)
    }
}
