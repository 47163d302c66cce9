// Store: a file into the store, whole or not at all.

import Corpus
import GRDB

extension CorpusStore {
    /// Imports a file in one transaction.
    ///
    /// A message is known if an earlier file of the same source has its text, sender and time, as
    /// many times as that file has it. Known messages are not added again, so a backup that has
    /// grown adds only its new ones. The file's label for a known message counts from now on,
    /// unless a file has given it before: a person's correction survives when the file is imported
    /// again.
    ///
    /// To read again is to bring up to date. A row is then known too by its place in the same bytes
    /// of the same source, or by its own id, if only one message of the source has it; what the row
    /// has counts, and what it lacks stays. A label that a person gave stays.
    ///
    /// A store with masked messages takes no unmasked file, and none masked with another seed. A
    /// source that has messages takes no message that a new key would change. A file without a
    /// valid row is an error, and leaves nothing behind.
    ///
    /// - Parameter path: the file.
    /// - Parameter options: how it is read, and what is known of it.
    /// - Parameter progress: called after each row with the bytes read and the file's size, `nil`
    ///   where that is not known.
    /// - Throws: `corpus` for what is wrong with the file, `nothingTaken`, the errors of masking,
    ///   and those of every write.
    /// - Complexity: O(rows log messages) time. Memory of a row, or of the first 100,000 rows (32
    ///   MiB of text) while none has told whether 3/5/2025 begins with the day. To read again takes
    ///   100 bytes a message more.
    @discardableResult
    public func add(
        file path: String, _ options: ImportOptions = ImportOptions(), progress: (Int, Int?) -> Void = { _, _ in }
    ) throws(StoreError) -> ImportSummary {
        let digest = try FileDigest(path: path).masked(by: options.masking)
        if !options.again, let name = try importedName(of: digest) { return ImportSummary(importedBefore: name) }
        var reader: CorpusReader
        do { reader = try CorpusReader(path: path, options: options.reading, formats: .all) } catch { throw .corpus(error) }
        return try write { db in
            if !options.again, let name = try importedName(of: digest, db) { return ImportSummary(importedBefore: name) }
            if options.masking == nil, try Bool.fetchOne(db, sql: "SELECT max(isMasked) FROM file") ?? false {
                throw StoreError.masked(path: self.path)
            }
            if let masking = options.masking { try CorpusStore.checkSeed(db, masking.check) }
            var run = try ImportRun(db, path: path, digest: digest, options)
            while let read = try reader.nextOrLeftOut() {
                switch read {
                case .row(let row): try run.add(row)
                case .leftOut(let error): try run.reject(error)
                }
                progress(reader.bytesRead, reader.totalBytes)
            }
            let summary = try run.finish(reader)
            guard summary.rows > summary.rejected else {
                throw StoreError.nothingTaken(file: FileName.shown(path), summary)
            }
            return summary
        }
    }

    /// The number of the last file that was imported; 0 without any.
    public func lastFile() throws(StoreError) -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM file") ?? 0 }
    }

    private func importedName(of digest: FileDigest) throws(StoreError) -> String? {
        try read { try importedName(of: digest, $0) }
    }

    private func importedName(of digest: FileDigest, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT name FROM file WHERE digest IN (?, ?)", arguments: [digest.bytes, digest.plain])
    }
}
