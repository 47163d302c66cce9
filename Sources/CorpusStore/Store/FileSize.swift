// Store: how large a file is.

import Foundation

enum FileSize {
    /// In bytes, links followed; 0 for what is not there.
    static func of(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
