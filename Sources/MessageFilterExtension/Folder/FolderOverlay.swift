// Extension: the user's own examples in the shared folder. In: what the app learned. Out: the
// newest that can be read.

import SpamFilter
import SpamFilterIO

extension FilterFolder {
    /// Writes own examples as the newest and removes all except those before. Only for the app.
    /// After an example was unlearned, the file before still counts it, until the next time.
    ///
    /// - Throws: an error of the system, or of the folder's numbers.
    public func save(overlay: PersonalOverlay) throws(InstallError) {
        try files(.overlay).add(
            overlay.bytes,
            Release { path throws(OverlayFileError) in
                _ = try FilterFolder.readOverlay(path)
                return 0
            })
    }

    /// The newest own examples that can be read; `nil` where there are none. The app learns into
    /// them and saves them again. They may have been read with other settings than the model reads
    /// with.
    public func overlay() -> PersonalOverlay? { (try? newestOverlay())?.take() }

    func newestOverlay() throws(FileError) -> NewestFile<PersonalOverlay, OverlayError> {
        try files(.overlay).newest(FilterFolder.readOverlay)
    }

    private static func readOverlay(_ path: String) throws(OverlayFileError) -> PersonalOverlay {
        let file = try OverlayFile(path)
        return withExtendedLifetime(file) { PersonalOverlay(file.view) }
    }
}
