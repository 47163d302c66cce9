// Store: a store as a file, looked at before SQLite opens it: SQLite obeys what lies beside a file.

import Foundation

/// A store's file, where it was when it was opened.
///
/// SQLite plays back a rollback journal that lies beside a file, and deletes any other file that
/// the journal names. So a store never has one. Its first page is written here, and says that
/// changes go to a log (WAL), which names no file. SQLite makes no journal for such a file, so that
/// no crash leaves one. What has a journal, or could get one, is refused before SQLite sees it.
struct StoreFile {
    /// Absolute and without links: of a name such as `file:a` or `:memory:` SQLite makes something
    /// else, and it looks for the log beside the file and not beside a link.
    let path: String
    private let asked: String
    private let identity: FileIdentity?
    /// Whether it was made here.
    let isNew: Bool

    /// - Parameter creates: whether a file that is missing or empty becomes an empty store.
    init(_ path: String, creates: Bool) throws(StoreError) {
        isNew = creates ? try StoreFile.create(path) : false
        guard let resolved = StoreFile.resolved(path) else { throw .missing(path: path) }
        guard let head = DatabaseHead(path: resolved), head.applicationID == Schema.applicationID else {
            throw .notAStore(path: path)
        }
        for ending in ["-wal", "-shm"] where FileKind(of: resolved + ending) == .other {
            throw .foreignLog(path: path, ending: ending)
        }
        guard FileKind(of: resolved + "-journal") == .none else { throw .hasJournal(path: path) }
        guard head.isInWAL else { throw .notInWAL(path: path) }
        self.path = resolved
        asked = path
        identity = FileIdentity(of: path)
    }

    /// Whether another file has its name now.
    var isReplaced: Bool { FileIdentity(of: asked) != identity }

    /// Whether it is as it was made, and has no log.
    var isUntouched: Bool { FileSize.of(path) == DatabaseHead.emptyStore.count && FileSize.of(path + "-wal") == 0 }

    /// Removes it, with what SQLite keeps beside it.
    func remove() { for ending in ["-wal", "-shm", ""] { unlink(path + ending) } }

    /// The path that a path leads to; `nil` where nothing is.
    static func resolved(_ path: String) -> String? {
        guard !path.isEmpty, let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// A page is written in no time: who holds the lock for longer is no import.
    private static let lockSeconds = 10

    /// A new file is for its owner alone: its messages are private. SQLite gives its other files
    /// the same permissions.
    ///
    /// - Returns: whether there was none.
    private static func create(_ path: String) throws(StoreError) -> Bool {
        let wasThere = FileKind(of: path) != .none
        // Without O_NONBLOCK, opening a pipe waits for a reader.
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else {
            let problem = problem(path)
            // A folder is no store, and whether others may be written is found when they are.
            if FileKind(of: path) != .none { return false }
            throw problem
        }
        defer { close(file) }
        func isEmpty() -> Bool {
            var status = stat()
            return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
        }
        // Where two make one store, the second must not write over what the first has added.
        let began = ContinuousClock.now
        while isEmpty(), flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now - began < .seconds(lockSeconds) else {
                throw .busy(path: path, seconds: lockSeconds)
            }
            usleep(20_000)
        }
        guard isEmpty() else { return false }
        let page = DatabaseHead.emptyStore
        guard pwrite(file, page, page.count, 0) == page.count, fsync(file) == 0 else {
            let problem = problem(path)
            ftruncate(file, 0)
            if !wasThere { unlink(path) }
            throw problem
        }
        return true
    }

    private static func problem(_ path: String) -> StoreError {
        switch errno {
        case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
        case EACCES, EPERM, EROFS: FileKind(of: path) == .none ? .readOnlyFolder(path: path) : .readOnly(path: path)
        case let code: .database(path: path, details: String(cString: strerror(code)))
        }
    }
}

/// What is at a path, links not followed.
enum FileKind {
    /// `plain` is a file of one name: what is written to it changes no other.
    case none, plain, other

    init(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            self = .none
            return
        }
        self = status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 ? .plain : .other
    }
}

enum FileSize {
    /// In bytes, links followed; 0 for what is not there.
    static func of(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// Tells a file from another of the same name, links followed.
private struct FileIdentity: Equatable, Sendable {
    let device, number: UInt64

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
