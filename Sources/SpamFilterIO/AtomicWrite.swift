// IO: whole files or none, also where a signal would end the program.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes a file so that at any moment, even after a crash, its path holds either what it held
/// before or all of `bytes`.
///
/// Writes a temporary file in the target's folder, forces the bytes to disk, then renames. A
/// failure leaves no temporary file. If the path is a symbolic link, the file it points at is
/// replaced and the link stays. A replaced file keeps its permissions.
///
/// - Parameter path: the file that is made or replaced.
/// - Parameter bytes: the whole content.
/// - Parameter isPrivate: whether a new file is for its owner alone (0600).
/// - Throws: an error of the system; also where the path is a folder, device, pipe or socket, as
///   renaming would put a file in its place.
public func writeAtomically(
    _ bytes: some Collection<UInt8>, to path: String, isPrivate: Bool = false
) throws(FileError) {
    let (target, mode) = try replaceable(path)
    // Until the temporary file is renamed or removed.
    try holdingSignals { () throws(FileError) in
        try write(bytes, to: target, mode, path, isPrivate: isPrivate)
    }
}

private func write(
    _ bytes: some Collection<UInt8>, to target: String, _ mode: mode_t?, _ path: String, isPrivate: Bool
) throws(FileError) {
    // Two writers of one path must not share a temporary file, so its name has a random number.
    let temporary = temporaryPath(target, .random(in: 0 ... .max))
    try writeNew(Array(bytes), temporary, reportedAs: path, mode, isPrivate: isPrivate)
    guard rename(temporary, target) == 0 else {
        let error = FileError("write", path)
        unlink(temporary)
        throw error
    }
}

/// Writes a file that is not there yet, and forces it to disk. A failure leaves none.
///
/// - Parameters:
///   - reported: the path that errors name.
///   - mode: its permissions, if not those of a new file.
func writeNew(
    _ bytes: [UInt8], _ path: String, reportedAs reported: String, _ mode: mode_t? = nil, isPrivate: Bool
) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
    guard descriptor >= 0 else { throw FileError("create", reported) }
    do throws(FileError) {
        // Before the first byte: a private file must not be readable by others even for a moment.
        if let mode, fchmod(descriptor, mode) != 0 { throw FileError("create", reported) }
        try writeAll(bytes, to: descriptor, reported)
        guard forceToDisk(descriptor) else { throw FileError("write", reported) }
    } catch {
        close(descriptor)
        unlink(path)
        throw error
    }
    guard close(descriptor) == 0 else {
        let error = FileError("write", reported)
        unlink(path)
        throw error
    }
}

/// Waits until the bytes of a file, or the names in a folder, survive a loss of power.
func forceToDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
    // Apple's fsync leaves bytes in the drive's memory.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
}

/// Throws what `writeAtomically` would throw at once for this path, and creates nothing: for use
/// before long work. Writing may still fail later, for example on a full disk.
public func checkWritable(_ path: String) throws(FileError) {
    let target = try replaceable(path).path
    guard access(folder(of: target), W_OK | X_OK) == 0 else { throw FileError("create", path) }
    // A name that is too long with the ending of the temporary file.
    var status = stat()
    guard lstat(temporaryPath(target, .max), &status) == 0 || errno == ENOENT else { throw FileError("create", path) }
}

/// Whether two paths lead to the same file, links followed. Where neither exists, whether they are
/// the same name in the same folder; `false` where one alone exists, or a folder is missing.
public func isSameFile(_ a: String, _ b: String) -> Bool {
    var first = stat(), second = stat()
    let isThere = (stat(a, &first) == 0, stat(b, &second) == 0)
    if !isThere.0, !isThere.1 {
        guard name(a) == name(b), stat(folder(of: a), &first) == 0, stat(folder(of: b), &second) == 0 else { return false }
    } else if !isThere.0 || !isThere.1 {
        return false
    }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

/// The part behind the last slash.
private func name(_ path: String) -> Substring {
    path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
}

/// The path to rename over, which is `path` or the file that it points at, and the permissions of
/// the file there, `nil` where there is none. Throws for anything other than a plain file.
private func replaceable(_ path: String) throws(FileError) -> (path: String, mode: mode_t?) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
        if errno == ENOENT, !path.isEmpty { return (path, nil) }
        throw FileError("create", path)
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(path, &status) != 0 { throw FileError("follow the link", path) }
    try requirePlainFile(status, "replace", path)
    let mode = status.st_mode & 0o777
    guard isLink else { return (path, mode) }
    guard let resolved = realpath(path, nil) else { throw FileError("follow the link", path) }
    defer { free(resolved) }
    return (String(cString: resolved), mode)
}

private func temporaryPath(_ target: String, _ number: UInt64) -> String { "\(target).\(number).tmp" }

private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
        let n = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
        if n < 0, errno == EINTR { continue }
        guard n > 0 else { throw FileError("write", path) }
        written += n
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private let endings = [SIGINT, SIGTERM, SIGHUP]

/// Whether a signal waits that will end the process: long work may stop for it.
package func isEndingPending() -> Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && endings.contains { sigismember(&pending, $0) == 1 }
}

/// Does what must be undone in the end. Signals that end the process wait until then.
package func holdingSignals<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    var held = sigset_t(), before = sigset_t()
    sigemptyset(&held)
    for signal in endings { sigaddset(&held, signal) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
}
