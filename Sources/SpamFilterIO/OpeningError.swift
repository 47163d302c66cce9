// IO: why a file did not open, of whatever family: the system's fault, or its bytes'.

/// Why a file could not be opened. `Problem` is what can be wrong with the bytes of its family.
public enum OpeningError<Problem: Error & Equatable & CustomStringConvertible>: Error, Equatable, CustomStringConvertible {
    /// The system could not read the file.
    case file(FileError)
    /// The file was read, and this build does not take its bytes.
    case content(path: String, Problem)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .content(let path, let error): "\(path): \(error.description)"
        }
    }

    /// `nil` where the bytes are wrong.
    package var fileError: FileError? {
        if case .file(let error) = self { error } else { nil }
    }

    /// Whether trying again would find the same. `false` where the system could not read the file:
    /// it may be locked, or memory short.
    public var isLasting: Bool { fileError?.isLasting ?? true }

    /// What a body makes of the bytes of a file, or its error with the file's path.
    package static func checking<Value: ~Copyable>(
        _ path: String, _ body: () throws(Problem) -> Value
    ) throws(OpeningError) -> Value {
        do throws(Problem) {
            return try body()
        } catch {
            throw .content(path: path, error)
        }
    }

    /// The bytes that a body reads, or the system's error.
    package static func reading(_ body: () throws(FileError) -> FileBytes) throws(OpeningError) -> FileBytes {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
