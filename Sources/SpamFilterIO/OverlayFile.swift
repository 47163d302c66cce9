// IO: a person's own examples straight from their file.

import SpamFilter

/// Why an overlay could not be opened.
public enum OverlayFileError: Error, Equatable, CustomStringConvertible {
    /// The file could not be read.
    case file(FileError)
    /// The file holds no own examples that this build takes.
    case overlay(path: String, OverlayError)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .overlay(let path, let error): "\(path): \(error.description)"
        }
    }
}

extension OverlayFileError: OpeningError {
    package var fileError: FileError? {
        if case .file(let error) = self { error } else { nil }
    }
}

/// An overlay file in memory, completely checked. Keep it as long as the view is in use; a
/// classifier does not need it.
public struct OverlayFile: ~Copyable {
    private let copy: FileBytes
    /// The examples, as long as this value lives.
    public let view: OverlayView

    /// Copies the file, 16 KiB, and checks all of it; see `OverlayView.init`.
    public init(_ path: String) throws(OverlayFileError) {
        // Values first, then members, as in ModelFile.
        let copy = try OverlayFile.load(path)
        view = try OverlayFile.open(copy.bytes, path)
        self.copy = copy
    }

    private static func load(_ path: String) throws(OverlayFileError) -> FileBytes {
        do throws(FileError) {
            return try FileBytes(path, .copied, most: PersonalOverlay.byteCount + 1)
        } catch {
            throw .file(error)
        }
    }

    private static func open(_ bytes: UnsafeRawBufferPointer, _ path: String) throws(OverlayFileError) -> OverlayView {
        do throws(OverlayError) {
            return try OverlayView(bytes)
        } catch {
            throw .overlay(path: path, error)
        }
    }
}
