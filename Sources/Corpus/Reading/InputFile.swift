// Corpus: the bytes of a file or of standard input, in order, each once.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An open file, closed at the end of the value's life. Standard input stays open.
struct InputFile: ~Copyable {
    /// As errors say it: the path that was given, or `standard input`.
    let name: String
    /// `nil` for a pipe or a terminal.
    private(set) var totalBytes: Int?
    private(set) var bytesRead = 0
    private var descriptor: CInt
    /// Where reading began, from the start of the file.
    private var origin: Int
    private var chunk: [UInt8]

    /// - Parameter path: `-` is standard input.
    init(path: String, chunkBytes: Int) throws(CorpusError) {
        let isStandardInput = path == "-"
        let name = FileName.shown(path)
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
        // A caller may have read some of standard input already.
        origin = totalBytes == nil ? 0 : max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next bytes, at most `chunkBytes`; none at the end of the file. A pipe may give fewer.
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

    /// Copies the rest of a pipe into an unnamed temporary file. Takes as long as the pipe is open.
    private mutating func spool(rowLimitBytes: Int) throws(CorpusError) {
        var spool = try Spool(of: name, rowLimitBytes: rowLimitBytes)
        do throws(CorpusError) {
            while case let bytes = try nextChunk(), !bytes.isEmpty { try spool.add(bytes) }
        } catch {
            spool.remove()
            throw error
        }
        if descriptor != STDIN_FILENO { close(descriptor) }
        descriptor = spool.descriptor
        totalBytes = spool.count
    }

    /// The result of `body`, which reads all bytes; they are read again afterwards. The bytes of a
    /// pipe are kept in a file.
    mutating func lookingAhead<R>(
        rowLimitBytes: Int, _ body: (inout InputFile) throws(CorpusError) -> R
    ) throws(CorpusError) -> R {
        if totalBytes == nil { try spool(rowLimitBytes: rowLimitBytes) }
        func rewind() { lseek(descriptor, off_t(origin), SEEK_SET) }
        rewind()
        let result = try body(&self)
        rewind()
        bytesRead = 0
        return result
    }

    private static func reason(_ number: CInt) -> String {
        String(cString: strerror(number))
    }
}

extension FileName {
    /// Whether a path names a plain file, which can be read twice. Asks the folder, and does not
    /// open it: a pipe's writer would take that for its reader.
    public static func isOfPlainFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension FileSignature {
    /// Of a plain file. `nil` for text, for an unreadable file, and for a pipe, which cannot be
    /// read twice.
    public init?(path: String) {
        guard path != "-", FileName.isOfPlainFile(path), var file = try? InputFile(path: path, chunkBytes: 64),
            file.totalBytes != nil,
            let head = try? file.nextChunk()
        else { return nil }
        self.init(of: head)
    }
}
