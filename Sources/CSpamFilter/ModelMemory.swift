// C interface: the memory that a model is read from.

import SpamFilter
import SpamFilterIO

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A model with its bytes: those of a file, or a copy of the caller's.
struct ModelMemory: ~Copyable {
    private let file: FileBytes?
    private let copy: UnsafeMutableRawPointer?
    let view: ModelView

    init(path: String, _ options: OpenOptions) throws(Failure) {
        // A model says in 32 bits where its sections begin.
        let file = try FileBytes.opened(path, options.loading, most: Int(clamping: UInt32.max))
        do throws(ModelError) {
            view = try ModelMemory.view(file.bytes, options)
        } catch {
            throw Failure(ModelFileError.content(path: path, error))
        }
        self.file = consume file
        copy = nil
    }

    init(bytes: UnsafeRawBufferPointer, _ options: OpenOptions) throws(Failure) {
        try ModelMemory.look(at: bytes)
        // Not Swift's `allocate`, which ends the process where memory runs out.
        guard let copy = malloc(max(bytes.count, 1)) else { throw .memory(bytes.count) }
        if let base = bytes.baseAddress { copy.copyMemory(from: base, byteCount: bytes.count) }
        do throws(ModelError) {
            view = try ModelMemory.view(UnsafeRawBufferPointer(start: copy, count: bytes.count), options)
        } catch {
            free(copy)
            throw Failure(error)
        }
        file = nil
        self.copy = copy
    }

    deinit { free(copy) }

    /// Throws for what is no model, before memory is taken for it.
    private static func look(at bytes: UnsafeRawBufferPointer) throws(Failure) {
        do throws(ModelError) { _ = try ModelView(bytes) } catch { throw Failure(error) }
    }

    private static func view(_ bytes: UnsafeRawBufferPointer, _ options: OpenOptions) throws(ModelError) -> ModelView {
        let view = try ModelView(bytes)
        if let keys = options.keys {
            try view.verify(signedBy: keys)
        } else if options.isChecked {
            try view.verify()
        }
        return view
    }
}

extension FileBytes {
    static func opened(_ path: String, _ loading: FileLoading, most: Int) throws(Failure) -> FileBytes {
        do throws(FileError) {
            return try FileBytes(path, loading, most: most)
        } catch {
            throw Failure(error)
        }
    }
}
