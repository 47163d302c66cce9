// C interface: the memory that a model is read from.

import SpamFilter
import SpamFilterIO

/// A model with its bytes: those of a file, or a copy of the caller's.
struct ModelMemory: ~Copyable {
    private let file: FileBytes?
    private let copy: UnsafeMutableRawPointer?
    let view: ModelView

    init(path: String, _ options: OpenOptions) throws(Failure) {
        let file = try FileBytes.opened(path, options.loading)
        do throws(ModelError) {
            view = try ModelMemory.view(file.bytes, options)
        } catch {
            throw Failure(.model(path: path, error))
        }
        self.file = consume file
        copy = nil
    }

    init(bytes: UnsafeRawBufferPointer, _ options: OpenOptions) throws(Failure) {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        if let base = bytes.baseAddress { copy.copyMemory(from: base, byteCount: bytes.count) }
        do throws(ModelError) {
            view = try ModelMemory.view(UnsafeRawBufferPointer(start: copy, count: bytes.count), options)
        } catch {
            copy.deallocate()
            throw Failure(error)
        }
        file = nil
        self.copy = copy
    }

    deinit { copy?.deallocate() }

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
    static func opened(_ path: String, _ loading: FileLoading) throws(Failure) -> FileBytes {
        do throws(FileError) {
            return try FileBytes(path, loading)
        } catch {
            throw Failure(error)
        }
    }
}
