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

/// A mapped model file with the view of it. Keep it as long as the view or a classifier is in use.
public struct ModelFile: ~Copyable {
    private let mapping: MappedFile
    public let view: ModelView

    /// Maps and opens a model; see `ModelView.init` for what is checked.
    public init(_ path: String) throws(ModelFileError) {
        // Both values first, then both members: a half-made noncopyable value cannot be thrown out of.
        let mapping = try ModelFile.map(path)
        view = try ModelFile.open(mapping.bytes, path)
        self.mapping = mapping
    }

    private static func map(_ path: String) throws(ModelFileError) -> MappedFile {
        do throws(FileError) {
            return try MappedFile(path)
        } catch {
            throw .file(error)
        }
    }

    private static func open(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(ModelFileError) -> ModelView {
        do throws(ModelError) {
            return try ModelView(bytes)
        } catch {
            throw .model(path: path, error)
        }
    }
}
