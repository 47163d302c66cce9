// Page: the words that weigh most for each label, as they are given. Weights in, columns of words
// out.

import SpamEvaluation
import SpamFilter

/// The features that speak most for each label.
package struct TopFeatures: Sendable {
    /// One feature of a label.
    package struct Feature: Hashable, Sendable {
        /// What it is of, such as `word`.
        package let kind: String
        /// As it stood in the first message that had it.
        package let text: String
        /// Messages of the training corpus that have it.
        package let messages: Int
        /// What one occurrence adds at least to the score of the label, over its weight vectors.
        /// Natural log-odds, before the norm of a message.
        package let weight: Float

        /// All of it.
        package init(kind: String, text: String, messages: Int, weight: Float) {
            self.kind = kind
            self.text = text
            self.messages = messages
            self.weight = weight
        }
    }

    /// The heaviest features of each label, heaviest first.
    package let byLabel: [(label: Label, features: [Feature])]

    /// Features in their order.
    package init(byLabel: [(label: Label, features: [Feature])]) {
        self.byLabel = byLabel
    }
}

enum FeaturesPart {
    /// So many features of each label are shown.
    private static let most = 10

    /// - Parameter hint: how the reader gets what is missing.
    static func write(_ features: TopFeatures?, hint: String, on page: inout HTMLPage) {
        page.heading(SectionHeading("What weighs most", id: "features"))
        guard let features else {
            return page.absent(sentences("Not shown: a model holds hashed features, no words.", hint))
        }
        page.paragraph(
            "The heaviest features of each label, as the first message had them, digits as 0. A weight is what one occurrence adds at least to the score of its label. It is in natural log-odds, before the length of the message counts."
        )
        for (i, column) in features.byLabel.enumerated() {
            page.table(
                ReportTable(
                    id: "features-\(i)", caption: column.label.description,
                    columns: [.text("feature"), .text("kind"), .number("weight"), .number("messages")],
                    rows: column.features.prefix(most).map { feature in
                        ReportTable.Row(
                            cut(feature.text, to: 28), isWord: true,
                            [.words(cut(feature.kind, to: 40)), .init(signed(Double(feature.weight))), .count(feature.messages)])
                    }))
        }
    }
}
