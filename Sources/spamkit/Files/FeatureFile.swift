// Reads the features that `train --features` wrote. A file in, the heaviest of each label out.

import EvaluationPage
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining

extension TopFeatures {
    /// How many features of each label are kept.
    private static let most = 10

    /// Reads the table of `TrainedModel.readableTable`.
    ///
    /// Of a label with several weight vectors the lowest weight counts: it speaks for the label
    /// against every other. Features of one or two messages say little and are left out.
    init(_ file: borrowing FileBytes, _ path: String) throws {
        let text = String(decoding: file.bytes, as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: true).makeIterator()
        let heads = (lines.next() ?? "").split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        func unfit(_ line: Int, _ expected: String, _ found: String) -> UnfitFile {
            UnfitFile(
                path: path, line: line, expected: expected, found: found,
                next: "give a file that train --features or attack --json wrote")
        }
        let expected = "the head feature, messages, labels, kind, text"
        guard heads.count > 4, heads[0] == "feature", heads[1] == "messages", heads.suffix(2) == ["kind", "text"] else {
            throw unfit(1, expected, "\(heads.count) other columns")
        }
        var labels: [(label: Label, columns: [Int])] = []
        for (column, head) in heads.enumerated().dropFirst(2).dropLast(2) {
            guard let label = TrainedModel.label(ofVector: head) else {
                throw unfit(1, expected, "a column that is no label")
            }
            if let at = labels.firstIndex(where: { $0.label == label }) {
                labels[at].columns.append(column)
            } else {
                labels.append((label, [column]))
            }
        }
        var best = [[Feature]](repeating: [], count: labels.count)
        var number = 1
        while let line = lines.next() {
            number += 1
            let cells = line.split(separator: "\t", maxSplits: heads.count - 1, omittingEmptySubsequences: false)
            let weights = cells.dropFirst(2).dropLast(2).map { Float($0) ?? .nan }
            guard cells.count == heads.count, let messages = Int(cells[1]), weights.allSatisfy(\.isFinite) else {
                throw unfit(
                    number, "a feature, a count, \(heads.count - 4) weights, a kind and a text",
                    "\(cells.count) columns, or a word for a number")
            }
            guard messages > 2 else { continue }
            for (i, label) in labels.enumerated() {
                let weight = label.columns.map { weights[$0 - 2] }.min() ?? 0
                guard weight > 0, best[i].count < Self.most || weight > best[i][best[i].count - 1].weight else { continue }
                if best[i].count == Self.most { best[i].removeLast() }
                let feature = Feature(
                    kind: String(cells[heads.count - 2]), text: String(cells[heads.count - 1]), messages: messages,
                    weight: weight)
                best[i].insert(feature, at: best[i].firstIndex { $0.weight < weight } ?? best[i].count)
            }
        }
        self.init(byLabel: zip(labels, best).map { ($0.label, $1) })
    }
}
