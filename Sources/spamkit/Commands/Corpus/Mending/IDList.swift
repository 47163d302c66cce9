// Ids of messages as people give them: a list, or a file with one a line.

import ArgumentParser
import CorpusStore
import Foundation

struct IDList {
    let choice: MessageChoice

    /// - Parameters:
    ///   - words: `151,160`, a path, or `-`. A number may have the `#` that reports print.
    ///   - isOwn: the ids are those of the corpus.
    init(_ words: String, isOwn: Bool) throws {
        let isFile = words == "-" || FileManager.default.fileExists(atPath: words)
        let ids = isFile ? try IDList.lines(of: words) : words.split(separator: ",").map(String.init)
        try self.init(ids, isOwn: isOwn)
    }

    init(_ ids: [String], isOwn: Bool) throws {
        let ids = ids.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !ids.isEmpty else { throw ValidationError("expected ids of messages, found none") }
        guard !isOwn else {
            choice = .ownIDs(ids)
            return
        }
        choice = .numbers(
            try ids.map { id in
                guard let number = Int64(id.hasPrefix("#") ? String(id.dropFirst()) : id), number > 0 else {
                    throw ValidationError(
                        "expected the number that the store gave a message, such as 151, found \(onOneLine(id)); ids of the corpus go with --own-ids"
                    )
                }
                return number
            })
    }

    private static func lines(of path: String) throws -> [String] {
        let file = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
