// Benchmarks: the rival, a first afternoon's work: words and word pairs as strings, weights in a
// dictionary. It is a yardstick of time on the same machine and minute, not of quality.

import Foundation
import Corpus
import SpamFilter

/// Naive Bayes over words and pairs of words, junk against the rest.
struct NaiveFilter {
    private(set) var weights: [String: Float] = [:]
    private var bias: Float = 0

    /// Lower-cased words of letters and digits, then pairs of neighbours.
    static func tokens(of body: String) -> [String] {
        var tokens = body.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for i in tokens.indices.dropFirst() { tokens.append(tokens[i - 1] + " " + tokens[i]) }
        return tokens
    }

    init(_ rows: [LabeledMessage]) {
        var junk: [String: Int] = [:], wanted: [String: Int] = [:]
        var junkRows = 0
        for row in rows {
            let isJunk = row.label.action == .junk
            junkRows += isJunk ? 1 : 0
            for token in NaiveFilter.tokens(of: row.message.body) {
                if isJunk { junk[token, default: 0] += 1 } else { wanted[token, default: 0] += 1 }
            }
        }
        let junkTotal = Float(junk.values.reduce(0, +) + 1), wantedTotal = Float(wanted.values.reduce(0, +) + 1)
        for token in Set(junk.keys).union(wanted.keys) {
            let odds = Float(junk[token, default: 0] + 1) / junkTotal / (Float(wanted[token, default: 0] + 1) / wantedTotal)
            weights[token] = log(odds)
        }
        bias = log(Float(junkRows + 1) / Float(rows.count - junkRows + 1))
    }

    /// Reads what `text` wrote.
    init(text: String) {
        for line in text.split(separator: "\n") {
            let columns = line.split(separator: "\t")
            weights[String(columns[0])] = Float(columns[1])
        }
    }

    /// One line a token, its weight behind a tab.
    var text: String { weights.map { "\($0)\t\($1)\n" }.joined() }

    func junkLogOdds(_ body: String) -> Float {
        NaiveFilter.tokens(of: body).reduce(bias) { $0 + (weights[$1] ?? 0) }
    }
}
