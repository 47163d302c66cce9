// IO: the model to decide with: the newest of a folder that this build can read, else the one that
// the app brought along.

import SpamFilter

/// Opens the newest usable model of a folder that `ModelInstaller` writes to.
///
/// Tried are the newest four models of the folder, then the bundled one. An update of the app may
/// read messages anew, with another tokenizer version: then the models of the folder are passed
/// over by name, and the bundled one answers until one for the new version is installed.
public struct ModelLoader: Sendable {
    private let files: NumberedFiles
    private let bundled: String?
    private let keys: [PublicKey]?
    private let loading: FileLoading

    /// - Parameters:
    ///   - folder: it may be missing.
    ///   - bundled: the path of the model that the app brought along. It needs no signature: the
    ///     app vouches for it.
    ///   - keys: where they are given, models of the folder that none of them signed are passed
    ///     over.
    ///   - loading: a copy takes memory of the model's size, and no change of the file harms it. If
    ///     a mapped file is shortened, the process ends.
    public init(_ folder: String, bundled: String? = nil, signedBy keys: [PublicKey]? = nil, loading: FileLoading = .copied) {
        files = .models(folder)
        self.bundled = bundled
        self.keys = keys
        self.loading = loading
    }

    /// Opens and verifies the model. It is at least as new as the one whose installation was
    /// confirmed last before the call.
    ///
    /// - Complexity: O(bytes of the models that are tried), some 6 ms a megabyte.
    public func load() -> LoadedModel {
        var attempts: [LoadedModel.Attempt] = []
        do throws(FileError) {
            let found = try files.newest { path throws(ModelFileError) in
                LoadedModel.Opened(try ModelFile.whole(path, loading, signedBy: keys), path)
            }
            attempts = found.failures.map { .init(path: files.path($0.number), error: $0.error) }
            if let opened = found.take() { return LoadedModel(opened, attempts) }
        } catch {
            attempts = [.init(path: files.folder, error: .file(error))]
        }
        guard let bundled else { return LoadedModel(nil, attempts) }
        do throws(ModelFileError) {
            return LoadedModel(.init(try ModelFile.whole(bundled, loading), bundled), attempts)
        } catch {
            return LoadedModel(nil, attempts + [.init(path: bundled, error: error)])
        }
    }
}

/// What a loader found.
public struct LoadedModel: ~Copyable {
    /// A file that was passed over.
    public struct Attempt: Sendable, Equatable, CustomStringConvertible {
        public let path: String
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
    /// The files that were passed over and why, in the order of trying.
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

    /// The model; `nil` where none opened.
    public consuming func take() -> ModelFile? {
        switch consume opened {
        case .some(let opened): opened.file
        case .none: nil
        }
    }

    /// Whether trying again would find the same. `false` where the system could not read a file: it
    /// may be locked, or memory short.
    public var isSettled: Bool { attempts.allSatisfy { $0.error.isLasting } }
}

extension ModelFile {
    /// A model whose every section has its checksum, signed where keys are given.
    static func whole(
        _ path: String, _ loading: FileLoading, signedBy keys: [PublicKey]? = nil
    ) throws(ModelFileError) -> ModelFile {
        let file = try ModelFile(path, loading, signedBy: keys)
        // With keys all of it was read already.
        guard keys == nil else { return file }
        do throws(ModelError) {
            try file.view.verify()
        } catch {
            throw .model(path: path, error)
        }
        return file
    }
}
