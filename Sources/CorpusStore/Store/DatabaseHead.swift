// Store: the first bytes of a SQLite database, read and written without SQLite.

import Corpus
import Foundation

/// The head of a database: https://www.sqlite.org/fileformat2.html#the_database_header
struct DatabaseHead {
    /// `PRAGMA application_id`.
    let applicationID: Int32
    /// Whether changes go to a log, and never to a rollback journal.
    let isInWAL: Bool

    /// `nil` for what is no plain file, or no database.
    init?(path: String) {
        // A pipe is not even opened: its writer would end when it is closed.
        guard path != "-", FileName.isOfPlainFile(path) else { return nil }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        var head = [UInt8](repeating: 0, count: DatabaseHead.length)
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, read(file, &head, head.count) == head.count,
            head.starts(with: FileSignature.sqlite.bytes)
        else { return nil }
        applicationID = head[68..<72].reduce(0) { $0 << 8 | Int32($1) }
        isInWAL = head[18] == DatabaseHead.wal && head[19] == DatabaseHead.wal
    }

    private static let length = 100, wal: UInt8 = 2

    /// A store without tables, as SQLite would write it: one page, of which the list of tables is
    /// empty.
    static let emptyStore: [UInt8] = {
        let pageBytes = 4096, emptyTable: UInt8 = 13
        var page = [UInt8](repeating: 0, count: pageBytes)
        func put(_ bytes: [UInt8], at offset: Int) { page.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
        func bigEndian(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        put(FileSignature.sqlite.bytes, at: 0)
        put([UInt8(pageBytes >> 8), 0, wal, wal], at: 16)
        // Shares of a page that SQLite prescribes.
        put([64, 32, 32], at: 21)
        // Changes, pages, and the change at which the pages were counted.
        put(bigEndian(1) + bigEndian(1), at: 24)
        put(bigEndian(Schema.applicationID), at: 68)
        put(bigEndian(1), at: 92)
        put([emptyTable], at: length)
        // The list of tables begins at the page's end.
        put([UInt8(pageBytes >> 8), 0], at: length + 5)
        return page
    }()
}
