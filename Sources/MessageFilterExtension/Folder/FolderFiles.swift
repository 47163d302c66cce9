// Extension: settings, files of rules and own examples in the shared folder. In: what the app sets,
// downloaded or learned. Out: the newest that can be read.

import Foundation
import SpamFilter
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

extension FilterFolder {
    /// Verifies a file of rules, writes it as the newest and removes all except the one before.
    /// Only for the app. It works beside the rules of the settings. The same file again is not
    /// written again.
    ///
    /// - Parameters:
    ///   - bytes: a file of rules.
    ///   - allowingRollback: whether it may have a lower sequence number than the newest file.
    /// - Throws: `rules` for bytes that are no whole file of rules, that none of the keys signed
    ///   where keys are given, or whose rules take too much memory. `rollback` for a lower sequence
    ///   number. With keys also `sequenceTaken`, for other rules under the number of the newest
    ///   file, if that is not 0. Else an error of the system.
    public func install(rules bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) {
        let checked = bytes.withUnsafeBytes { bytes in
            Result { () throws(RuleFileError) in
                let view = try RuleView(bytes)
                if let keys { try view.verify(signedBy: keys) } else { try view.verify() }
                _ = try RuleMatcher(file: view)
                return view.sequence
            }
        }
        let sequence = try checked.mapError { InstallError.rules($0) }.get()
        try files(.rules).add(
            bytes,
            Release(sequence, allowsRollback: allowingRollback, isUnique: keys != nil) { path throws(RuleFileOpenError) in
                let file = try openRules(path)
                return withExtendedLifetime(file) { file.view.sequence }
            })
    }

    /// The newest rules that open.
    func newestRules() throws(FileError) -> NewestFile<RuleFile, RuleFileError> {
        try files(.rules).newest { path throws(RuleFileOpenError) in try openRules(path) }
    }

    /// Without keys mapped, as lists may be larger than an extension's memory; installing verified
    /// them. With keys a small file is copied, so that what was verified stays. A larger one is
    /// mapped still: who can write to the shared folder can change its lists behind the check.
    private func openRules(_ path: String) throws(RuleFileOpenError) -> RuleFile {
        guard let keys else { return try RuleFile(path) }
        return try RuleFile(path, copiedUpTo: FilterFolder.mostCopiedRuleBytes, signedBy: keys)
    }
}

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
