// The scores that another tool gave messages: a file of two columns in, log-odds by id out.

import Corpus
import Foundation
import SpamFilter
import Statistics

/// Scores by the ids of messages, as `compare` sets them against a model.
///
/// Scores that all lie in 0...1 are probabilities of junk, which means junk from 0.5 on. Others are
/// log-odds or margins, junk from 0 on. What `--predictions` wrote says what is junk by itself.
struct ScoreFile {
    /// What another tool said of a message.
    struct Score {
        let value: Double
        /// Whether the tool called it junk; `nil` where it said no more than the score.
        let isJunk: Bool?
    }

    private let path: String
    private var scores: [String: Score] = [:]
    /// Whether scores are probabilities, not log-odds.
    private(set) var isProbability = true
    /// Whether it is a file of `--predictions`.
    private(set) var hasActions = false
    /// The messages that were asked for.
    private var met: Set<String> = []
    private var missing = 0
    private var firstMissing: String?

    private static let idMeaning = "an id is that of the message, else its number in the store, else its row"

    /// Whether a path is that of scores and not of a model, by its ending.
    static func isNamed(_ path: String) -> Bool {
        let name = path.lowercased()
        return [".csv", ".tsv", ".csv.gz", ".tsv.gz"].contains(where: name.hasSuffix)
    }

    /// Reads all scores.
    init(_ path: String) throws {
        self.path = path
        do {
            do {
                try read([.text: "score", .id: "id", .group: "number"])
            } catch let error as CorpusError {
                guard case .noColumn(_, _, _, _, let found) = error else { throw error }
                if found.contains("junkLogOdds") {
                    // A message without an id is named by its number in a store, else by its row.
                    (hasActions, isProbability) = (true, false)
                    try read([
                        .text: "junkLogOdds", .id: "id", .source: "action",
                        .group: found.contains("number") ? "number" : "row",
                    ])
                } else {
                    let isByNumber = !found.contains("id") && found.contains("number")
                    try read(isByNumber ? [.text: "score", .group: "number"] : [.text: "score", .id: "id"])
                }
            }
        } catch let error as CorpusError {
            guard case .noColumn(_, _, _, _, let found) = error else { throw error }
            throw unfit(1, found: "\(found.isEmpty ? "none" : found.map(\.visibleName).joined(separator: ", "))")
        }
        guard !scores.isEmpty else { throw unfit(nil, found: "no row") }
    }

    private mutating func read(_ columns: [CorpusColumns.Role: String]) throws {
        var options = CorpusOptions(needsLabels: false)
        options.columns = ColumnChoice(columns, without: Set(CorpusColumns.Role.allCases).subtracting(columns.keys))
        options.hasHeader = true
        let reader = try CorpusReader(path: path, options: options, formats: .all)
        while let row = try reader.next() { try add(row) }
    }

    private mutating func add(_ row: CorpusRow) throws {
        guard let id = [row.id, row.group].compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            throw unfit(row.line, found: "a row without an id")
        }
        guard let score = Double(row.message.body.trimmingCharacters(in: .whitespaces)), !score.isNaN else {
            throw unfit(row.line, found: "a score that is no number")
        }
        let isJunk = hasActions ? row.source == Action.junk.name : nil
        guard scores.updateValue(Score(value: score, isJunk: isJunk), forKey: id) == nil else {
            throw unfit(row.line, found: "an id for the second time")
        }
        if !(0...1).contains(score) { isProbability = false }
    }

    private func unfit(_ line: Int?, found: String) -> UnfitFile {
        UnfitFile(
            path: path, line: line, expected: "CSV or TSV with the columns id and score, a row for each message", found: found,
            next: "write one number for each id, or give a file of --predictions; \(ScoreFile.idMeaning)")
    }

    /// The log-odds of junk of a message, and what the tool called it; `nil` without a score.
    mutating func score(of message: MessagePlace) throws -> (logOdds: Double, isJunk: Bool?)? {
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
        return (isProbability ? log(score.value / (1 - score.value)) : score.value, score.isJunk)
    }

    /// Refuses scores that some messages lack.
    func check() throws {
        guard missing > 0 else { return }
        throw UnfitFile(
            path: path, expected: "a score for each of \(counted(met.count, "message"))",
            found: "none for \(grouped(missing)), such as id \(firstMissing?.visibleName ?? "")",
            next: "\(ScoreFile.idMeaning); add the missing scores")
    }

    /// Says how scores were read, and from where on they mean junk.
    ///
    /// - Parameter cutoff: above which log-odds mean junk; `nil` for even odds.
    func noteReading(cutoff: Double?) {
        let read = isProbability ? "probabilities" : "log-odds"
        let cut = cutoff.map { "junk above \(spelled($0)), the lowest cut with no more false junk than asked on these messages" }
        let junk = hasActions ? "junk by the column action" : cut ?? "junk from \(evenOdds)"
        let unused = scores.count > met.count ? ", \(grouped(scores.count - met.count)) of no message here" : ""
        note("\(onOneLine(FileName.of(path))): \(counted(scores.count, "score"))\(unused), read as \(read): \(junk)")
    }

    /// The score from which on junk is more likely than not.
    var evenOdds: String { isProbability ? "0.5" : "0" }

    private func spelled(_ logOdds: Double) -> String {
        let value = isProbability ? 1 / (1 + exp(-logOdds)) : logOdds
        guard value.isFinite else { return value > 0 ? "all scores" : "none" }
        return String(format: "%.4g", value)
    }
}
