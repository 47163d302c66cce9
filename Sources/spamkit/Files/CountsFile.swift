// Opens a counts file, and says what it holds.

import ArgumentParser
import Corpus
import SpamFilterIO
import SpamTraining

/// Mapped, because it may be larger than memory. A class, because a mapping cannot be copied.
final class CountsFile {
    private let mapping: FileBytes
    let view: CountsView

    init(_ path: String) throws {
        let mapping = try FileBytes(path)
        let bytes = mapping.bytes
        view = try OpeningError.checking(path) { () throws(CountsError) in try CountsView(bytes) }
        self.mapping = mapping
    }

    static func isCounts(_ path: String) -> Bool { FileSignature(path: path) == .counts }

    /// Opens files. Throws if one comes twice: its messages would count double.
    static func open(_ paths: [String]) throws -> [CountsFile] {
        for (i, path) in paths.enumerated() {
            if let other = paths[..<i].first(where: { isSameFile($0, path) }) {
                throw ValidationError("\(path): expected every counts file once, found it as \(other) too; leave one out")
            }
        }
        return try paths.map(CountsFile.init)
    }
}
