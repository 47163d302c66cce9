// Store: recognises a file by its bytes, under any name.

import Corpus
import Foundation
import GRDB

/// A 128-bit hash of a file's bytes, and their number. Of a short file the bytes can be found from
/// the hash by trying, so that a masked file is noted under a keyed hash of it.
struct FileDigest {
    let bytes: Data
    let length: Int
    /// As an unmasked import of the same file notes it.
    private(set) var plain: Data

    /// A random digest for input that cannot be read twice.
    private static var ofNothing: FileDigest { FileDigest(bytes: withUnsafeBytes(of: UUID().uuid) { Data($0) }, length: 0) }

    private init(bytes: Data, length: Int) {
        self.bytes = bytes
        self.length = length
        plain = bytes
    }

    /// Under the key of masking, if there is one.
    func masked(by masking: Masking?) -> FileDigest {
        guard let masking else { return self }
        var digest = FileDigest(bytes: masking.digest(of: bytes), length: length)
        digest.plain = plain
        return digest
    }

    /// Whether it can be read twice, unlike a pipe or standard input (`-`).
    static func isPlainFile(_ path: String) -> Bool {
        path != "-" && FileName.isOfPlainFile(path)
    }

    /// - Complexity: O(bytes); a gigabyte takes about a second.
    init(path: String) throws(StoreError) {
        if path == "-" {
            self = .ofNothing
            return
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw .corpus(.missingFile(file: path))
        }
        guard !isFolder.boolValue else { throw .corpus(.directory(file: path)) }
        guard FileDigest.isPlainFile(path) else {
            self = .ofNothing
            return
        }
        let files: PhoneFiles
        do { files = try PhoneFiles(path) } catch { throw .corpus(error) }
        var halves = (SipHash(key: (2, 0)), SipHash(key: (3, 0)))
        var length = 0
        do {
            // A database's newest messages are in its log.
            for part in [path, files.log].compactMap({ $0 }) {
                let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: part))
                while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty {
                    length += chunk.count
                    chunk.withUnsafeBytes {
                        halves.0.add($0)
                        halves.1.add($0)
                    }
                }
            }
        } catch {
            throw .corpus(.unreadable(file: path, reason: (error as NSError).localizedDescription))
        }
        var bytes = Data()
        for half in [halves.0.value, halves.1.value] { withUnsafeBytes(of: half.bigEndian) { bytes += $0 } }
        self.init(bytes: bytes, length: length)
    }
}

extension FileDigest {
    /// Takes the digest from earlier imports of the same bytes. Their messages and the rows that
    /// they left out stay.
    ///
    /// - Returns: the first of these imports.
    func makeRoom(_ db: Database) throws -> Int64? {
        var first: Int64?
        let files = try Row.fetchAll(
            db, sql: "SELECT id, coalesce(firstID, id) FROM file WHERE digest IN (?, ?) ORDER BY id", arguments: [bytes, plain])
        for file in files {
            let id: Int64 = try file.value(0)
            first = try first ?? file.value(1)
            try db.execute(sql: "UPDATE file SET digest = randomblob(16) WHERE id = ?", arguments: [id])
        }
        return first
    }
}
