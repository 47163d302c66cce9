// Extension: the folder that app and extension share (the App Group's container). The app writes,
// the extension only reads.
//
//     model-7.spam      the newest model
//     model-6.spam      the one before, used if the newest cannot be opened
//     settings-3.json   rules and switches, the same way
//     settings-2.json
//     rules-2.spamrules     lists and rules that the app ships or downloads
//     overlay-9.spamown     the person's own examples
//
// A file is written whole under a new number and never changed, so that a file in use stays as it
// is.

import Foundation
import SpamFilter
import SpamFilterIO

/// The shared folder of app and extension: numbered models, settings, files of rules and own
/// examples, the two newest of each.
/// Any number of threads and processes may write and read at once.
public struct FilterFolder: Sendable, Hashable {
    public let path: String
    /// The model that the app brought along, for when the folder has none that this build can read.
    public let bundledModel: String?
    public let keys: [PublicKey]?

    /// - Parameters:
    ///   - path: an existing folder, such as that of
    ///     `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)`.
    ///   - bundledModel: the path of a model, such as `Bundle.main.path(forResource:ofType:)` gives
    ///     it. The extension's bundle must hold it, too.
    ///   - keys: where they are given, only models and rules that one of them signed are installed
    ///     or opened. The bundled model needs no signature.
    public init(_ path: String, bundledModel: String? = nil, signedBy keys: [PublicKey]? = nil) {
        self.path = path
        self.bundledModel = bundledModel
        self.keys = keys
    }

    enum Kind {
        case model, settings, rules, overlay
    }

    func files(_ kind: Kind) -> NumberedFiles {
        switch kind {
        case .model: .models(path)
        case .settings: NumberedFiles(path, prefix: "settings-", suffix: ".json", isPrivate: true)
        case .rules: NumberedFiles(path, prefix: "rules-", suffix: ".spamrules")
        case .overlay: NumberedFiles(path, prefix: "overlay-", suffix: ".spamown", isPrivate: true)
        }
    }

    var modelLoader: ModelLoader { ModelLoader(path, bundled: bundledModel, signedBy: keys) }

    /// Verifies a model, writes it as the newest and removes all except the one before. Only for
    /// the app. See `ModelInstaller.install`.
    public func install(model bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) {
        try ModelInstaller(path, signedBy: keys).install(bytes, allowingRollback: allowingRollback)
    }

    /// Writes settings as the newest, if they read back as they are, and removes all except those
    /// before. Only for the app.
    public func save(_ settings: FilterSettings) throws {
        let json = settings.json()
        guard try FilterSettings(json: json) == settings else { throw FilterFolderError.notReadBack(path: path) }
        try files(.settings).add(
            Array(json),
            Release { path throws(FileError) in
                do throws(SettingsError) {
                    _ = try FilterFolder.readSettings(path)
                    return 0
                } catch {
                    if case .file(let error) = error, !error.isLasting { throw error }
                    return nil
                }
            })
    }

    /// The newest settings, or the defaults where there are none. If the newest cannot be read, the
    /// rules are those before, and the network is not asked: the user may have switched it off
    /// since.
    public func settings() -> FilterSettings { newestSettings().settings }

    /// The newest settings that can be read, and whether trying again would find the same: not
    /// where the system could not read a newer file.
    func newestSettings() -> (settings: FilterSettings, isSettled: Bool) {
        let found: NewestFile<FilterSettings, SettingsError>
        do throws(FileError) {
            found = try files(.settings).newest(FilterFolder.readSettings)
        } catch {
            return (FilterSettings(), error.isLasting)
        }
        var settings = found.value ?? FilterSettings()
        if !found.failures.isEmpty { settings.defersToNetwork = false }
        let isSettled = found.failures.allSatisfy {
            if case .file(let error) = $0.error { error.isLasting } else { true }
        }
        return (settings, isSettled)
    }

    private enum SettingsError: Error {
        case file(FileError)
        case content
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
    case notReadBack(path: String)

    public var description: String {
        switch self {
        case .notReadBack(let path):
            "\(path): expected settings that read back as they are, found others; leave out the rule added last"
        }
    }
}
