// Ids of messages as people give them: a list, a file with one a line, or what search --json
// writes.

import ArgumentParser
import Corpus
import CorpusStore
import Foundation

struct IDList {
    let choice: MessageChoice

    /// - Parameters:
    ///   - words: `151,160`, a path, or `-`. A number may have the `#` that reports print. Numbers
    ///     of the store are numbers, also where a file is called so.
    ///   - isOwn: the ids are those of the corpus.
    init(_ words: String, isOwn: Bool) throws {
        let list = words.split(separator: ",").map(String.init)
        let isList = !isOwn && list.allSatisfy { IDList.number($0.trimmingCharacters(in: .whitespaces)) != nil }
        let isFile = words == "-" || !isList && FileManager.default.fileExists(atPath: words)
        try self.init(isFile ? IDList.ids(in: words, isOwn: isOwn) : list, isOwn: isOwn)
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
                guard let number = IDList.number(id) else {
                    if ids.count == 1, id.contains(where: { $0 == "/" || $0 == "." }) {
                        throw ValidationError(
                            "expected a file of ids, or numbers such as 151,160; found no file \(onOneLine(id))")
                    }
                    throw ValidationError(
                        "expected the number that the store gave a message, such as 151, found \(onOneLine(id)); for the corpus's own ids add --own-ids"
                    )
                }
                return number
            })
    }

    private static func number(_ id: String) -> Int64? {
        Int64(id.hasPrefix("#") ? String(id.dropFirst()) : id).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether it can be a number of the store.
    static func isNumber(_ id: String) -> Bool { number(id.trimmingCharacters(in: .whitespaces)) != nil }

    /// A message as search writes it.
    private struct Found: Decodable {
        let number: Int64
        let id: String?
    }

    private static func ids(in path: String, isOwn: Bool) throws -> [String] {
        var file = try InputFile(path: path)
        var bytes: [UInt8] = []
        while case let chunk = try file.nextChunk(), !chunk.isEmpty { bytes += chunk }
        // No id of a list is likely to be JSON.
        if let found = try? JSONDecoder().decode([Found].self, from: Data(bytes)) {
            return isOwn ? found.compactMap(\.id) : found.map { String($0.number) }
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}
