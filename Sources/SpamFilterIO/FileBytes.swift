// IO: a file as memory, in pages that the system may drop and read again: they cost no heap.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

#if canImport(Darwin)
private let anonymous = MAP_ANON
#else
private let anonymous = MAP_ANONYMOUS
#endif

/// An error of the system, with the path of the file.
public struct FileError: Error, Equatable, CustomStringConvertible {
    /// The path as it was given.
    public let path: String
    /// What failed, as the verb of a sentence: `open`, `write`…
    public let operation: String
    /// The system's `errno`.
    public let code: Int32

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.path = path
        self.operation = operation
        self.code = code
    }

    /// Whether trying again cannot help: there is no plain file of a bearable size.
    package var isLasting: Bool { [ENOENT, ENOTDIR, EISDIR, ENODEV, ENXIO, ELOOP, EFBIG].contains(code) }

    public var description: String {
        // The system's "No such device" would mislead for a pipe that exists.
        let reason = code == ENODEV ? "it is no plain file" : String(cString: strerror(code))
        let next =
            switch code {
            case ENOENT: "check the path"
            case EACCES, EPERM: "check its permissions"
            case ENOSPC: "free some space"
            case EISDIR: "give a file, not a folder"
            case EFBIG: "give a smaller file"
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

/// How the bytes of a file come into memory.
public enum FileLoading: Sendable {
    /// Pages of the file, read when they are touched, dropped by the system when it needs room.
    /// They show every change of the file. If it is shortened, the next read of a lost page ends
    /// the process (SIGBUS). For files that are only replaced by `writeAtomically`, or by any
    /// rename, which leaves a mapped file as it is. A signature is checked once: whoever writes to
    /// the file later changes what was verified.
    case mapped
    /// Memory of its own, as large as the file. No later change of the file shows.
    case copied
}

/// A file in memory for reading.
public struct FileBytes: ~Copyable {
    /// The file's content, as long as this value lives; empty for an empty file.
    public let bytes: UnsafeRawBufferPointer

    /// A plain file in memory.
    ///
    /// - Parameter path: the file.
    /// - Parameter loading: whether the file is mapped or copied.
    /// - Parameter most: the most bytes that the file may have, asked before any is read.
    /// - Throws: an error of the system; `EISDIR` for a folder, `ENODEV` for a pipe, socket or
    ///   device, `EFBIG` for a file of more bytes than `most`.
    public init(_ path: String, _ loading: FileLoading = .mapped, most: Int = .max) throws(FileError) {
        self = try FileBytes(path, loading, most: most) { _, _ in true }
    }

    /// Files of the family have a head of this size at least.
    private static let headSize = 32

    /// - Parameter isPlausible: asked with the first 32 bytes of a file that has as many, and its
    ///   size. So a copy of a large file that is none of ours costs nothing. With `false`, there
    ///   are no bytes.
    init(
        _ path: String, _ loading: FileLoading, most: Int, isPlausible: (_ head: UnsafeRawBufferPointer, _ size: Int) -> Bool
    ) throws(FileError) {
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("read", path) }
        try requirePlainFile(status, "map", path)
        let length = Int(status.st_size)
        guard length <= most else {
            errno = EFBIG
            throw FileError("read", path)
        }
        let isRead = try FileBytes.hasPlausibleHead(length, descriptor, path, isPlausible)
        if length == 0 || !isRead {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        switch loading {
        case .mapped: bytes = try FileBytes.map(length, PROT_READ, MAP_PRIVATE, descriptor, path)
        case .copied: bytes = try FileBytes.copy(length, descriptor, path)
        }
    }

    private static func hasPlausibleHead(
        _ length: Int, _ descriptor: Int32, _ path: String, _ isPlausible: (UnsafeRawBufferPointer, Int) -> Bool
    ) throws(FileError) -> Bool {
        // Too short for a head: then the checks of the format find it.
        guard length >= headSize else { return true }
        var head = SIMD32<UInt8>()
        var count = -1
        repeat {
            count = withUnsafeMutableBytes(of: &head) { pread(descriptor, $0.baseAddress, headSize, 0) }
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw FileError("read", path) }
        return withUnsafeBytes(of: head) { isPlausible($0, length) }
    }

    /// A copy of bytes that are in memory already.
    ///
    /// - Parameter name: of these bytes, for errors.
    init(copying content: some Collection<UInt8>, named name: String) throws(FileError) {
        guard !content.isEmpty else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        bytes = try FileBytes.map(content.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, name)
        UnsafeMutableRawBufferPointer(mutating: bytes).copyBytes(from: content)
    }

    package func array() -> [UInt8] { Array(bytes) }

    /// Pages come when they are read, because fetching the whole file lost:
    /// Benchmarks/decisions/start.md.
    private static func map(
        _ length: Int, _ protection: Int32, _ flags: Int32, _ descriptor: Int32, _ path: String
    ) throws(FileError) -> UnsafeRawBufferPointer {
        let memory = mmap(nil, length, protection, flags, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw FileError("map", path) }
        return UnsafeRawBufferPointer(start: memory, count: length)
    }

    /// A file that shrinks meanwhile leaves zeros at the end, which checks of its format find.
    private static func copy(_ length: Int, _ descriptor: Int32, _ path: String) throws(FileError) -> UnsafeRawBufferPointer {
        let bytes = try map(length, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, path)
        let memory = UnsafeMutableRawPointer(mutating: bytes.baseAddress!)
        var done = 0
        while done < length {
            let count = read(descriptor, memory + done, length - done)
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                let error = FileError("read", path)
                munmap(memory, length)
                throw error
            }
            if count == 0 { break }
            done += count
        }
        return bytes
    }

    deinit {
        if let base = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: base), bytes.count) }
    }
}
