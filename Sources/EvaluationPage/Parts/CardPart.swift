// Page: what the model says of itself. A card in, a section out.

import SpamEvaluation

enum CardPart {
    static func write(_ card: [CardFact], on page: inout HTMLPage) {
        guard !card.isEmpty else { return }
        page.heading(SectionHeading("The model", id: "model"))
        page.table(
            ReportTable(
                id: "card-facts", caption: "Card and size", columns: [.text("what"), .text("the model says")],
                rows: card.map { ReportTable.Row($0.name, [.words($0.value)]) }))
    }
}
