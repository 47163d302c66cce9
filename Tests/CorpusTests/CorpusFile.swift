// What the tests of Corpus share: bytes become a file, the file becomes rows or an error.

import Foundation
import SpamFilter

@testable import Corpus

/// A file of its own folder, gone with the value.
final class CorpusFile {
    let path: String
    private let folder: URL

    init(_ bytes: some Sequence<UInt8>, name: String = "messages.tsv") throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("corpus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

/// All that a reader says of a file.
struct Reading: Equatable {
    var path: String
    var format: CorpusFormat?
    var rows: [CorpusRow] = []
    /// The first error; reading ends there.
    var error: CorpusError?
    var guesses: [LabelGuess] = []
    var skipped = SkippedRows()
    var layout = FileLayout()

    var texts: [String] { rows.map(\.message.body) }
    var labels: [String?] { rows.map { $0.label?.description } }
    var lines: [Int] { rows.map(\.line) }

    init(_ file: CorpusFile, options: CorpusOptions = CorpusOptions()) { self.init(path: file.path, options: options) }

    init(path: String, options: CorpusOptions) {
        self.path = path
        do throws(CorpusError) {
            let reader = try CorpusReader(path: path, options: options)
            format = reader.format
            layout = reader.layout
            defer {
                guesses = reader.guesses
                skipped = reader.skippedRows
            }
            while let row = try reader.next() { rows.append(row) }
        } catch {
            self.error = error
        }
    }
}

func read(_ text: String, name: String = "messages.tsv", options: CorpusOptions = CorpusOptions()) throws -> Reading {
    Reading(try CorpusFile(text.utf8, name: name), options: options)
}

func read(_ bytes: [UInt8], name: String = "messages.tsv", options: CorpusOptions = CorpusOptions()) throws -> Reading {
    Reading(try CorpusFile(bytes, name: name), options: options)
}

extension CorpusOptions {
    /// As `classify` reads.
    static let unlabeled = CorpusOptions(needsLabels: false)
    static let skipping = CorpusOptions(skipsBadRows: true)
}
