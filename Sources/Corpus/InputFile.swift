// Corpus: the bytes of a file or of standard input, in order, each once. Knows nothing of rows.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file, closed with the value's end of life. Standard input stays open.
struct InputFile: ~Copyable {
    /// As errors say it: the path that was given, or `standard input`.
    let name: String
    /// `nil` for a pipe or a terminal.
    let totalBytes: Int?
    private(set) var bytesRead = 0
    private let descriptor: CInt
    private var chunk: [UInt8]

    /// - Parameter path: `-` is standard input.
    init(path: String, chunkBytes: Int) throws(CorpusError) {
        let isStandardInput = path == "-"
        let name = isStandardInput ? "standard input" : path
        let descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missingFile(file: name) : .unreadable(file: name, reason: Self.reason(errno))
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = Self.reason(errno)
            if !isStandardInput { close(descriptor) }
            throw .unreadable(file: name, reason: reason)
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            if !isStandardInput { close(descriptor) }
            throw .directory(file: name)
        }
        self.name = name
        self.descriptor = descriptor
        chunk = [UInt8](repeating: 0, count: max(1, chunkBytes))
        totalBytes = kind == S_IFREG ? Int(status.st_size) : nil
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next bytes, at most `chunkBytes`; none at the end of the file. A pipe may give fewer than there is room for.
    mutating func nextChunk() throws(CorpusError) -> ArraySlice<UInt8> {
        while true {
            let source = descriptor
            let count = chunk.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytesRead += count
                return chunk[..<count]
            }
            guard errno == EINTR else { throw .unreadable(file: name, reason: Self.reason(errno)) }
        }
    }

    private static func reason(_ number: CInt) -> String {
        String(cString: strerror(number))
    }
}
