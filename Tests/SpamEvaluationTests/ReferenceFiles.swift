// The committed values of other implementations, and the outcomes they were computed from.

import Foundation
import SpamEvaluation
import SpamFilter
import Testing

enum ReferenceFile {
    static func data(_ name: String) throws -> Data {
        let folder = try #require(Bundle.module.url(forResource: "Reference", withExtension: nil))
        return try Data(contentsOf: folder.appending(path: name))
    }

    /// The rows of a CSV file without quotes, without its header.
    static func rows(_ name: String) throws -> [[Substring]] {
        let text = String(decoding: try data(name), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    }

    static func action(_ name: some StringProtocol) throws -> Action {
        try #require(Action.allCases.first { $0.name == name })
    }

    /// rows.csv: 200 made-up outcomes with many ties.
    static func outcomes() throws -> [Outcome] {
        try rows("rows.csv").map { row in
            Outcome(
                truth: try #require(Label(row[0])), predicted: try #require(Label(row[1])),
                action: try action(row[2]),
                junkLogOdds: try #require(Double(row[3])))
        }
    }
}

extension Evaluation {
    init(_ outcomes: some Sequence<Outcome>) {
        self.init()
        for outcome in outcomes { add(outcome) }
    }
}

extension Outcome {
    /// An outcome whose labels are spelled out; the action is that of the prediction unless given,
    /// and no sub-action is shown.
    init(_ truth: String, _ predicted: String, _ action: Action? = nil, shown: SubAction = .none, score: Double = 0) {
        let predicted = Label(predicted)!
        self.init(
            truth: Label(truth)!, predicted: predicted, action: action ?? predicted.action, subAction: shown, junkLogOdds: score)
    }
}

/// Whether two figures agree to within 1e-9, or are both undefined.
func agree(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9
}
