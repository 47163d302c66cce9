// IO: a model that came from elsewhere, into the folder that apps read models from.

import SpamFilter

/// Puts models into a folder, numbered: `model-7.spam`. `ModelLoader` opens the newest. Any number
/// of processes may install and load at once.
public struct ModelInstaller: Sendable {
    private let files: NumberedFiles
    private let bundled: String?
    private let keys: [PublicKey]?

    /// An installer for one folder. It reads nothing yet.
    ///
    /// - Parameters:
    ///   - folder: an existing folder for models and little else.
    ///   - bundled: the path of the model that the app brought along, as the loader has it. Its
    ///     sequence number counts like that of an installed one. One that does not open has none.
    ///   - keys: where they are given, only models that one of them signed are installed, and only
    ///     such count as installed before.
    public init(_ folder: String, bundled: String? = nil, signedBy keys: [PublicKey]? = nil) {
        files = .models(folder)
        self.bundled = bundled
        self.keys = keys
    }

    /// Verifies a model and writes it as the newest. When this returns, the model is on disk for
    /// good, and a loader opens it or a later one. The model before is kept, older ones are
    /// removed.
    ///
    /// Each failure, and a kill at any moment, leaves a folder whose newest model is whole: the one
    /// before, or this one. Then install again.
    ///
    /// Where the newest model is the same, byte for byte, nothing is written: its path is returned
    /// once it is on disk for good, and the model before stays.
    ///
    /// - Parameters:
    ///   - bytes: a model file.
    ///   - allowingRollback: whether it may have a lower sequence number than the newest model of
    ///     the folder and the bundled one. A model without a number has the number 0. Models that
    ///     this build cannot read do not count. A loader still prefers a bundled one of a higher
    ///     number.
    /// - Returns: the path of the file.
    /// - Throws: an error of the model, of the system, or `rollback`. With keys also
    ///   `sequenceTaken`: other bytes under the number of the newest model, if that is not 0.
    /// - Complexity: O(bytes of this model, the bundled and the two newest), and two waits for the
    ///   disk.
    @discardableResult
    public func install(_ bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) -> String {
        let sequence = try sequence(of: bytes)
        let floor = try allowingRollback ? 0 : bundledSequence()
        let release = Release(sequence, allowsRollback: allowingRollback, floor: floor, isUnique: keys != nil) {
            path throws(ModelFileError) in
            let file = try ModelFile.whole(path, .copied, signedBy: keys)
            return withExtendedLifetime(file) { file.view.sequence }
        }
        return files.path(try files.add(bytes, release))
    }

    /// Throws where the system could not read the bundled model: it may be the newest.
    private func bundledSequence() throws(InstallError) -> UInt64 {
        guard let bundled else { return 0 }
        do throws(ModelFileError) {
            let file = try ModelFile.whole(bundled, .mapped)
            return withExtendedLifetime(file) { file.view.sequence }
        } catch {
            if let file = error.fileError, !file.isLasting { throw .file(file) }
            return 0
        }
    }

    private func sequence(of bytes: [UInt8]) throws(InstallError) -> UInt64 {
        let opened = bytes.withUnsafeBytes { bytes in
            Result { () throws(ModelError) in
                let view = try ModelView(bytes)
                if let keys { try view.verify(signedBy: keys) } else { try view.verify() }
                return view.sequence
            }
        }
        return try opened.mapError { InstallError.model($0) }.get()
    }
}
