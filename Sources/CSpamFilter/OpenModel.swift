// C interface: what stands behind a spamfilter_model, and the calls that make and end it.

import CSpamFilterHeader
import SpamFilter
import SpamFilterIO

/// A model with the memory that it is read from, and its classifiers. All behind pointers: every
/// decision would copy larger members.
struct OpenModel: ~Copyable {
    private let file: UnsafeMutablePointer<ModelFile>?
    private let copy: UnsafeMutableRawPointer?
    let view: UnsafeMutablePointer<ModelView>
    let pool = ClassifierPool()

    init(path: String, _ options: OpenOptions) throws(Failure) {
        // Values first, then members: an initialiser of a noncopyable value cannot throw once a
        // member is set.
        let file = try OpenModel.file(path, options.loading)
        let view = file.view
        if options.isChecked { try OpenModel.verify(view, path) }
        self.file = .allocate(capacity: 1)
        self.file?.initialize(to: file)
        self.view = .allocate(capacity: 1)
        self.view.initialize(to: view)
        copy = nil
    }

    init(bytes: UnsafeRawBufferPointer, _ options: OpenOptions) throws(Failure) {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
        if let base = bytes.baseAddress { copy.copyMemory(from: base, byteCount: bytes.count) }
        let view: ModelView
        do throws(Failure) {
            view = try OpenModel.view(UnsafeRawBufferPointer(start: copy, count: bytes.count))
            if options.isChecked { try OpenModel.verify(view, nil) }
        } catch {
            copy.deallocate()
            throw error
        }
        file = nil
        self.copy = copy
        self.view = .allocate(capacity: 1)
        self.view.initialize(to: view)
    }

    deinit {
        view.deinitialize(count: 1)
        view.deallocate()
        file?.deinitialize(count: 1)
        file?.deallocate()
        copy?.deallocate()
    }

    private static func file(_ path: String, _ loading: FileLoading) throws(Failure) -> ModelFile {
        do throws(ModelFileError) {
            return try ModelFile(path, loading)
        } catch {
            throw Failure(error)
        }
    }

    private static func view(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> ModelView {
        do throws(ModelError) {
            return try ModelView(bytes)
        } catch {
            throw Failure(error)
        }
    }

    private static func verify(_ view: ModelView, _ path: String?) throws(Failure) {
        do throws(ModelError) {
            try view.verify()
        } catch {
            throw path.map { Failure(.model(path: $0, error)) } ?? Failure(error)
        }
    }
}

extension OpenModel {
    /// The model behind a pointer that `spamfilter_open` gave.
    @inline(__always)
    static func behind(_ model: OpaquePointer?) throws(Failure) -> UnsafeMutablePointer<OpenModel> {
        UnsafeMutablePointer(try required(model, "an open model"))
    }

    /// Calls `use` with a classifier that no other thread has meanwhile.
    @inline(__always)
    func withClassifier<Result>(_ use: (inout Classifier) -> Result) -> Result {
        // Each thread begins its search elsewhere, and so finds its own classifier again.
        let thread = filter_thread_number()
        let classifier = pool.take(for: thread) ?? ClassifierPool.make(view.pointee)
        defer { pool.giveBack(classifier, for: thread) }
        return use(&classifier.pointee)
    }

    /// Puts a model where the caller can keep it.
    fileprivate static func hand(_ model: consuming OpenModel, to result: UnsafeMutablePointer<OpaquePointer?>) {
        let place = UnsafeMutablePointer<OpenModel>.allocate(capacity: 1)
        place.initialize(to: model)
        result.pointee = OpaquePointer(place)
    }
}

@_cdecl("spamfilter_open")
public func spamfilter_open(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<spamfilter_options>?, _ model: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let result = try required(model, "the place for a model")
        result.pointee = nil
        let path = try required(path, "a path")
        OpenModel.hand(try OpenModel(path: String(cString: path), OpenOptions(options)), to: result)
    }
}

@_cdecl("spamfilter_open_bytes")
public func spamfilter_open_bytes(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<spamfilter_options>?,
    _ model: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let result = try required(model, "the place for a model")
        result.pointee = nil
        let options = try OpenOptions(options)
        if options.loading == .mapped { throw .argument("SPAMFILTER_MAPPED is for files; leave it out for bytes") }
        OpenModel.hand(try OpenModel(bytes: UnsafeRawBufferPointer(start: bytes, length, "the model"), options), to: result)
    }
}

@_cdecl("spamfilter_close")
public func spamfilter_close(_ model: OpaquePointer?) {
    guard let model else { return }
    let place = UnsafeMutablePointer<OpenModel>(model)
    place.deinitialize(count: 1)
    place.deallocate()
}
