// IO: a model, completely checked, for programs that are not an extension.

import SpamFilter

/// Copies a model, so that no change of its file can end the program, and verifies every checksum.
/// A phone opens a model often, and verifies it once, after the download.
public func openModel(_ path: String) throws(ModelFileError) -> ModelFile {
    let file = try ModelFile(path, .copied)
    do throws(ModelError) {
        try file.view.verify()
    } catch {
        throw .model(path: path, error)
    }
    return file
}
