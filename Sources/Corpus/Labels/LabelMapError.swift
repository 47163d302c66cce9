// Corpus: what can be wrong with one entry of the user's words for labels.

import SpamFilter

/// An entry `word=label` of a label map that explains no word.
public struct LabelMapError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with an entry.
    public enum Problem: Equatable, Sendable {
        /// Not `word=label`.
        case noEqualsSign
        /// Nothing before the `=`.
        case noWord
        /// What stands after `=` is no label in its strict spelling, nor a built-in word; empty if
        /// nothing does.
        case notALabel(String)
        /// An entry before this one gives the word another label.
        case secondLabel(word: String, first: Label)
    }

    /// The entry as the user wrote it.
    public let entry: String
    /// What is wrong with it.
    public let problem: Problem

    /// An entry and what is wrong with it.
    public init(entry: String, problem: Problem) {
        self.entry = entry
        self.problem = problem
    }

    /// `label map "ENTRY": expected …, found …; next step`.
    public var description: String { "label map \"\(entry)\": \(problem.text)" }
}

extension LabelMapError.Problem {
    fileprivate var text: String {
        switch self {
        case .noEqualsSign: "expected WORD=LABEL, found no =; write for example spam=junk,2=promotion"
        case .noWord: "expected WORD=LABEL, found nothing before =; write your own word there, as in spam=junk"
        case .notALabel(let spelling):
            "expected a label after =, found \(spelling.isEmpty ? "nothing" : "\"\(spelling)\""); \(Self.step(spelling))"
        case .secondLabel(let word, let first):
            "expected one label for \(word), found a second one after \(word)=\(first); leave one of the two out"
        }
    }

    private static func step(_ spelling: String) -> String {
        let meant = LabelMap().label(for: spelling) ?? LabelMap.nearest(to: spelling)?.label
        let question = meant.map { "did you mean \($0)? " } ?? ""
        return "\(question)write one of: \(LabelMap.strictSpellings)"
    }
}
