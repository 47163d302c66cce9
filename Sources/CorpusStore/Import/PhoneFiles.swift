// Store: the files of an sms.db, looked at before SQLite opens them.

import Corpus
import Foundation
import SpamFilterIO

/// A database that is only read, and the log of its newest changes.
struct PhoneFiles {
    /// Without links: the log lies beside the file, and a copy is of the file.
    let path: String
    /// `nil` where all changes are in the file.
    let log: String?
    /// The size of both.
    var bytes: Int { FileSize.of(path) + (log.map(FileSize.of) ?? 0) }
    private let asked: String

    /// Throws for a log that is none: a pipe never ends, nor does a device.
    init(_ path: String) throws(CorpusError) {
        asked = path
        self.path = StoreFile.resolved(path) ?? path
        let name = self.path + "-wal"
        var status = stat()
        // A log that is linked too, under another name than the file's, would be missed.
        let isThere = lstat(name, &status) == 0 || lstat(path + "-wal", &status) == 0
        guard isThere, FileSignature(path: self.path) == .sqlite else {
            log = nil
            return
        }
        guard lstat(name, &status) == 0 else {
            throw .badLog(file: path, log: name, found: "nothing there, and one in the folder of the link")
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            throw .badLog(file: path, log: name, found: kind == S_IFDIR ? "a folder" : "a link, pipe or device")
        }
        guard status.st_size <= PhoneFiles.mostLogBytes else {
            throw .badLog(file: path, log: name, found: "one of \(status.st_size >> 20) MiB")
        }
        log = status.st_size > 0 ? name : nil
    }

    private static let mostLogBytes = 1 << 30

    /// Copies the file and its log into a folder that nobody else can read, and removes the folder
    /// after `body`.
    func copied<Value>(_ body: (String) throws -> Value) throws -> Value {
        try holdingSignals {
            var folder = Array("\(UnnamedFile.usualFolder)/spamkit.XXXXXX".utf8CString)
            guard mkdtemp(&folder) != nil else { throw problem(UnnamedFile.usualFolder) }
            let place = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            defer { try? FileManager.default.removeItem(atPath: place) }
            let copy = "\(place)/sms.db"
            try copyBytes(of: path, to: copy)
            if let log { try copyBytes(of: log, to: copy + "-wal") }
            return try body(copy)
        }
    }

    /// What was a plain file may be another now: only what is open can be trusted.
    private func copyBytes(of path: String, to copy: String) throws {
        let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard source >= 0 else { throw problem(path) }
        defer { close(source) }
        let target = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw problem(copy) }
        defer { close(target) }
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            errno = EINVAL
            throw problem(path)
        }
        var left = Int(status.st_size), chunk = [UInt8](repeating: 0, count: 1 << 20)
        // A signal that ends the process waits until the copy is removed.
        while left > 0, !isEndingPending() {
            let count = read(source, &chunk, min(left, chunk.count))
            guard count >= 0 else { throw problem(path) }
            if count == 0 { break }
            var written = 0
            while written < count {
                let more = chunk.withUnsafeBytes { write(target, $0.baseAddress! + written, count - written) }
                if more < 0, errno == EINTR { continue }
                if more == 0 { errno = ENOSPC }
                guard more > 0 else { throw problem(copy) }
                written += more
            }
            left -= count
        }
    }

    private func problem(_ place: String) -> CorpusError {
        .unreadable(file: asked, reason: "\(String(cString: strerror(errno))): \(place)")
    }
}
