// IO: the model to decide with: the newest of a folder that this build can read, else the one that
// the app brought along.

import SpamFilter

/// Opens the newest usable model of a folder that `ModelInstaller` writes to.
///
/// Tried are the newest four models of the folder, then the bundled one. The bundled one comes
/// first where its sequence number is higher than that of the folder's: a new version of the app
/// brings a newer model, and an old download does not outlive it. Models without a number have the
/// number 0.
///
/// An update of the app may read messages anew, with another tokenizer version: then the models of
/// the folder are passed over by name, and the bundled one answers until one for the new version is
/// installed.
public struct ModelLoader: Sendable {
    private let files: NumberedFiles
    private let bundled: String?
    private let keys: [PublicKey]?
    private let loading: FileLoading

    /// A loader for one folder. It reads nothing yet.
    ///
    /// - Parameters:
    ///   - folder: it may be missing.
    ///   - bundled: the path of the model that the app brought along. It needs no signature: the
    ///     app vouches for it.
    ///   - keys: where they are given, models of the folder that none of them signed are passed
    ///     over.
    ///   - loading: a copy takes memory of the model's size, and no change of the file harms it. If
    ///     a mapped file is shortened, the process ends, and who changes it changes verdicts: the
    ///     signature is of the bytes at the time of opening.
    public init(_ folder: String, bundled: String? = nil, signedBy keys: [PublicKey]? = nil, loading: FileLoading = .copied) {
        files = .models(folder)
        self.bundled = bundled
        self.keys = keys
        self.loading = loading
    }

    /// Opens and verifies the model. It is at least as new as the one whose installation was
    /// confirmed last before the call, unless the system cannot read that one: see
    /// `LoadedModel.attempts` and `isSettled`.
    ///
    /// - Complexity: O(bytes of the models that are tried), some 6 ms a megabyte.
    public func load() -> LoadedModel {
        let found = newestOfFolder()
        guard let bundled else { return found }
        guard let sequence = found.sequence else { return bundledModel(bundled, behind: found.attempts) }
        let bundledSequence: UInt64
        do throws(ModelFileError) {
            // Mapped, so that it costs no room beside the other.
            let file = try ModelFile(bundled, .mapped)
            bundledSequence = withExtendedLifetime(file) { file.view.sequence }
        } catch {
            // It may be the newer one, but not if its bytes are wrong.
            return error.isLasting ? found : found.with(.init(path: bundled, error: error))
        }
        guard bundledSequence > sequence else { return found }
        let attempts = found.attempts
        // An extension has no room for two.
        _ = found.take()
        let loaded = bundledModel(bundled, behind: attempts)
        guard loaded.path == nil, let attempt = loaded.attempts.last else { return loaded }
        return newestOfFolder().with(attempt)
    }

    private func newestOfFolder() -> LoadedModel {
        do throws(FileError) {
            let found = try files.newest { path throws(ModelFileError) in
                LoadedModel.Opened(try ModelFile.whole(path, loading, signedBy: keys), path)
            }
            var attempts = found.failures.map { LoadedModel.Attempt(path: files.path($0.number), error: $0.error) }
            if let error = found.listing { attempts.append(.init(path: files.folder, error: .file(error))) }
            return LoadedModel(found.take(), attempts)
        } catch {
            return LoadedModel(nil, [.init(path: files.folder, error: .file(error))])
        }
    }

    private func bundledModel(_ path: String, behind attempts: [LoadedModel.Attempt]) -> LoadedModel {
        do throws(ModelFileError) {
            return LoadedModel(.init(try ModelFile.whole(path, loading), path), attempts)
        } catch {
            return LoadedModel(nil, attempts + [.init(path: path, error: error)])
        }
    }
}

/// What a loader found: a model or none, and what it passed over.
public struct LoadedModel: ~Copyable {
    /// A file that was passed over.
    public struct Attempt: Sendable, Equatable, CustomStringConvertible {
        /// The file that was tried, or the folder that could not be listed.
        public let path: String
        /// Why it was passed over.
        public let error: ModelFileError

        public var description: String { error.description }
    }

    struct Opened: ~Copyable {
        let file: ModelFile
        let path: String

        init(_ file: consuming ModelFile, _ path: String) {
            self.file = file
            self.path = path
        }
    }

    private let opened: Opened?
    /// The files that were passed over and why, in the order of trying. A model of a lower sequence
    /// number than the bundled one is none of them.
    public let attempts: [Attempt]

    init(_ opened: consuming Opened?, _ attempts: [Attempt]) {
        self.opened = opened
        self.attempts = attempts
    }

    /// The path of the model; `nil` where none opened.
    public var path: String? {
        switch opened {
        case .some(let opened): opened.path
        case .none: nil
        }
    }

    var sequence: UInt64? {
        switch opened {
        case .some(let opened): opened.file.view.sequence
        case .none: nil
        }
    }

    consuming func with(_ attempt: Attempt) -> LoadedModel {
        let attempts = attempts + [attempt]
        return LoadedModel(opened, attempts)
    }

    /// The model, out of this value, which ends; `nil` where none opened.
    public consuming func take() -> ModelFile? {
        switch consume opened {
        case .some(let opened): opened.file
        case .none: nil
        }
    }

    /// Whether trying again would find the same. `false` where the system could not read a file: it
    /// may be locked, or memory short.
    public var isSettled: Bool { attempts.allSatisfy { $0.error.isLasting } }

    /// The files, or the folder, that the system could not read.
    package var unread: [String] { attempts.filter { !$0.error.isLasting }.map(\.path) }
}

extension ModelFile {
    /// A model whose every section has its checksum, signed where keys are given.
    static func whole(
        _ path: String, _ loading: FileLoading, signedBy keys: [PublicKey]? = nil
    ) throws(ModelFileError) -> ModelFile {
        let file = try ModelFile(path, loading, signedBy: keys)
        // With keys all of it was read already.
        guard keys == nil else { return file }
        let view = file.view
        try ModelFileError.checking(path) { () throws(ModelError) in try view.verify() }
        return file
    }
}
