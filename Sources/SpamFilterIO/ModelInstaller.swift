// IO: a model that came from elsewhere, into the folder that apps read models from.

import SpamFilter

/// Puts models into a folder, numbered: `model-7.spam`. `ModelLoader` opens the newest. Any number
/// of processes may install and load at once.
public struct ModelInstaller: Sendable {
    private let files: NumberedFiles
    private let keys: [PublicKey]?

    /// - Parameters:
    ///   - folder: an existing folder for models and little else.
    ///   - keys: where they are given, only models that one of them signed are installed, and only
    ///     such count as installed before.
    public init(_ folder: String, signedBy keys: [PublicKey]? = nil) {
        files = .models(folder)
        self.keys = keys
    }

    /// Verifies a model and writes it as the newest. When this returns, the model is on disk for
    /// good, and a loader opens it or a later one. The model before is kept, older ones are
    /// removed.
    ///
    /// Each failure, and a kill at any moment, leaves a folder whose newest model is whole: the one
    /// before, or this one. Then install again.
    ///
    /// - Parameters:
    ///   - bytes: a model file.
    ///   - allowingRollback: whether it may have a lower sequence number than the newest model of
    ///     the folder. A model without a number has the number 0. Models that this build cannot
    ///     read do not count.
    /// - Returns: the path of the file.
    /// - Throws: an error of the model, of the system, or `rollback`.
    /// - Complexity: O(bytes of this model and of the two newest), and two waits for the disk.
    @discardableResult
    public func install(_ bytes: [UInt8], allowingRollback: Bool = false) throws(InstallError) -> String {
        let sequence = try sequence(of: bytes)
        let release = Release(sequence, allowsRollback: allowingRollback) { path throws(ModelFileError) in
            let file = try ModelFile.whole(path, .copied, signedBy: keys)
            return withExtendedLifetime(file) { file.view.sequence }
        }
        return files.path(try files.add(bytes, release))
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
