// IO: rules straight from their file.

import SpamFilter

/// Why a file of rules could not be opened.
public enum RuleFileOpenError: Error, Equatable, CustomStringConvertible {
    case file(FileError)
    case rules(path: String, RuleFileError)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .rules(let path, let error): "\(path): \(error.description)"
        }
    }
}

extension RuleFileOpenError: OpeningError {
    package var fileError: FileError? {
        if case .file(let error) = self { error } else { nil }
    }
}

/// A file of rules in memory, with its view. Keep it as long as a filter uses its lists.
public struct RuleFile: ~Copyable {
    private let mapping: FileBytes
    public let view: RuleView

    /// Maps, or copies, and opens a file of rules; see `RuleView.init` for what is checked.
    ///
    /// - Parameter keys: where they are given, a file that none of them signed is none; see
    ///   `RuleView.verify(signedBy:)`.
    public init(
        _ path: String, _ loading: FileLoading = .mapped, signedBy keys: [PublicKey]? = nil
    ) throws(RuleFileOpenError) {
        let mapping = try RuleFile.load(path, loading)
        view = try RuleFile.open(mapping.bytes, path, keys)
        self.mapping = mapping
    }

    private static func load(_ path: String, _ loading: FileLoading) throws(RuleFileOpenError) -> FileBytes {
        do throws(FileError) { return try FileBytes(path, loading) } catch { throw .file(error) }
    }

    private static func open(
        _ bytes: UnsafeRawBufferPointer, _ path: String, _ keys: [PublicKey]?
    ) throws(RuleFileOpenError) -> RuleView {
        do throws(RuleFileError) {
            let view = try RuleView(bytes)
            if let keys { try view.verify(signedBy: keys) }
            return view
        } catch {
            throw .rules(path: path, error)
        }
    }
}
