// IO: a model straight from its file.

import SpamFilter

/// Why a model could not be opened.
public typealias ModelFileError = OpeningError<ModelError>

/// A model file in memory, with its view. Keep it as long as the view or a classifier is in use.
public struct ModelFile: ~Copyable {
    private let mapping: FileBytes
    /// The model, as long as this value lives.
    public let view: ModelView

    /// Maps, or copies, and opens a model; see `ModelView.init` for what is checked.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - loading: by default a file is copied where keys are given, else mapped. A mapped file
    ///     that somebody writes to after the check shows bytes that nobody signed. So with keys,
    ///     map only files that nobody else can write to.
    ///   - keys: where they are given, a model that none of them signed, or that was altered since,
    ///     is none: the whole file is read, see `ModelView.verify(signedBy:)`. With an empty array
    ///     no model opens.
    public init(
        _ path: String, _ loading: FileLoading? = nil, signedBy keys: [PublicKey]? = nil
    ) throws(ModelFileError) {
        // Values first, then members: an initialiser of a noncopyable value cannot throw once a
        // member is set.
        let mapping = try ModelFile.load(path, loading ?? (keys == nil ? .mapped : .copied))
        view = try ModelFile.open(mapping.bytes, path, keys)
        self.mapping = mapping
    }

    /// Copies and opens a model that is in memory already, such as one that was just trained.
    ///
    /// - Parameter bytes: of a model's file.
    /// - Parameter name: of the model, for errors.
    public init(copying bytes: some Collection<UInt8>, named name: String) throws(ModelFileError) {
        let mapping = try ModelFileError.reading { () throws(FileError) in try FileBytes(copying: bytes, named: name) }
        view = try ModelFile.open(mapping.bytes, name, nil)
        self.mapping = mapping
    }

    /// A model whose every section has its checksum, signed where keys are given. Copied by
    /// default, so that no change of its file can end the program. A phone opens a model often, and
    /// checks the whole of it once, after the download.
    public static func whole(
        _ path: String, _ loading: FileLoading = .copied, signedBy keys: [PublicKey]? = nil
    ) throws(ModelFileError) -> ModelFile {
        let file = try ModelFile(path, loading, signedBy: keys)
        // With keys all of it was read already.
        guard keys == nil else { return file }
        let view = file.view
        try ModelFileError.checking(path) { () throws(ModelError) in try view.verify() }
        return file
    }

    private static func load(_ path: String, _ loading: FileLoading) throws(ModelFileError) -> FileBytes {
        var problem: ModelError?
        let file = try ModelFileError.reading { () throws(FileError) in
            try FileBytes(path, loading, most: FileHead.mostBytes) { head, size in
                problem = FileHead.problem(size, ofHead: { () throws(ModelError) in _ = try ModelView(head) })
                return problem == nil
            }
        }
        if let problem { throw .content(path: path, problem) }
        return file
    }

    private static func open(
        _ bytes: UnsafeRawBufferPointer, _ path: String, _ keys: [PublicKey]?
    ) throws(ModelFileError) -> ModelView {
        try ModelFileError.checking(path) { () throws(ModelError) in
            let view = try ModelView(bytes)
            guard let keys else { return view }
            try view.verify(signedBy: keys)
            // What the view remembers is from before the check, and a mapped file may have changed.
            return try ModelView(bytes)
        }
    }
}

/// The head of a model or of a file of rules.
enum FileHead {
    /// Files of the family say their length in 32 bits.
    static let mostBytes = 0xFFFF_FFFF

    /// Why a file of this size is none: its magic bytes, its version, or its length.
    ///
    /// - Parameter open: opens the head as if it were the file.
    static func problem(_ size: Int, ofHead open: () throws(ModelError) -> Void) -> ModelError? {
        do throws(ModelError) {
            try open()
            return nil
        } catch {
            // The head alone is always too short, and says for what.
            guard case .truncated(let expected, _) = error else { return error }
            if expected == size { return nil }
            return expected < size
                ? .leftoverBytes(expected: expected, found: size) : .truncated(expected: expected, found: size)
        }
    }
}
