// IO: a person's own examples straight from their file.

import SpamFilter

/// Why an overlay could not be opened.
public typealias OverlayFileError = OpeningError<OverlayError>

/// An overlay file in memory, completely checked. Keep it as long as the view is in use; a
/// classifier does not need it.
public struct OverlayFile: ~Copyable {
    private let copy: FileBytes
    /// The examples, as long as this value lives.
    public let view: OverlayView

    /// Copies the file, 16 KiB, and checks all of it; see `OverlayView.init`.
    public init(_ path: String) throws(OverlayFileError) {
        // Values first, then members, as in ModelFile.
        let copy = try OverlayFileError.reading { () throws(FileError) in
            try FileBytes(path, .copied, most: PersonalOverlay.byteCount + 1)
        }
        let bytes = copy.bytes
        view = try OverlayFileError.checking(path) { () throws(OverlayError) in try OverlayView(bytes) }
        self.copy = copy
    }
}
