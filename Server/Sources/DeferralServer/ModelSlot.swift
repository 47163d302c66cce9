// Server: the model that answers now, and the file that it is read from again when it changes.

import Foundation
import SpamFilter
import SpamFilterIO
import Synchronization

/// Holds one model, and takes another when its file changes. Queries never wait for that.
public final class ModelSlot: Sendable {
    public let path: String
    private let terms: ModelTerms
    private let state: Mutex<State>

    private struct State {
        var model: ServedModel
        var stamp: FileStamp?
    }

    public init(_ path: String, _ terms: ModelTerms = ModelTerms()) throws(ModelRefusal) {
        self.path = path
        self.terms = terms
        // Before the file is read: a change after it is seen at the next look.
        let stamp = FileStamp(path)
        state = Mutex(State(model: try terms.open(path), stamp: stamp))
    }

    public var current: ServedModel { state.withLock { $0.model } }

    /// Whether the file is another one than that which was tried last, or could not be read then.
    public var hasChanged: Bool {
        let stamp = FileStamp(path)
        // A file that is missing for a moment is about to be replaced.
        return stamp != nil && stamp != state.withLock { $0.stamp }
    }

    /// Reads the file and answers by it from now on. If it cannot be used, the model stays, and the
    /// file is not tried again until it changes. One that the system could not read is tried again.
    /// The same bytes are the same model, and what it knows of drift stays.
    ///
    /// - Complexity: O(bytes of the file).
    public func reload() throws(ModelRefusal) -> ServedModel {
        let stamp = FileStamp(path), before = current
        let result = Result { () throws(ModelRefusal) in try terms.open(path, after: before) }
        let model = state.withLock { state -> Result<ServedModel, ModelRefusal> in
            if case .failure(let refusal) = result, !refusal.isLasting { state.stamp = nil } else { state.stamp = stamp }
            if case .success(let model) = result, model.name != state.model.name { state.model = model }
            return result.map { _ in state.model }
        }
        return try model.get()
    }
}

/// What changes when a file is replaced, written to, or given other permissions.
private struct FileStamp: Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    /// Of the last change of content or permissions.
    let seconds: Int
    let nanoseconds: Int

    /// `nil` where there is no file.
    init?(_ path: String) {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: found.st_dev)
        inode = UInt64(found.st_ino)
        size = Int64(found.st_size)
        #if canImport(Darwin)
        let time = found.st_ctimespec
        #else
        let time = found.st_ctim
        #endif
        seconds = time.tv_sec
        nanoseconds = time.tv_nsec
    }
}
