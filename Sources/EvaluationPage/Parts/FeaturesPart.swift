// Page: the words that weigh most for each label. Weights in, columns of words out.

import SpamEvaluation

enum FeaturesPart {
    /// Of each label.
    private static let most = 10

    /// - Parameter hint: how the reader gets what is missing.
    static func write(_ features: TopFeatures?, hint: String, on page: inout HTMLPage) {
        page.heading(SectionHeading("What weighs most", id: "features"))
        guard let features else {
            return page.absent(sentences("Not shown: a model holds hashed features and no words.", hint))
        }
        page.paragraph(
            "The features that speak most for each label, as they stood in the first message that had them, digits as 0. A weight is what one occurrence adds at least to the score of its label, in natural log-odds before the length of the message is allowed for."
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
