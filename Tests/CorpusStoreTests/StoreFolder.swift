// What the tests of the store share: a folder with a store and files of invented messages, gone
// with the value.

import Corpus
import Foundation
import SpamFilter

@testable import CorpusStore

final class StoreFolder {
    let url: URL
    let store: CorpusStore

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        store = try CorpusStore(path: url.appendingPathComponent("corpus.sqlite").path, creates: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var storePath: String { path("corpus.sqlite") }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try Data(bytes).write(to: url.appendingPathComponent(name))
        return path(name)
    }

    @discardableResult
    func add(_ text: String, as name: String, _ options: ImportOptions = ImportOptions()) throws -> ImportSummary {
        try store.imports.add(file: write(text.utf8, to: name), options)
    }

    var messages: [StoredMessage] {
        get throws {
            var all: [StoredMessage] = []
            try store.forEachMessage { all.append($0) }
            return all
        }
    }

    var texts: [String] { get throws { try messages.map(\.message.body) } }
}

/// Words for invented messages, seeded.
struct Invented {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    mutating func digits(_ count: Int) -> String { String((0..<count).map { _ in Character("\(next(10))") }) }

    mutating func word() -> String {
        let syllables = ["ba", "lor", "min", "ket", "su", "ra", "tol", "vi", "dan", "pe", "gor", "lin", "fa", "zu", "hem", "ost"]
        return (0...1 + next(2)).map { _ in syllables[next(syllables.count)] }.joined()
    }

    mutating func sentence(_ words: Int) -> String { (0..<words).map { _ in word() }.joined(separator: " ") }
}
