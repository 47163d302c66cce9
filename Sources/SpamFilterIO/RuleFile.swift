// IO: rules straight from their file.

import SpamFilter

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a file of rules could not be opened.
public typealias RuleFileOpenError = OpeningError<RuleFileError>

/// A file of rules in memory, with its view. Keep it as long as a filter uses its lists.
public struct RuleFile: ~Copyable {
    private let mapping: FileBytes
    /// The rules, as long as this value lives.
    public let view: RuleView

    /// Maps, or copies, and opens a file of rules; see `RuleView.init` for what is checked.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - loading: by default a file is copied where keys are given, else mapped. A mapped file
    ///     that somebody writes to after the check shows bytes that nobody signed. So with keys,
    ///     map only files that nobody else can write to.
    ///   - keys: where they are given, a file that none of them signed is none; see
    ///     `RuleView.verify(signedBy:)`.
    public init(
        _ path: String, _ loading: FileLoading? = nil, signedBy keys: [PublicKey]? = nil
    ) throws(RuleFileOpenError) {
        let mapping = try RuleFile.load(path, loading ?? (keys == nil ? .mapped : .copied), FileHead.mostBytes)
        view = try RuleFile.open(mapping.bytes, path, keys)
        self.mapping = mapping
    }

    /// Copies a file of at most so many bytes, and maps a larger one.
    package init(_ path: String, copiedUpTo most: Int, signedBy keys: [PublicKey]?) throws(RuleFileOpenError) {
        let mapping = try RuleFile.load(path, copiedUpTo: most)
        view = try RuleFile.open(mapping.bytes, path, keys)
        self.mapping = mapping
    }

    private static func load(_ path: String, copiedUpTo most: Int) throws(RuleFileOpenError) -> FileBytes {
        do throws(RuleFileOpenError) {
            return try load(path, .copied, most)
        } catch {
            guard error.fileError?.code == EFBIG else { throw error }
            return try load(path, .mapped, FileHead.mostBytes)
        }
    }

    private static func load(_ path: String, _ loading: FileLoading, _ most: Int) throws(RuleFileOpenError) -> FileBytes {
        var problem: RuleFileError?
        let file = try RuleFileOpenError.reading { () throws(FileError) in
            try FileBytes(path, loading, most: most) { head, size in
                problem = RuleFile.problem(head, size)
                return problem == nil
            }
        }
        if let problem { throw .content(path: path, problem) }
        return file
    }

    private static func problem(_ head: UnsafeRawBufferPointer, _ size: Int) -> RuleFileError? {
        do throws(RuleFileError) {
            _ = try RuleView(head)
            return nil
        } catch {
            guard case .file(let inner) = error else { return error }
            return FileHead.problem(size, ofHead: { () throws(ModelError) in throw inner }).map { .file($0) }
        }
    }

    private static func open(
        _ bytes: UnsafeRawBufferPointer, _ path: String, _ keys: [PublicKey]?
    ) throws(RuleFileOpenError) -> RuleView {
        try RuleFileOpenError.checking(path) { () throws(RuleFileError) in
            let view = try RuleView(bytes)
            guard let keys else { return view }
            try view.verify(signedBy: keys)
            // As in ModelFile.
            return try RuleView(bytes)
        }
    }
}

extension RuleMatcher {
    /// The rules of settings, and of a file where there is one. Keep the file as long as them.
    package init(settings: RuleContent, file: borrowing RuleFile?) throws(RuleFileError) {
        switch file {
        case .some(let file): try self.init(settings: settings, file: file.view)
        case .none: try self.init(settings: settings)
        }
    }
}
