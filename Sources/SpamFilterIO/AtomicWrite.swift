// IO: whole files or none.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes a file so that at any moment, even after a crash, its path holds either what it held before or all of `bytes`.
///
/// Writes beside the target, forces the bytes to disk, then renames. A failure leaves no temporary file.
public func writeAtomically(_ bytes: some Collection<UInt8>, to path: String) throws(FileError) {
    // Two writers of one path must not share a temporary file.
    let temporary = "\(path).\(UInt64.random(in: 0 ... .max)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError("create", path) }
    do throws(FileError) {
        try writeAll(Array(bytes), to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw FileError("write", path) }
    } catch {
        close(descriptor)
        unlink(temporary)
        throw error
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else {
        let error = FileError("write", path)
        unlink(temporary)
        throw error
    }
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
