// spamkit corpus suspects: doubtful labels by what is suggested.

import ArgumentParser
import Corpus
import Experiments
import SpamEvaluation
import SpamFilter
import Statistics

/// Doubts counted by what is suggested for what, those that pay most first.
struct DoubtTable {
    struct Row: Encodable {
        let given: String
        let suggested: String
        let doubtful: Int
        /// Those with 90 % or more for the suggested action.
        let likely: Int
        /// Those of them whose text, but for numbers and links, others have with the suggested
        /// label.
        let contradicted: Int

        /// Whether most of the likely ones are of texts that have one label alone.
        var isAcceptable: Bool { likely > 1 && 2 * contradicted < likely }

        var name: String { "\(given)>\(suggested)" }
    }

    let rows: [Row]
    /// Those of the rows.
    let kinds: [DoubtPair]

    init(_ doubts: [DoubtedLabel]) {
        let pairs = Dictionary(grouping: doubts, by: \.pair)
        kinds = DoubtPair.ordered(pairs.mapValues { $0.map(\.probability) })
        rows = kinds.map { pair in
            let doubts = pairs[pair]!, likely = doubts.filter { $0.probability >= DoubtPair.likely }
            return Row(
                given: "\(pair.given)", suggested: "\(pair.suggested)", doubtful: doubts.count, likely: likely.count,
                contradicted: likely.count(where: \.isContradicted))
        }
    }

    /// - Parameter hasShare: whether it has the column of those that are likely.
    func text(hasShare: Bool) -> String {
        func line(_ name: String, _ doubtful: String, _ likely: String) -> String {
            rightPadded(name, to: 24) + leftPadded(doubtful, to: 8) + (hasShare ? leftPadded(likely, to: 14) : "")
        }
        let rows = rows.map { line($0.name, grouped($0.doubtful), grouped($0.likely)) }
        return ([line("given>suggested", "labels", "90 % or more")] + rows).joined(separator: "\n")
    }
}

/// A change of labels as models suggest it: `allow>transaction`.
struct SuggestedChange {
    private let given: Label
    let suggested: Label

    init(_ spelling: String) throws {
        let sides = spelling.split(separator: ">", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard sides.count == 2 else {
            throw ValidationError("expected two labels such as 'allow>transaction', found \(spelling)")
        }
        let labels = try sides.map { word in
            guard let label = LabelMap().label(for: word) else {
                throw ValidationError("expected a label such as allow or junk, found \(word)")
            }
            return label
        }
        (given, suggested) = (labels[0], labels[1])
        guard suggested.subAction == .none else {
            throw ValidationError("expected an action to be suggested, as sub-actions are not judged, found \(suggested)")
        }
    }

    /// An action takes its sub-actions too.
    func takes(_ doubt: DoubtedLabel) -> Bool {
        doubt.suggested == suggested && (doubt.given == given || Label(doubt.given.action) == given)
    }

    static func share(_ text: String) throws -> Double {
        guard let share = Double(share: text), (0...1).contains(share) else {
            throw ValidationError("expected a share from 0 to 1, such as 90%, found \(text)")
        }
        return share
    }
}
