// Extension: settings in the shared folder. In: settings. Out: those that can be read, newest
// first.

import Foundation
import SpamFilterIO

extension FilterFolder {
    /// Writes settings as the newest, if they read back as they are, and removes all except those
    /// before. Only for the app.
    ///
    /// - Throws: `NetworkJSONError` for settings that are too large, else `InstallError`.
    public func save(_ settings: FilterSettings) throws {
        let json = settings.json()
        guard try FilterSettings(json: json) == settings else { throw InstallError.settings(folder: path) }
        try files(.settings).add(
            Array(json),
            Release { path throws(OpeningError<NetworkJSONError>) in
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
    static func settings(of found: borrowing NewestFile<FilterSettings, NetworkJSONError>) -> FilterSettings {
        var settings = found.value ?? FilterSettings()
        if !found.failures.isEmpty || found.listing != nil { settings.defersToNetwork = false }
        return settings
    }

    func newestSettings() throws(FileError) -> NewestFile<FilterSettings, NetworkJSONError> {
        try files(.settings).newest(FilterFolder.readSettings)
    }

    private static func readSettings(_ path: String) throws(OpeningError<NetworkJSONError>) -> FilterSettings {
        // A file above the bound costs nothing.
        let json = try OpeningError<NetworkJSONError>.reading { () throws(FileError) in
            try FileBytes(path, .copied, most: FilterSettings.mostBytes)
        }.array()
        return try OpeningError.checking(path) { () throws(NetworkJSONError) in try FilterSettings(json: Data(json)) }
    }
}
