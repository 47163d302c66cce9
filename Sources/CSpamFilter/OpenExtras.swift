// C interface: what goes beside a model: a person's overlay, and rules. Their files are copied,
// because apps replace them often.

import SpamFilter
import SpamFilterIO

/// A person's overlay with its bytes.
struct OpenOverlay: ~Copyable {
    private let file: FileBytes
    private let view: OverlayView

    private init(_ path: String, for model: ModelView) throws(Failure) {
        // A byte more, so that a file somewhat too long is told from one that cannot be read.
        let file = try FileBytes.opened(path, .copied, most: PersonalOverlay.byteCount + 1)
        view = try OpenOverlay.view(file.bytes, path, for: model)
        self.file = consume file
    }

    private static func view(_ bytes: UnsafeRawBufferPointer, _ path: String, for model: ModelView) throws(Failure) -> OverlayView
    {
        do throws(OverlayError) {
            let view = try OverlayView(bytes)
            _ = try Classifier(model, overlay: view)
            return view
        } catch {
            throw Failure(OverlayFileError.content(path: path, error))
        }
    }

    /// The overlay of the options, if it fits the model; `nil` where none is wanted.
    static func open(_ options: OpenOptions, for model: ModelView) throws(Failure) -> OpenOverlay? {
        guard let path = options.overlay else { return nil }
        return try OpenOverlay(path, for: model)
    }

    /// `nil` never: the overlay fitted when it was opened.
    func classifier(_ model: ModelView) -> Classifier? { try? Classifier(model, overlay: view) }
}

/// A file of rules.
struct OpenRules: ~Copyable {
    private let file: RuleFile

    private init(_ path: String, _ options: OpenOptions) throws(Failure) {
        let file = try OpenRules.file(path, options)
        try OpenRules.check(file.view, path, options)
        self.file = consume file
    }

    private static func file(_ path: String, _ options: OpenOptions) throws(Failure) -> RuleFile {
        do throws(RuleFileOpenError) {
            return try RuleFile(path, .copied, signedBy: options.keys)
        } catch {
            throw Failure(error)
        }
    }

    private static func check(_ view: RuleView, _ path: String, _ options: OpenOptions) throws(Failure) {
        do throws(RuleFileError) {
            // With keys it is checked already.
            if options.isChecked, options.keys == nil { try view.verify() }
            _ = try RuleMatcher(file: view)
        } catch {
            throw Failure(RuleFileOpenError.content(path: path, error))
        }
    }

    /// The rules of the options; `nil` where none are wanted.
    static func open(_ options: OpenOptions) throws(Failure) -> OpenRules? {
        guard let path = options.rules else { return nil }
        return try OpenRules(path, options)
    }

    /// `nil` never: the rules were asked when they were opened.
    func matcher() -> RuleMatcher? { try? RuleMatcher(file: file.view) }
}
