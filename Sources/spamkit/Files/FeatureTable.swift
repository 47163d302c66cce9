// The features of a model as a table of text: what `train --features` writes. A model in, lines
// out.

import SpamFilter
import SpamTraining

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
