// Page: the words that weigh most for each class. Weights in, columns of words out.

import SpamEvaluation
import SpamFilter

/// The features that speak most for each label.
public struct TopFeatures: Sendable {
    public struct Feature: Hashable, Sendable {
        /// As it stood in the first message that had it.
        public let text: String
        /// Messages of the training corpus that have it.
        public let messages: Int
        /// What one occurrence adds at least to the score of the label, over its weight vectors; natural log-odds before the norm of a message.
        public let weight: Float

        public init(text: String, messages: Int, weight: Float) {
            self.text = text
            self.messages = messages
            self.weight = weight
        }
    }

    /// The heaviest features of each label, heaviest first.
    public let byLabel: [(label: Label, features: [Feature])]

    public init(byLabel: [(label: Label, features: [Feature])]) {
        self.byLabel = byLabel
    }
}

enum FeaturesPart {
    /// Of each label.
    private static let most = 10

    static func part(_ features: TopFeatures?) -> PagePart {
        var part = PagePart(id: "features", name: "What weighs most")
        guard let features else {
            part.absent = [
                "Not shown: a model holds hashed features and no words. Give the readable list that spamkit train --features wrote, and the page shows it."
            ]
            return part
        }
        part.paragraphs = [
            "The features that speak most for each label, as they stood in the first message that had them. A weight is what one occurrence adds at least to the score of its label, in natural log-odds before the length of the message is allowed for."
        ]
        part.tables = features.byLabel.enumerated().map { i, column in
            PageTable(
                id: "features-\(i)", caption: column.label.description,
                columns: [.text("feature"), .number("weight"), .number("messages")],
                rows: column.features.prefix(most).map { feature in
                    PageTable.Row(
                        head: cut(feature.text, to: 28), kind: "word",
                        cells: [PageTable.Cell(text: signed(Double(feature.weight))), .count(feature.messages)])
                })
        }
        return part
    }
}
