// A counts file as the tool opens it, and what it says of one.

import ArgumentParser
import Corpus
import SpamFilterIO
import SpamTraining

/// Mapped, as it may be larger than memory. A class, as what maps a file cannot be copied.
final class CountsFile {
    private let mapping: FileBytes
    let view: CountsView

    init(_ path: String) throws {
        let mapping = try FileBytes(path)
        do throws(CountsError) {
            view = try CountsView(mapping.bytes)
        } catch {
            throw CountsFileError(path: path, error: error)
        }
        self.mapping = mapping
    }

    static func isCounts(_ path: String) -> Bool { FileSignature(path: path) == .counts }

    /// Opens files of which none may come twice: its messages would count double.
    static func open(_ paths: [String]) throws -> [CountsFile] {
        for (i, path) in paths.enumerated() {
            if let other = paths[..<i].first(where: { isSameFile($0, path) }) {
                throw ValidationError("\(path): expected every counts file once, found it as \(other) too; leave one out")
            }
        }
        return try paths.map(CountsFile.init)
    }
}

struct CountsFileError: Error, CustomStringConvertible {
    let path: String
    let error: CountsError
    var description: String { "\(path): \(error)" }
}

/// Says of a counts file that was written what it holds.
func report(counts bytes: [UInt8], in path: String) throws {
    try bytes.withUnsafeBytes {
        let view = try CountsView($0)
        let labels = view.messagesOfLabel.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ")
        try result(
            """
            \(path): \(view.byteCount) bytes, \(view.messageCount) messages, \(view.entryCount) features
            sources: \(ModelCard.name(sources: view.messagesOfSource).joined(separator: ", "))
            labels: \(labels)
            """)
    }
}
