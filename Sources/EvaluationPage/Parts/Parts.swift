// Page: the sections of tables alone. A report or a card in, a section out.

import SpamEvaluation
import SpamFilter
import Statistics

/// False junk by true label: who is lost.
enum FalseJunkPart {
    static func part(_ report: EvaluationReport) -> PagePart? {
        guard !report.falseJunkByLabel.isEmpty else { return nil }
        let rates = Label.all.compactMap { label in report.falseJunkByLabel[label.description].map { (label, $0) } }
        let most = rates.compactMap { $0.1.interval95?.upper }.max() ?? 1
        let rows = rates.sorted { ($0.1.value ?? 0) > ($1.1.value ?? 0) }.map { label, rate in
            PageTable.Row(
                head: label.description,
                cells: [.rate(rate, ifUndefined: "no such message", drawnUpTo: most), .counts(rate)])
        }
        let table = PageTable(
            id: "false-junk", caption: "False junk by true label, worst first",
            columns: [.text("true label"), .number("put in Junk, %"), .number("messages")], rows: rows,
            drawn: "The lines span 0 to \(percent(most)) %.")
        return PagePart(id: "lost", name: "Wanted messages lost", tables: [table])
    }
}

/// The confusion table, and the figures of each action.
enum VerdictsPart {
    static func part(_ report: EvaluationReport) -> PagePart? {
        guard report.n > 0 else { return nil }
        let verdicts = Evaluation.verdicts
        let confusion = PageTable(
            id: "confusion", caption: "True action, and the verdict",
            columns: [.text("true")] + verdicts.map { .number($0 == .none ? "unsure" : "called \($0.name)") },
            rows: Evaluation.actions.filter { report.figures(of: $0).support > 0 }.map { truth in
                PageTable.Row(
                    head: truth.name,
                    cells: verdicts.map { verdict in
                        let count = report.confusion[truth.name]?[verdict.name] ?? 0
                        return PageTable.Cell(text: grouped(count), kind: truth == verdict ? "number strong" : "number")
                    })
            }, remark: "Right verdicts are bold. Unsure counts as missed.")
        let actions = PageTable(
            id: "actions", caption: "Each action",
            columns: [
                .text("action"), .number("precision, %"), .number("recall, %"), .number("F1"), .number("messages"),
            ],
            rows: report.classes.filter { $0.precision.of + $0.recall.of > 0 }.map { figures in
                let name = figures.action.name
                return PageTable.Row(
                    head: name,
                    cells: [
                        .rate(figures.precision, ifUndefined: "none called \(name)"),
                        .rate(figures.recall, ifUndefined: "no \(name) in the test set"),
                        .figure(figures.f1, ifUndefined: "no \(name) at all"), .count(figures.support),
                    ])
            })
        return PagePart(id: "verdicts", name: "Verdicts", tables: [confusion, actions])
    }
}

/// What the model says of itself.
enum CardPart {
    static func part(_ card: [CardFact]) -> PagePart? {
        guard !card.isEmpty else { return nil }
        let table = PageTable(
            id: "card-facts", caption: "Card and size", columns: [.text("what"), .text("the model says")],
            rows: card.map { PageTable.Row(head: $0.name, cells: [.words($0.value)]) })
        return PagePart(id: "model", name: "The model", tables: [table])
    }
}
