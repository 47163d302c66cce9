// C interface: what stands behind a spamfilter_model, and the calls that make and end it.

import CSpamFilterHeader
import SpamFilter
import SpamFilterIO

/// A model with the memory that it is read from, rules, a person's overlay, and its filters. All
/// behind pointers: every decision would copy larger members.
struct OpenModel: ~Copyable {
    private let model: UnsafeMutablePointer<ModelFile>
    private let overlay: UnsafeMutablePointer<OverlayFile>?
    private let rules: UnsafeMutablePointer<RuleFile>?
    let pool = FilterPool()

    var view: ModelView { model.pointee.view }

    /// Whether rules go before the model.
    var hasRules: Bool { rules != nil }

    init(_ model: consuming ModelFile, _ options: OpenOptions) throws(Failure) {
        // Values first, then members: an initialiser of a noncopyable value cannot throw once a
        // member is set.
        let overlay = try OverlayFile.opened(options, for: model.view)
        let rules = try RuleFile.opened(options)
        self.overlay = OpenModel.kept(overlay)
        self.rules = OpenModel.kept(rules)
        self.model = .allocate(capacity: 1)
        self.model.initialize(to: model)
    }

    private static func kept<Value: ~Copyable>(_ value: consuming Value?) -> UnsafeMutablePointer<Value>? {
        switch consume value {
        case .some(let value):
            let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            place.initialize(to: value)
            return place
        case .none: return nil
        }
    }

    deinit {
        rules?.deinitialize(count: 1)
        rules?.deallocate()
        overlay?.deinitialize(count: 1)
        overlay?.deallocate()
        model.deinitialize(count: 1)
        model.deallocate()
    }

    @inline(never)
    private func makeFilter() -> UnsafeMutablePointer<MessageFilter> {
        let place = UnsafeMutablePointer<MessageFilter>.allocate(capacity: 1)
        // Both fitted when they were opened.
        let classifier = overlay.flatMap { try? Classifier(view, overlay: $0.pointee.view) } ?? Classifier(view)
        let matcher = rules.flatMap { try? RuleMatcher(file: $0.pointee.view) } ?? RuleMatcher([])
        place.initialize(to: MessageFilter(classifier, rules: matcher))
        return place
    }

    /// Calls `use` with a filter that no other thread has meanwhile.
    @inline(__always)
    func withFilter<Result>(_ use: (inout MessageFilter) -> Result) -> Result {
        // Each thread begins its search elsewhere, and so finds its own filter again.
        let thread = filter_thread_number()
        let filter = pool.take(for: thread) ?? makeFilter()
        defer { pool.giveBack(filter, for: thread) }
        return use(&filter.pointee)
    }

    /// Calls `use` with the classifier of such a filter.
    @inline(__always)
    func withClassifier<Result>(_ use: (inout Classifier) -> Result) -> Result {
        withFilter { filter in
            guard let result = filter.withClassifier(use) else { preconditionFailure("a filter without a model") }
            return result
        }
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
        OpenModel.hand(try OpenModel(ModelFile.opened(OpenOptions.path(path), options), options), to: result)
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
        OpenModel.hand(try OpenModel(ModelFile.copied(bytes, options), options), to: result)
    }
}

@_cdecl("spamfilter_close")
public func spamfilterClose(_ model: OpaquePointer?) {
    guard let model else { return }
    let place = UnsafeMutablePointer<OpenModel>(model)
    place.deinitialize(count: 1)
    place.deallocate()
}
