// A file as it was read, with all that a reader noticed of it.

import SpamFilter

@testable import Corpus

struct Noticed: CustomStringConvertible {
    let path: String
    var rows: [CorpusRow] = []
    var error: CorpusError?
    var guesses: [LabelGuess] = []
    var layout = FileLayout()
    var values = ValueProblems()
    var loose = LooseNumbers()
    var skipped = SkippedRows()
    /// What was found of rows that no filter would see.
    var left: [String: Int] = [:]
    var beside = 0
    var quotedTexts = 0

    var texts: [String] { rows.map(\.message.body) }
    var labels: [String?] { rows.map { $0.label?.description } }
    var lines: [Int] { rows.map(\.line) }
    var description: String { "\(texts) \(labels) \(error.map { "\($0)" } ?? "") \(left) \(layout)" }

    init(_ text: String, _ name: String, _ options: CorpusOptions) throws {
        let file = try CorpusFile(text.utf8, name: name)
        path = file.path
        do throws(CorpusError) {
            let reader = try CorpusReader(path: path, options: options)
            defer {
                (guesses, layout, values, loose) = (reader.guesses, reader.layout, reader.valueProblems, reader.looseNumbers)
                (skipped, left, beside) = (reader.skippedRows, reader.recordsNotReceived.found, reader.rowsBesideNames)
                quotedTexts = reader.quotedTexts
            }
            while let row = try reader.next() { rows.append(row) }
        } catch {
            self.error = error
        }
    }
}
