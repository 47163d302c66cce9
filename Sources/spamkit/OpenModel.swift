// A model as the tool opens it: whole, or not at all.

import SpamFilter
import SpamFilterIO

/// Maps a model and checks every checksum. The tool runs once, so it can read the file once more; a phone, which opens a model often, checks
/// it after the download.
func openModel(_ path: String) throws(ModelFileError) -> ModelFile {
    let file = try ModelFile(path)
    do throws(ModelError) {
        try file.view.verify()
    } catch {
        throw .model(path: path, error)
    }
    return file
}
