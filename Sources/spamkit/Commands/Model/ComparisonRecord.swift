// spamkit compare as JSON: the figures, and the messages whose actions differ.

import Experiments
import SpamEvaluation
import SpamFilter

/// A message to which two models give different actions.
struct ChangedRow: Encodable {
    let place: MessagePlace
    let file: String
    let row: Int
    let number: Int64?
    let id: String?
    let label: String
    let first: String
    let second: String
    let change: VerdictChange
    /// Only if asked for.
    let text: String?

    private enum CodingKeys: CodingKey {
        case file, row, number, id, label, first, second, change, text
    }

    init(_ place: MessagePlace, label: Label, _ first: String, _ second: String, _ change: VerdictChange, text: String?) {
        self.place = place
        file = place.file
        row = place.row
        number = place.number
        id = place.id
        self.label = label.description
        (self.first, self.second, self.change) = (first, second, change)
        self.text = text
    }
}

/// A comparison as JSON.
struct ComparisonRecord: Encodable {
    let first: String
    let second: String
    let figures: Comparison
    let changed: [ChangedRow]
}
