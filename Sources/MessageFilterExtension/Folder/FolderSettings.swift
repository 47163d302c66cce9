// Extension: settings in the shared folder. In: settings. Out: those that can be read, newest
// first.

import Foundation
import SpamFilterIO

extension FilterFolder {
    /// Writes settings as the newest, if they read back as they are, and removes all except those
    /// before. Only for the app.
    ///
    /// - Throws: `NetworkJSONError` for settings that are too large, `FilterFolderError` for
    ///   settings that would not read back, `InstallError` where they cannot be written.
    public func save(_ settings: FilterSettings) throws {
        let json = settings.json()
        guard try FilterSettings(json: json) == settings else { throw FilterFolderError.notReadBack(path: path) }
        try files(.settings).add(
            Array(json),
            Release { path throws(SettingsError) in
                _ = try FilterFolder.readSettings(path)
                return 0
            })
    }

    /// The newest settings, or the defaults where there are none. If the newest cannot be read, the
    /// rules are those before, and the network is not asked: the user may have switched it off
    /// since.
    public func settings() -> FilterSettings {
        guard let found = try? newestSettings() else { return FilterSettings() }
        return FilterFolder.settings(of: found)
    }

    /// The settings that count, of those that could be read.
    static func settings(of found: borrowing NewestFile<FilterSettings, SettingsError>) -> FilterSettings {
        var settings = found.value ?? FilterSettings()
        if !found.failures.isEmpty || found.listing != nil { settings.defersToNetwork = false }
        return settings
    }

    func newestSettings() throws(FileError) -> NewestFile<FilterSettings, SettingsError> {
        try files(.settings).newest(FilterFolder.readSettings)
    }

    enum SettingsError: OpeningError {
        case file(FileError)
        case content

        var fileError: FileError? {
            if case .file(let error) = self { error } else { nil }
        }
    }

    private static func readSettings(_ path: String) throws(SettingsError) -> FilterSettings {
        let bytes: [UInt8]
        do throws(FileError) {
            // A file above the bound costs nothing.
            bytes = try FileBytes(path, .copied, most: FilterSettings.mostBytes).array()
        } catch {
            throw .file(error)
        }
        do {
            return try FilterSettings(json: Data(bytes))
        } catch {
            throw .content
        }
    }
}

/// Why settings were not written to the folder.
public enum FilterFolderError: Error, Equatable, CustomStringConvertible {
    /// The settings, once written as JSON, would not read as the same.
    case notReadBack(path: String)

    public var description: String {
        switch self {
        case .notReadBack(let path):
            "\(path): expected settings that read back as they are, found others; leave out the rule added last"
        }
    }
}
