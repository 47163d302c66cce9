// C interface: what stands behind a spamfilter_model, and the calls that make and end it.

import CSpamFilterHeader
import SpamFilter
import SpamFilterIO

/// A model with the memory that it is read from, a person's overlay, and its classifiers. All
/// behind pointers: every decision would copy larger members.
struct OpenModel: ~Copyable {
    private let memory: UnsafeMutablePointer<ModelMemory>
    private let overlay: UnsafeMutablePointer<OpenOverlay>?
    let pool = ClassifierPool()

    var view: ModelView { memory.pointee.view }

    init(_ memory: consuming ModelMemory, _ options: OpenOptions) throws(Failure) {
        // Values first, then members: an initialiser of a noncopyable value cannot throw once a
        // member is set.
        let model = memory.view
        var overlay: UnsafeMutablePointer<OpenOverlay>?
        if let path = options.overlay {
            let opened = try OpenOverlay(path)
            // Does it fit the model?
            _ = try OpenModel.classifier(model, opened.view, path)
            overlay = .allocate(capacity: 1)
            overlay?.initialize(to: opened)
        }
        self.overlay = overlay
        self.memory = .allocate(capacity: 1)
        self.memory.initialize(to: memory)
    }

    deinit {
        overlay?.deinitialize(count: 1)
        overlay?.deallocate()
        memory.deinitialize(count: 1)
        memory.deallocate()
    }

    @inline(never)
    private func makeClassifier() -> UnsafeMutablePointer<Classifier> {
        let place = UnsafeMutablePointer<Classifier>.allocate(capacity: 1)
        if let overlay {
            do throws(OverlayError) {
                place.initialize(to: try Classifier(view, overlay: overlay.pointee.view))
                return place
            } catch {
                // Not reached: the overlay fitted when the model was opened.
            }
        }
        place.initialize(to: Classifier(view))
        return place
    }

    private static func classifier(
        _ model: ModelView, _ overlay: OverlayView, _ path: String
    ) throws(Failure) -> Classifier {
        do throws(OverlayError) {
            return try Classifier(model, overlay: overlay)
        } catch {
            throw Failure(overlay: path, error)
        }
    }

    /// Calls `use` with a classifier that no other thread has meanwhile.
    @inline(__always)
    func withClassifier<Result>(_ use: (inout Classifier) -> Result) -> Result {
        // Each thread begins its search elsewhere, and so finds its own classifier again.
        let thread = filter_thread_number()
        let classifier = pool.take(for: thread) ?? makeClassifier()
        defer { pool.giveBack(classifier, for: thread) }
        return use(&classifier.pointee)
    }
}

extension OpenModel {
    /// The model behind a pointer that `spamfilter_open` gave.
    @inline(__always)
    static func behind(_ model: OpaquePointer?) throws(Failure) -> UnsafeMutablePointer<OpenModel> {
        UnsafeMutablePointer(try required(model, "an open model"))
    }

    /// Puts a model where the caller can keep it.
    fileprivate static func hand(_ model: consuming OpenModel, to result: UnsafeMutablePointer<OpaquePointer?>) {
        let place = UnsafeMutablePointer<OpenModel>.allocate(capacity: 1)
        place.initialize(to: model)
        result.pointee = OpaquePointer(place)
    }
}

@_cdecl("spamfilter_open")
public func spamfilterOpen(
    _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<spamfilter_options>?, _ model: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let result = try required(model, "the place for a model")
        result.pointee = nil
        let path = try required(path, "a path")
        let options = try OpenOptions(options)
        OpenModel.hand(try OpenModel(ModelMemory(path: String(cString: path), options), options), to: result)
    }
}

@_cdecl("spamfilter_open_bytes")
public func spamfilterOpenBytes(
    _ bytes: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<spamfilter_options>?,
    _ model: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    Failure.status { () throws(Failure) in
        let result = try required(model, "the place for a model")
        result.pointee = nil
        let options = try OpenOptions(options)
        if options.loading == .mapped { throw .argument("SPAMFILTER_MAPPED is for files; leave it out for bytes") }
        let bytes = try UnsafeRawBufferPointer(start: bytes, length, "the model")
        OpenModel.hand(try OpenModel(ModelMemory(bytes: bytes, options), options), to: result)
    }
}

@_cdecl("spamfilter_close")
public func spamfilterClose(_ model: OpaquePointer?) {
    guard let model else { return }
    let place = UnsafeMutablePointer<OpenModel>(model)
    place.deinitialize(count: 1)
    place.deallocate()
}
