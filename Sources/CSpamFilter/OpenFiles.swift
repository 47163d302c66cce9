// C interface: the model and what goes beside it, a person's overlay and rules, opened as options
// say. Overlays and rules are copied, because apps replace their files often.

import SpamFilter
import SpamFilterIO

extension ModelFile {
    static func opened(_ path: String, _ options: OpenOptions) throws(Failure) -> ModelFile {
        do throws(ModelFileError) {
            let file = try ModelFile(path, options.loading, signedBy: options.keys)
            // With keys it is checked already.
            if options.isChecked, options.keys == nil { try ModelFile.verify(file.view, path) }
            return file
        } catch {
            throw Failure(error)
        }
    }

    private static func verify(_ view: ModelView, _ path: String) throws(ModelFileError) {
        do throws(ModelError) { try view.verify() } catch { throw .content(path: path, error) }
    }

    /// A copy of the caller's bytes.
    static func copied(_ bytes: UnsafeRawBufferPointer, _ options: OpenOptions) throws(Failure) -> ModelFile {
        // What is no model takes no memory.
        do throws(ModelError) { _ = try ModelView(bytes) } catch { throw Failure(error) }
        let file = try copy(of: bytes)
        do throws(ModelError) {
            if let keys = options.keys {
                try file.view.verify(signedBy: keys)
            } else if options.isChecked {
                try file.view.verify()
            }
        } catch {
            throw Failure(error)
        }
        return file
    }

    private static func copy(of bytes: UnsafeRawBufferPointer) throws(Failure) -> ModelFile {
        do throws(ModelFileError) {
            return try ModelFile(copying: bytes, named: "the model")
        } catch {
            if case .content(_, let error) = error { throw Failure(error) }
            throw .memory(bytes.count)
        }
    }
}

extension OverlayFile {
    /// The overlay of the options, which fits the model; `nil` where none is wanted.
    static func opened(_ options: OpenOptions, for model: ModelView) throws(Failure) -> OverlayFile? {
        guard let path = options.overlay else { return nil }
        do throws(OverlayFileError) {
            let file = try OverlayFile(path)
            try OverlayFile.check(file.view, path, for: model)
            return file
        } catch {
            throw Failure(error)
        }
    }

    private static func check(_ view: OverlayView, _ path: String, for model: ModelView) throws(OverlayFileError) {
        do throws(OverlayError) { _ = try Classifier(model, overlay: view) } catch { throw .content(path: path, error) }
    }
}

extension RuleFile {
    /// The rules of the options, which can be asked; `nil` where none are wanted.
    static func opened(_ options: OpenOptions) throws(Failure) -> RuleFile? {
        guard let path = options.rules else { return nil }
        do throws(RuleFileOpenError) {
            let file = try RuleFile(path, .copied, signedBy: options.keys)
            try RuleFile.check(file.view, path, options)
            return file
        } catch {
            throw Failure(error)
        }
    }

    private static func check(_ view: RuleView, _ path: String, _ options: OpenOptions) throws(RuleFileOpenError) {
        do throws(RuleFileError) {
            // With keys it is checked already.
            if options.isChecked, options.keys == nil { try view.verify() }
            _ = try RuleMatcher(file: view)
        } catch {
            throw .content(path: path, error)
        }
    }
}
