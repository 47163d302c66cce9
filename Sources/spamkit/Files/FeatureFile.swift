// The features of a model as a table of text, which `train --features` writes: a model in, lines
// out; read again: a file in, the heaviest of each label out.

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
    /// Where a label has several weight vectors, the lowest weight counts: it speaks for the label
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

extension TrainedModel {
    /// A line a feature: messages that have it, its weight in each vector, its kind, its text. The
    /// heaviest in any vector come first.
    var readableTable: String {
        var lines = ["feature\tmessages\t" + vectorNames.joined(separator: "\t") + "\tkind\ttext"]
        func weight(_ feature: ReadableFeature) -> Float { feature.weights.reduce(0) { max($0, abs($1)) } }
        for feature in readableFeatures.sorted(by: { (weight($0), $1.hash) > (weight($1), $0.hash) }) {
            let hash = String(feature.hash, radix: 16)
            lines.append(
                String(repeating: "0", count: 16 - hash.count) + hash + "\t\(feature.messages)\t"
                    + feature.weights.map { "\($0)" }.joined(separator: "\t")
                    + "\t\(feature.kind.name)\t" + sample(feature.text))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A name for each weight vector: that of its label. Junk may have one against each wanted
    /// action, in the order of actions: `junk vs allow`.
    private var vectorNames: [String] {
        let wanted = Action.allCases.filter { action in
            action != .junk && content.classes.contains { $0.label.action == action }
        }
        return content.classes.flatMap { entry in
            switch entry.vectors.count {
            case 1: return [entry.label.description]
            case wanted.count where entry.label == .junk: return wanted.map { "\(entry.label)\(Self.against)\($0.name)" }
            case let count: return (0..<count).map { "\(entry.label)\(Self.against)\($0 + 1)" }
            }
        }
    }

    private static let against = " vs "

    /// The label of a column, by its name.
    static func label(ofVector name: String) -> Label? {
        Label(name.range(of: against).map { String(name[..<$0.lowerBound]) } ?? name)
    }
}

/// The words that a feature was read from, without what may be private and is no part of it:
/// digits, which models read as one, paths of links, and names in mail addresses.
func sample(_ text: String) -> String {
    let seen = String(String.UnicodeScalarView(text.unicodeScalars.map { isVisible($0) ? $0 : " " }))
    let words = seen.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
        if let at = word.lastIndex(of: "@"), at > word.startIndex { return "…" + word[at...] }
        let host = word.range(of: "://").map { word[$0.upperBound...] } ?? word
        guard let path = host.firstIndex(of: "/"), host[..<path].contains(".") else { return String(word) }
        return host.index(after: path) == host.endIndex ? String(word) : word[..<path] + "/…"
    }
    return String(words.joined(separator: " ").map { $0.isNumber ? "0" : $0 })
}
