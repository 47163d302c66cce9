// Corpus: the bytes of a file or of standard input, in order, each once. What gzip has packed is
// unpacked.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An open file, closed at the end of the value's life. Standard input stays open.
package struct InputFile: ~Copyable {
    /// As errors say it: the path that was given, or `standard input`.
    package let name: String
    /// As on the disk, packed or not; `nil` for a pipe or a terminal.
    package private(set) var totalBytes: Int?
    /// How many of the bytes on the disk were read.
    package private(set) var bytesRead = 0
    private var descriptor: CInt
    /// Where reading began, from the start of the file.
    private var origin: Int
    private var chunk: [UInt8]
    private var unpacks: Bool
    private var isBegun = false
    /// The first bytes, which tell whether the file is packed.
    private var head: [UInt8] = []
    /// `nil` where the file is not packed.
    private var packed: GzipStream?
    var isPacked: Bool { packed != nil }

    /// - Parameters:
    ///   - path: `-` is standard input.
    ///   - unpacks: `false` gives the bytes of a packed file as they are.
    package init(path: String, chunkBytes: Int = 64 << 10, unpacks: Bool = true) throws(CorpusError) {
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
        self.unpacks = unpacks
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
    package mutating func nextChunk() throws(CorpusError) -> ArraySlice<UInt8> {
        if !isBegun { try begin() }
        guard let packed else {
            guard !head.isEmpty else { return try nextBytes() }
            defer { head = [] }
            return head[...]
        }
        while true {
            guard let bytes = packed.unpacked() else { throw .badGzip(file: name, isCut: false) }
            if !bytes.isEmpty { return bytes }
            let more = try nextBytes()
            packed.take(more)
            guard more.isEmpty else { continue }
            guard packed.isWhole else { throw .badGzip(file: name, isCut: true) }
            return []
        }
    }

    private mutating func begin() throws(CorpusError) {
        isBegun = true
        let signature = GzipStream.signature
        head = Array(try nextBytes())
        while unpacks, head.count < signature.count, !head.isEmpty, signature.starts(with: head) {
            let more = try nextBytes()
            if more.isEmpty { break }
            head += more
        }
        guard unpacks, head.starts(with: signature) else { return }
        packed = GzipStream(chunkBytes: chunk.count)
        packed!.take(head[...])
        head = []
    }

    /// The next bytes as they are on the disk.
    private mutating func nextBytes() throws(CorpusError) -> ArraySlice<UInt8> {
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
        unpacks = false
    }

    /// The result of `body`, which reads all bytes; they are read again afterwards. The bytes of a
    /// pipe are kept in a file.
    mutating func lookingAhead<R>(
        rowLimitBytes: Int, _ body: (inout InputFile) throws(CorpusError) -> R
    ) throws(CorpusError) -> R {
        if totalBytes == nil { try spool(rowLimitBytes: rowLimitBytes) }
        rewind()
        let result = try body(&self)
        rewind()
        return result
    }

    private mutating func rewind() {
        lseek(descriptor, off_t(origin), SEEK_SET)
        bytesRead = 0
        isBegun = false
        head = []
        packed = nil
    }

    private static func reason(_ number: CInt) -> String {
        String(cString: strerror(number))
    }
}

extension FileName {
    /// Whether a path, or `-`, names a plain file, which can be read twice. Asks the folder, and
    /// does not open it: a pipe's writer would take that for its reader.
    package static func isOfPlainFile(_ path: String) -> Bool {
        var status = stat()
        return (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension FileSignature {
    /// What a plain file is by its first bytes, such as a database; of a packed file, how it is
    /// packed. `nil` for text, for an unreadable file, and for a pipe, which cannot be read twice.
    public init?(path: String) {
        guard path != "-", FileName.isOfPlainFile(path), var file = try? InputFile(path: path, chunkBytes: 128, unpacks: false),
            file.totalBytes != nil,
            let head = try? file.nextChunk()
        else { return nil }
        self.init(of: head)
    }
}
