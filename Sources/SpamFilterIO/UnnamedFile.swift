// IO: disk space for data that memory should not hold. A file without a name disappears with
// the process, however that ends.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files without a name in the folder for temporary files.
package enum UnnamedFile {
    /// The folder for temporary files: the environment's `TMPDIR`, or `/tmp`.
    package static var usualFolder: String {
        let asked = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return asked.isEmpty ? "/tmp" : asked
    }

    /// The descriptor of a new file for reading and writing, not inherited by other programs; -1
    /// with `errno` on failure. The caller closes it, and the file is gone then.
    package static func open(in folder: String) -> Int32 {
        var path = Array("\(folder)/spamkit.XXXXXX".utf8CString)
        let file = mkstemp(&path)
        if file >= 0 {
            unlink(path)
            _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        }
        return file
    }
}
