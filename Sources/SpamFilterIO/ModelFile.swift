// IO: a model straight from its file.

import SpamFilter

/// Why a model could not be opened.
public enum ModelFileError: Error, Equatable, CustomStringConvertible {
    case file(FileError)
    case model(path: String, ModelError)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .model(let path, let error): "\(path): \(error.description)"
        }
    }
}

extension ModelFileError: OpeningError {
    package var fileError: FileError? {
        if case .file(let error) = self { error } else { nil }
    }
}

/// A model file in memory, with its view. Keep it as long as the view or a classifier is in use.
public struct ModelFile: ~Copyable {
    private let mapping: FileBytes
    public let view: ModelView

    /// Maps, or copies, and opens a model; see `ModelView.init` for what is checked.
    ///
    /// - Parameter keys: where they are given, a model that none of them signed, or that was
    ///   altered since, is none: the whole file is read, see `ModelView.verify(signedBy:)`. With an
    ///   empty array no model opens. Copy a file that somebody else may write to while it is in
    ///   use.
    public init(
        _ path: String, _ loading: FileLoading = .mapped, signedBy keys: [PublicKey]? = nil
    ) throws(ModelFileError) {
        // Values first, then members: an initialiser of a noncopyable value cannot throw once a
        // member is set.
        let mapping = try ModelFile.load(path, loading)
        view = try ModelFile.open(mapping.bytes, path, keys)
        self.mapping = mapping
    }

    private static func load(_ path: String, _ loading: FileLoading) throws(ModelFileError) -> FileBytes {
        do throws(FileError) {
            return try FileBytes(path, loading)
        } catch {
            throw .file(error)
        }
    }

    private static func open(
        _ bytes: UnsafeRawBufferPointer, _ path: String, _ keys: [PublicKey]?
    ) throws(ModelFileError) -> ModelView {
        do throws(ModelError) {
            let view = try ModelView(bytes)
            if let keys { try view.verify(signedBy: keys) }
            return view
        } catch {
            throw .model(path: path, error)
        }
    }
}
