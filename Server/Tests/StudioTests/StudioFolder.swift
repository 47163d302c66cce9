// What the tests of the studio share: a folder with a store of invented messages and a model, gone
// with the value.

import Corpus
@testable import CorpusStore
import Foundation
import SpamFilter
import SpamTraining

@testable import Studio

final class StudioFolder {
    let url: URL
    let path: String

    /// - Parameters:
    ///   - rows: a label ("" for none) and a text each.
    ///   - ids: whether rows have ids of their own, by which an import knows them again.
    init(_ rows: [(label: String, text: String)], ids: Bool = false) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("studio-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.appendingPathComponent("corpus.sqlite").path
        _ = try CorpusStore(path: path, creates: true).imports.add(file: try file(of: rows, ids: ids), ImportOptions())
    }

    /// Another text, or label, for each row that has an id.
    func importAgain(_ rows: [(label: String, text: String)]) throws {
        var options = ImportOptions()
        options.again = true
        _ = try CorpusStore(path: path).imports.add(file: try file(of: rows, ids: true), options)
    }

    private func file(of rows: [(label: String, text: String)], ids: Bool) throws -> String {
        let lines = try rows.enumerated().map { i, row in
            var fields = ["text": row.text, "source": "invented"]
            if ids { fields["id"] = "\(i)" }
            if !row.label.isEmpty { fields["label"] = row.label }
            return String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
        }
        let file = url.appendingPathComponent("rows.jsonl")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        return file.path
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The invented corpus, each third message without its label.
    static func invented() throws -> StudioFolder {
        try StudioFolder(InventedMessages.all.enumerated().map { ($0 % 3 == 2 ? "" : $1.label.description, $1.message.body) })
    }

    /// A model of some of the invented messages.
    func model(_ name: String, _ chosen: (Int) -> Bool = { _ in true }) throws -> String {
        let messages = InventedMessages.all.enumerated().filter { chosen($0.offset) }.map(\.element)
        let model = try train(messages) {
            $0.trainer = NaiveBayes()
            $0.folds = 0
            $0.minDocumentFrequency = 1
        }
        let file = url.appendingPathComponent(name)
        try Data(model.bytes).write(to: file)
        return file.path
    }

    /// Runs something while another program writes to the store.
    func whileLocked(_ body: () throws -> Void) throws {
        try CorpusStore(path: path).database.write { _ in try body() }
    }

    func studio(_ models: [String] = []) throws -> Studio { try Studio(store: path, models: models) }

    /// Quick settings for a few messages.
    static var settings: TrainingSettings {
        var settings = TrainingSettings()
        settings.trainer = NaiveBayes()
        settings.folds = 2
        settings.minDocumentFrequency = 1
        return settings
    }
}

extension Studio {
    /// Waits for a job to end.
    func ended(_ kind: JobKind) -> JobState? {
        while let state = jobs.all.first(where: { $0.kind == kind }) {
            if state.phase != .running { return state }
            Thread.sleep(forTimeInterval: 0.002)
        }
        return nil
    }

    /// All messages, as the store has them now.
    var messages: [StoredMessage] {
        get throws {
            var all: [StoredMessage] = []
            try store.forEachMessage { all.append($0) }
            return all
        }
    }
}
