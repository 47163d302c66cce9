// The scores that another tool gave messages: a file of two columns in, log-odds by id out.

import Corpus
import Foundation
import Statistics

/// Scores by the ids of messages, as `compare` sets them against a model.
///
/// Scores that all lie in 0...1 are probabilities of junk, which means junk from 0.5 on. Others are
/// log-odds or margins, junk from 0 on.
struct ScoreFile {
    private let path: String
    private var scores: [String: Double] = [:]
    private var isProbability = true
    /// The messages that were asked for.
    private var met: Set<String> = []
    private var missing = 0
    private var firstMissing: String?

    /// Whether a path is that of scores and not of a model, by its ending.
    static func isNamed(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".csv", ".tsv", ".csv.gz", ".tsv.gz"].contains(where: name.hasSuffix)
    }

    /// Reads all scores.
    init(_ path: String) throws {
        self.path = path
        var options = CorpusOptions(needsLabels: false)
        options.columns = ColumnChoice(
            [.text: "score", .id: "id"], without: Set(CorpusColumns.Role.allCases).subtracting([.text, .id]))
        options.hasHeader = true
        do {
            var reader = try CorpusReader(path: path, options: options, formats: .all)
            while let row = try reader.next() { try add(row) }
        } catch let error as CorpusError {
            guard case .noColumn(_, _, _, _, let found) = error else { throw error }
            throw unfit(1, found: "\(found.isEmpty ? "none" : found.map(\.visibleName).joined(separator: ", "))")
        }
        guard !scores.isEmpty else { throw unfit(nil, found: "no row") }
        note(
            "\(onOneLine(FileName.of(path))): \(grouped(scores.count)) scores, read as \(isProbability ? "probabilities: junk from 0.5" : "log-odds: junk from 0")"
        )
    }

    private mutating func add(_ row: CorpusRow) throws {
        guard let id = row.id, !id.isEmpty else { throw unfit(row.line, found: "a row without an id") }
        guard let score = Double(row.message.body.trimmingCharacters(in: .whitespaces)), !score.isNaN else {
            throw unfit(row.line, found: "a score that is no number")
        }
        guard scores.updateValue(score, forKey: id) == nil else { throw unfit(row.line, found: "an id for the second time") }
        if !(0...1).contains(score) { isProbability = false }
    }

    private func unfit(_ line: Int?, found: String) -> UnfitFile {
        UnfitFile(
            path: path, line: line, expected: "CSV or TSV with the columns id and score, a row for each message", found: found,
            next: "write one number for each id")
    }

    /// The log-odds of junk of a message; `nil` without a score.
    mutating func logOdds(of message: MessagePlace) throws -> Double? {
        let id = message.id ?? message.number.map(String.init) ?? String(message.row)
        guard met.insert(id).inserted else {
            throw UnfitFile(
                path: message.file, expected: "an id of its own for each message", found: "\(id.visibleName) for two",
                next: "name the column of ids: \(columnOption(.id))")
        }
        guard let score = scores[id] else {
            missing += 1
            firstMissing = firstMissing ?? id
            return nil
        }
        return isProbability ? log(score / (1 - score)) : score
    }

    /// Refuses scores that some messages lack.
    func check() throws {
        guard missing > 0 else { return }
        throw UnfitFile(
            path: path, expected: "a score for each of \(counted(met.count, "message"))",
            found: "none for \(grouped(missing)), such as id \(firstMissing?.visibleName ?? "")",
            next: "an id is that of the message, else its number in the store, else its row; add the missing scores")
    }
}
