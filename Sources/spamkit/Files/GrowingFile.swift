// A file that is written bit by bit.

import Foundation
import SpamFilterIO

/// A file that is written bit by bit, and has its name only when it is whole.
final class GrowingFile {
    private let path: String
    /// Where the bytes are until the file is whole.
    let temporary: String
    private let handle: FileHandle

    init(_ path: String) throws {
        try checkWritable(path)
        self.path = path
        temporary = "\(path).\(UInt64.random(in: 0 ... .max)).tmp"
        guard FileManager.default.createFile(atPath: temporary, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: temporary)
        else { throw GrowingFile.unwritten(path, String(cString: strerror(errno))) }
        self.handle = handle
    }

    deinit { unlink(temporary) }

    func write(_ bytes: [UInt8]) throws {
        do { try handle.write(contentsOf: Data(bytes)) } catch {
            throw GrowingFile.unwritten(path, systemReason(error))
        }
    }

    /// - Parameter isForced: whether it is forced to the disk before it has its name.
    func finish(isForced: Bool = true) throws {
        do {
            if isForced { try handle.synchronize() }
            try handle.close()
        } catch { throw GrowingFile.unwritten(path, systemReason(error)) }
        guard rename(temporary, path) == 0 else { throw GrowingFile.unwritten(path, String(cString: strerror(errno))) }
    }

    private static func unwritten(_ path: String, _ reason: String) -> UnfitFile {
        UnfitFile(path: path, expected: "to write it", found: reason, next: "free some space or give another place")
    }
}
