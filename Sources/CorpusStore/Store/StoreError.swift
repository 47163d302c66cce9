// Store: everything that can be wrong with a store. Names no options of a tool: the tool adds them.

import Corpus
import GRDB

/// Why a store could not be opened or changed. Contains no text and no sender.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
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

    public var description: String {
        switch self {
        case .missing(let path):
            "\(path): expected a store, found nothing by this name; check the path, or import files into a new store"
        case .notAStore(let path):
            "\(path): expected a store that an import has made, found another file; give another path"
        case .newer(let path):
            "\(path): expected a store of this version or an older one, found a newer one; update spamkit"
        case .damaged(let path, let details):
            "\(path): expected a whole database, found \(details); restore it from a copy, or import its files again"
        case .noSpace(let path):
            "\(path): expected room to write, found a full disk; nothing was changed: free some space and try again"
        case .readOnly(let path):
            "\(path): expected to write, found a file or folder that is read only; copy the store to a place of your own"
        case .readOnlyFolder(let path):
            "\(path): expected to make a store, found a folder that is read only; give a path in a folder of your own"
        case .busy(let path, let seconds):
            "\(path): expected to write, found another process writing for \(seconds) s; wait for it and try again"
        case .hasJournal(let path):
            """
            \(path): expected no rollback journal beside a store, found \(path)-journal, which no store makes; move it away, \
            and restore the store from a copy if it is damaged then
            """
        case .notInWAL(let path):
            """
            \(path): expected a store in WAL mode, as an import makes it, found another mode; if you trust the file, run \
            PRAGMA journal_mode = WAL on it with sqlite3
            """
        case .replaced(let path):
            "\(path): expected the store that was opened, found another file by this name; nothing was added to it: try again"
        case .database(let path, let details):
            "\(path): expected SQLite to work, found \(details); check the path and its permissions"
        case .corpus(let error): error.description
        case .nothingTaken(let file, let summary) where summary.rows == 0:
            "\(file): expected messages, found no row; give a file with rows"
        case .nothingTaken(let file, let summary):
            """
            \(file): expected rows that can be taken, found none among \(summary.rows) (\(summary.reading)); nothing is imported. \
            \(summary.frequentReasons.prefix(1).map { "Of \($0.rows) rows: \($0.reason)" }.joined())\
            \(summary.columns.isEmpty || !summary.unknownLabels.words.isEmpty ? "" : "; columns there: \(summary.columns)")
            """
        case .noSplit(let path, let name, let known):
            """
            \(path): expected a split named \(name), found \(known.isEmpty ? "none" : known.joined(separator: ", ")); split the store \
            under this name first
            """
        case .noPart(let part, let folds):
            """
            expected a part train, test\(folds > 0 ? ", fold1 to fold\(folds) or train-fold1 to train-fold\(folds)" : ""), found \
            \(part); give one of these
            """
        case .noTimes(let path):
            "\(path): expected messages with the time they were received, found none; split by template, source or at random"
        case .noMessages(let path): "\(path): expected messages, found an empty store; import files first"
        case .noMessage(let path, let ids):
            """
            \(path): expected ids of messages in the store, found \(ids.count) that no message has: \
            \(ids.prefix(5).joined(separator: ", "))\(ids.count > 5 ? ", …" : ""); nothing was changed: give ids of the store only
            """
        case .noImport(let path, let name, let known):
            """
            \(path): expected the name or number of an import, found \(name); give one of \
            \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")
            """
        case .severalImports(let path, let name, let numbers):
            """
            \(path): expected one import, found \(numbers.count) named \(name), the numbers \
            \(numbers.prefix(8).map(String.init).joined(separator: ", "))\(numbers.count > 8 ? ", …" : ""); nothing was changed: \
            give the number of the one you mean
            """
        case .noImports(let path): "\(path): expected an import to take back, found none; import files first"
        case .splitExists(let name):
            "expected a new name for the split, found that \(name) exists; choose another: models may have been trained on it"
        case .masked, .needsMaskSeed, .otherMaskSeed, .maskedOtherwise: maskingDescription
        }
    }

    private var maskingDescription: String {
        switch self {
        case .masked(let path):
            """
            \(path): expected masked messages only, as in its other files, found a file that is not masked; mask the file too, or \
            import it into another store
            """
        case .needsMaskSeed(let source):
            """
            expected a seed for masking, because the store has messages of the source \(source), found none: these messages would be \
            added again under other surrogates; give the seed they were masked with; if none was given, it is forgotten: start a new store with one, or import only new \
            messages, as another source
            """
        case .otherMaskSeed:
            """
            expected the seed that the store was masked with, found another: messages in the store would be added again under other \
            surrogates; give the first seed, or import into another store
            """
        case .maskedOtherwise(let source):
            """
            expected messages of the source \(source) masked with this seed, found some that are not masked, or whose key was not kept: \
            they would be added again; mask the store with this seed first, or give another source
            """
        default: ""
        }
    }

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
