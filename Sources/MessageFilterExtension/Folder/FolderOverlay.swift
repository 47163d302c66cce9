// Extension: the person's own examples in the shared folder.

import SpamFilter
import SpamFilterIO

extension FilterFolder {
    /// Writes the person's own examples as the newest, and removes all except those before. Only
    /// for the app, after each example that the person gives:
    ///
    /// ```swift
    /// var own = folder.overlay() ?? PersonalOverlay(for: model.view)
    /// try own.learn(message, as: .junk)
    /// try folder.save(own)
    /// ```
    public func save(_ overlay: PersonalOverlay) throws(InstallError) {
        try files(.overlay).add(
            overlay.bytes,
            Release { path throws(FileError) in
                do throws(OverlayFileError) {
                    _ = try FilterFolder.readOverlay(path)
                    return 0
                } catch {
                    if case .file(let error) = error, !error.isLasting { throw error }
                    return nil
                }
            })
    }

    /// The newest own examples that can be read; `nil` where there are none.
    public func overlay() -> PersonalOverlay? { newestOverlay().overlay }

    /// The same, and whether trying again would find the same.
    func newestOverlay() -> (overlay: PersonalOverlay?, isSettled: Bool) {
        do throws(FileError) {
            let found = try files(.overlay).newest(FilterFolder.readOverlay)
            let isSettled = found.failures.allSatisfy {
                if case .file(let error) = $0.error { error.isLasting } else { true }
            }
            return (found.value, isSettled)
        } catch {
            return (nil, error.isLasting)
        }
    }

    private static func readOverlay(_ path: String) throws(OverlayFileError) -> PersonalOverlay {
        let file = try OverlayFile(path)
        return withExtendedLifetime(file) { PersonalOverlay(file.view) }
    }
}
