// Extension: the folder that app and extension share (the App Group's container). The app writes,
// the extension only reads.
//
//     model-7.spam      the newest model
//     model-6.spam      the one before, used if the newest cannot be opened
//     settings-3.json   rules and switches, the same way
//     settings-2.json
//     rules-4.spamrules rules and lists that the app downloaded, the same way
//     overlay-9.spamown the user's own examples, the same way
//
// A file is written whole under a new number and never changed, so that a file in use stays as it
// is.

import Foundation
import SpamFilter
import SpamFilterIO

/// The shared folder of app and extension: numbered models, settings, files of rules and own
/// examples, the two newest of each. Any number of threads and processes may write and read at
/// once.
public struct FilterFolder: Sendable, Hashable {
    /// The path of the folder.
    public let path: String
    /// The path of the model that the app brought along, for when the folder has none that this
    /// build can read, or only one of a lower sequence number; `nil` for none.
    public let bundledModel: String?
    /// The keys of those whose models and rules are taken; `nil` for anybody's. With no keys,
    /// nobody's.
    public let keys: [PublicKey]?

    /// The folder at a path. Reads nothing yet.
    ///
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

    // What an extension may take, by its parts: with a classifier's 68 KiB and all that reading
    // settings takes, below the 6 MB that were measured in 2019. In 2026 a phone ended an extension
    // at 24 MiB. Apple documents no limit.
    /// The largest model that fits an extension, which copies it.
    package static let mostModelBytes = 2 << 20
    /// The largest file of rules that is copied, where keys are given.
    static let mostCopiedRuleBytes = 512 << 10

    enum Kind: CaseIterable {
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
    /// the app.
    ///
    /// - Parameters:
    ///   - bytes: a model file.
    ///   - allowingRollback: whether it may have a lower sequence number than the newest model.
    /// - Returns: whether the person must switch the filter off and on again: the model that
    ///   answers now declares other sub-actions than the one before, and the system asks for them
    ///   only when the filter is switched on.
    /// - Throws: as of `ModelInstaller.install`, which says more.
    /// - Complexity: that of `ModelInstaller.install`, and O(bytes of both models).
    @discardableResult
    public func install(model bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) -> SubFolders {
        let before = declared
        try ModelInstaller(path, bundled: bundledModel, signedBy: keys).install(bytes, allowingRollback: allowingRollback)
        return declared == before ? .same : .changed
    }

    /// What an installed model means for the sub-folders that the system shows.
    public enum SubFolders: Sendable {
        /// The system's are those of the model.
        case same
        /// The system shows those of the model before, until the person switches the filter off and
        /// on again.
        case changed
    }

    /// What the model that answers declares; nothing without one.
    private var declared: LabelSet {
        let loaded = modelLoader.load()
        guard let model = loaded.take() else { return [] }
        return model.view.policy.declared
    }
}
