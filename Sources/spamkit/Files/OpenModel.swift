// A model as the tool opens it: whole, or not at all.

import SpamFilter
import SpamFilterIO

/// Copies a model, so that nothing done to its file can end the tool, and checks every checksum. The tool runs once, so it can read the file once more; a phone, which opens a model often, checks
/// it after the download.
func openModel(_ path: String) throws(ModelFileError) -> ModelFile {
    let file = try ModelFile(path, .copied)
    do throws(ModelError) {
        try file.view.verify()
    } catch {
        throw .model(path: path, error)
    }
    return file
}
