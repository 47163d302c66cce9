// Store: everything that can be wrong with a store, as people read it.

import Corpus
import GRDB

/// Why a store could not be opened or changed. Never holds a message's text or sender.
public enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    case missing(path: String)
    /// A SQLite file of something else.
    case notAStore(path: String)
    case newer(path: String)
    /// `details` are SQLite's words.
    case damaged(path: String, details: String)
    case noSpace(path: String)
    case readOnly(path: String)
    case busy(path: String, seconds: Int)
    case database(path: String, details: String)
    case corpus(CorpusError)
    /// Of a file no row could be taken, or it has none.
    case nothingTaken(file: String, ImportSummary)
    /// Neither the messages of a phone nor anything else that is known.
    case unknownDatabase(path: String)
    case badXML(path: String, line: Int)
    case noSplit(path: String, name: String, known: [String])
    case noPart(part: String, folds: Int)
    case noTimes(path: String)
    case noMessages(path: String)
    case splitExists(name: String)
    /// A file was to be stored in clear beside masked ones.
    case masked(path: String)
    /// A source has messages already, and a key that was forgotten would give them again under other surrogates.
    case needsMaskSeed(source: String)
    /// The store was masked with one seed, and this is another.
    case otherMaskSeed
    /// Messages of a source were masked with a key that was forgotten, or not at all, and this file would give them again.
    case maskedOtherwise(source: String)

    public var description: String {
        switch self {
        case .missing(let path):
            "\(path): expected a store, found nothing by this name; make one with: spamkit import FILE --into \(path)"
        case .notAStore(let path):
            "\(path): expected a store that spamkit import has made, found another SQLite database; give another path"
        case .newer(let path):
            "\(path): expected a store of this version or an older one, found a newer one; update spamkit"
        case .damaged(let path, let details):
            "\(path): expected a whole database, found \(details); restore it from a copy, or import its files again"
        case .noSpace(let path):
            "\(path): expected room to write, found a full disk; nothing of this file was kept: free some space and import it again"
        case .readOnly(let path):
            "\(path): expected to write, found that the file or its folder can be read only; copy the store to a place of your own"
        case .busy(let path, let seconds):
            "\(path): expected to write, found another process writing for \(seconds) s; wait for it and try again"
        case .database(let path, let details):
            "\(path): expected SQLite to work, found \(details); check the path and its permissions"
        case .corpus(let error): error.description
        case .nothingTaken(let file, let summary) where summary.rows == 0:
            "\(file): expected messages, found no row; give a file with rows"
        case .nothingTaken(let file, let summary):
            """
            \(file): expected rows that can be taken, found none among \(summary.rows) (\(summary.reading)); nothing is imported. \
            \(summary.frequentReasons.prefix(1).map { "Of \($0.rows) rows: \($0.reason)" }.joined())
            """
        case .unknownDatabase(let path):
            "\(path): expected the sms.db of an iPhone, found a database without its tables; export the messages as CSV"
        case .badXML(let path, let line):
            "\(path):\(line): expected well-formed XML, found something else; export the file again"
        case .noSplit(let path, let name, let known):
            """
            \(path): expected a split named \(name), found \(known.isEmpty ? "none" : known.joined(separator: ", ")); make it with: \
            spamkit split \(path) --name \(name)
            """
        case .noPart(let part, let folds):
            "expected a part train, test\(folds > 0 ? ", fold1 to fold\(folds) or train-fold1 to train-fold\(folds)" : ""), found \(part)"
        case .noTimes(let path):
            "\(path): expected messages with the time they were received, found none; split by template, source or at random"
        case .noMessages(let path): "\(path): expected messages, found an empty store; import files first"
        case .masked(let path):
            "\(path): expected masked messages only, as files in it are masked, found an import in clear; import with --mask, or into another store"
        case .needsMaskSeed(let source):
            """
            expected a seed for masking, as the store has messages of the source \(source) already, found none: messages that are there would \
            be added again under other surrogates; give the --mask-seed they were masked with, or another --source
            """
        case .otherMaskSeed:
            """
            expected the seed that the store was masked with, found another --mask-seed: messages that are there would be added again under \
            other surrogates; give the first seed, or import into another store
            """
        case .maskedOtherwise(let source):
            """
            expected messages of the source \(source) that were masked with this seed, found some in clear or of a key that was forgotten: \
            they would be added again; mask what is in clear first (spamkit corpus mask, with the seed), or give another --source
            """
        case .splitExists(let name):
            "expected a new name for the split, found that \(name) exists; choose another --name: models may have been trained on it"
        }
    }

    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError: self = error
        case let error as CorpusError: self = .corpus(error)
        case let error as DatabaseError: self = Self.of(error, path: path)
        default: self = .database(path: path, details: "an error of type \(type(of: error))")
        }
    }

    private static func of(_ error: DatabaseError, path: String) -> StoreError {
        // SQLite's own message, never the statement's arguments.
        let details = error.message ?? "code \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_FULL: return .noSpace(path: path)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE: return .noSpace(path: path)
        case .SQLITE_READONLY: return .readOnly(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(path: path, seconds: CorpusStore.patienceSeconds)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .damaged(path: path, details: details)
        default: return .database(path: path, details: details)
        }
    }
}
