// IO: whether a file with a secret is for its owner alone.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether others may read or write a file, such as one with a secret key. A group may, where the
/// file is somebody else's: then the group is how this process was let in.
///
/// - Returns: `false` also where there is no plain file.
public func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let bits: mode_t = status.st_uid == geteuid() ? 0o066 : 0o006
    return status.st_mode & bits != 0
}
