// Page: for whom the model does worse, and how it does elsewhere. Slices, sources and senders in, sections of tables out.

import SpamEvaluation
import SpamFilter

/// Slices of the test set, those that are surely worse than the whole first.
enum SlicesPart {
    /// Rows that the page has room for.
    private static let most = 60

    static func part(_ report: EvaluationReport) -> PagePart? {
        guard !report.slices.isEmpty else { return nil }
        let shown = report.slices.prefix(most)
        let worst = shown.compactMap { $0.falseJunk.interval95?.upper }.max() ?? 1
        let rows = shown.map { slice in
            PageTable.Row(
                head: "\(slice.dimension.rawValue): \(cut(slice.value, to: 60))", kind: "word",
                cells: [
                    .rate(slice.falseJunk, ifUndefined: "no wanted message", drawnUpTo: worst),
                    .rate(slice.recall, ifUndefined: "no junk", drawnUpTo: 1),
                    .figure(slice.auc, ifUndefined: "one kind only"), .count(slice.n), .count(slice.junk),
                    PageTable.Cell(text: slice.gap.flatMap { $0 > 0 ? decimal($0, places: 2) : nil } ?? "–"),
                ])
        }
        let left = report.slices.count - shown.count
        let table = PageTable(
            id: "slices-table", caption: "Slices, worst first",
            columns: [
                .text("slice"), .number("false junk, %"), .number("junk caught, %"), .number("ROC-AUC"), .number("messages"),
                .number("junk"), .number("surely worse by, log-odds"),
            ], rows: rows,
            remark: "Surely worse is the gap between the near ends of the 95 % intervals of slice and whole, where they do not touch. Among many slices a few look worse by chance."
                + (left > 0 ? " \(grouped(left)) more slices are in the JSON report." : ""))
        return PagePart(id: "slices", name: "Slices", tables: [table])
    }
}

/// Each source by a model of all others: the nearest thing to a phone.
enum SourcesPart {
    private static let most = 100

    static func part(_ report: EvaluationReport) -> PagePart? {
        guard let sources = report.acrossSources, !sources.isEmpty else { return nil }
        let sorted = sources.sorted { ($0.auc ?? 2, $0.name) < ($1.auc ?? 2, $1.name) }
        let rows = sorted.prefix(most).map { source in
            PageTable.Row(
                head: cut(source.name, to: 60), kind: "word",
                cells: source.problem.map { [PageTable.Cell(text: "not measured: \($0)", kind: "undefined", span: 7)] } ?? [
                    .rate(source.falseJunk, ifUndefined: "no wanted message", drawnUpTo: 1),
                    .rate(source.recall, ifUndefined: "no junk", drawnUpTo: 1),
                    .figure(source.auc, ifUndefined: "one kind only"),
                    .rate(source.recallAtOnePercent, ifUndefined: "one kind only"), .count(source.n), .count(source.junk),
                    .count(source.overlap),
                ])
        }
        let left = sources.count - rows.count
        let table = PageTable(
            id: "across-table", caption: "Each source, by a model of all others",
            columns: [
                .text("source"), .number("false junk, %"), .number("junk caught, %"), .number("ROC-AUC"),
                .number("recall at 1 % false junk, %"), .number("messages"), .number("junk"), .number("seen alike"),
            ], rows: rows,
            remark: "Worst ranking first. Seen alike are messages of one template with messages trained on."
                + (left > 0 ? " \(grouped(left)) more sources are in the JSON report." : ""))
        return PagePart(
            id: "across", name: "Across sources",
            paragraphs: ["What the model meets on a phone comes from no corpus. These are the figures to believe."], tables: [table])
    }
}

/// What sticks to senders.
enum SendersPart {
    static func part(_ report: EvaluationReport) -> PagePart? {
        guard let senders = report.senders else { return nil }
        func row(_ name: String, _ rate: Rate, _ reason: String) -> PageTable.Row {
            PageTable.Row(head: name, cells: rate.of > 0 ? [.rate(rate, ifUndefined: ""), .counts(rate)] : [.undefined(reason, span: 2)])
        }
        let noWanted = "no wanted message with a sender"
        let table = PageTable(
            id: "senders-table", caption: "Once junk, later messages of a sender go to Junk too",
            columns: [.text("figure"), .number("%"), .number("counts")],
            rows: [
                row("senders of wanted messages that lose one", senders.wantedSendersLost, noWanted),
                row("wanted messages lost", senders.wantedLost, noWanted),
                row("of all wanted, lost for an earlier verdict alone", senders.laterWantedLost, noWanted),
                row("junk caught for an earlier verdict alone", senders.laterJunkCaught, "no junk with a sender"),
            ],
            remark: "As if one phone had received all messages in the order of the corpus. \(grouped(senders.senders)) senders; \(grouped(senders.withoutSender)) messages name none and are left out.")
        return PagePart(id: "senders", name: "Senders", tables: [table])
    }
}
