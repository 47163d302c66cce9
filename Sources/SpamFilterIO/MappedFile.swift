// IO: a file as memory. Read-only pages that the system may drop and fetch again: they cost no heap.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the system said of a file, with its path.
public struct FileError: Error, Equatable, CustomStringConvertible {
    public let path: String
    /// What was tried: `open`, `write`…
    public let operation: String
    /// `errno`.
    public let code: Int32

    init(_ operation: String, _ path: String) {
        self.path = path
        self.operation = operation
        code = errno
    }

    public var description: String {
        // "No such device" would be said of a pipe that is there.
        let reason = code == ENODEV ? "it is no plain file" : String(cString: strerror(code))
        let next =
            switch code {
            case ENOENT: "check the path"
            case EACCES, EPERM: "check its permissions"
            case ENOSPC: "free some space"
            case EISDIR: "give a file, not a folder"
            case ENODEV, ENXIO: "give a plain file, not a pipe, socket or device"
            default: "try again or give another path"
            }
        return "\(path): cannot \(operation): \(reason); \(next)"
    }
}

/// Throws for a folder, device, pipe or socket.
func requirePlainFile(_ status: stat, _ operation: String, _ path: String) throws(FileError) {
    if status.st_mode & S_IFMT == S_IFREG { return }
    errno = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENODEV
    throw FileError(operation, path)
}

/// A file mapped into memory for reading.
///
/// The bytes are those of the file at any time: who shortens the file under a mapping takes pages away from the reader. Replace a
/// file only by `writeAtomically`, which leaves a mapped one as it is.
public struct MappedFile: ~Copyable {
    public let bytes: UnsafeRawBufferPointer

    public init(_ path: String) throws(FileError) {
        // Without O_NONBLOCK a pipe would be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("read", path) }
        try requirePlainFile(status, "map", path)
        let length = Int(status.st_size)
        if length == 0 {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        let memory = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw FileError("map", path) }
        bytes = UnsafeRawBufferPointer(start: memory, count: length)
    }

    deinit {
        if let base = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: base), bytes.count) }
    }
}
