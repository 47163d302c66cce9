// Corpus: a pipe as a file. Nothing that can be refused at once is waited for: a pipe may never
// end.

import SpamFilterIO

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An unnamed temporary file that a pipe is copied into. It disappears when its descriptor is
/// closed.
struct Spool {
    let descriptor: CInt
    private(set) var count = 0
    private let name: String
    private let folder = UnnamedFile.usualFolder
    /// Half of the room that was free when it was opened.
    private let limit: Int
    private var row: RowLimit

    /// - Parameter name: the pipe, as errors say it.
    init(of name: String, rowLimitBytes: Int) throws(CorpusError) {
        self.name = name
        row = RowLimit(bytes: rowLimitBytes)
        descriptor = UnnamedFile.open(in: folder)
        guard descriptor >= 0 else {
            throw .unreadable(file: name, reason: "\(String(cString: strerror(errno))): \(folder)")
        }
        var system = statvfs()
        limit = fstatvfs(descriptor, &system) == 0 ? Int(system.f_bavail) * Int(system.f_frsize) / 2 : .max
    }

    func remove() { close(descriptor) }

    /// Throws for what is no text, for a row above the limit, and where the room is too small.
    mutating func add(_ bytes: ArraySlice<UInt8>) throws(CorpusError) {
        if count == 0, let signature = FileSignature(of: bytes) { throw .notText(file: name, signature) }
        try row.add(bytes, of: name)
        guard count + bytes.count <= limit else {
            throw .unreadable(
                file: name,
                reason: "more than half of the room in \(folder), \(limit >> 20) MiB: write it to a file, and give that")
        }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
            guard count >= 0 || errno == EINTR else {
                throw .unreadable(file: name, reason: "\(String(cString: strerror(errno))): \(folder)")
            }
            written += max(0, count)
        }
        count += bytes.count
    }
}

/// The length of the row that bytes so far end in. Rows end with a line, or with an object of a
/// JSON array.
struct RowLimit {
    let bytes: Int
    /// From 1.
    private var line = 1
    private var bytesOfRow = 0

    init(bytes: Int) { self.bytes = bytes }

    mutating func add(_ more: ArraySlice<UInt8>, of file: String) throws(CorpusError) {
        for byte in more {
            switch byte {
            case .lineFeed:
                line += 1
                bytesOfRow = 0
            case .carriageReturn, .closeBrace: bytesOfRow = 0
            default: bytesOfRow += 1
            }
        }
        guard bytesOfRow <= bytes else { throw .rowTooLong(file: file, line: line, limitBytes: bytes) }
    }
}
