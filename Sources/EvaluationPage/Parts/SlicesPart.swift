// Page: for whom the model does worse, and how it does elsewhere. Slices, sources and senders in, sections of tables out.

import SpamEvaluation
import SpamFilter
import Statistics

/// Slices of the test set, those that stand furthest on the bad side of the whole first.
enum SlicesPart {
    /// Rows that are seen at once, and that the page has room for.
    private static let first = 12, most = 100

    static func part(_ report: EvaluationReport) -> PagePart? {
        let slices = report.slices
        guard !slices.isEmpty else { return nil }
        // A handful of messages says nothing, and would make the scale that of its doubt.
        let span = slices.filter { $0.falseJunk.of >= 100 }.compactMap { $0.falseJunk.interval95?.upper }.max() ?? 1
        let left = slices.count - most
        var tables = [
            table(
                "slices-worst", "Slices, worst first", slices.prefix(first), span,
                remark:
                    "Apart from the whole, by messages: the gap in log-odds between the near ends of the 95 % intervals of slice and whole, where they do not touch. \(Slice.gapCaution)"
            )
        ]
        if slices.count > first {
            tables.append(
                table(
                    "slices-other", "The other slices", slices.prefix(most).dropFirst(first), span,
                    remark: left > 0 ? "\(grouped(left)) more slices are in the JSON report." : nil,
                    summary: "\(grouped(min(slices.count, most) - first)) other slices"))
        }
        return PagePart(id: "slices", name: "Slices", tables: tables)
    }

    private static func table(
        _ id: String, _ caption: String, _ slices: ArraySlice<Slice>, _ span: Double, remark: String?, summary: String? = nil
    ) -> PageTable {
        PageTable(
            id: id, caption: caption,
            columns: [
                .text("slice"), .number("false junk, %"), .number("junk caught, %"), .number("ROC-AUC"), .number("messages"),
                .number("junk"), .number("apart from the whole"),
            ],
            rows: slices.map { slice in
                PageTable.Row(
                    head: "\(slice.dimension.rawValue): \(cut(slice.value, to: 60))", kind: "word",
                    cells: [
                        slice.falseJunk.of > 0
                            ? .rate(slice.falseJunk, ifUndefined: "", drawnUpTo: span) : .absent("no wanted message"),
                        slice.recall.of > 0 ? .rate(slice.recall, ifUndefined: "", drawnUpTo: 1) : .absent("no junk"),
                        slice.auc.map { .figure($0, ifUndefined: "") } ?? .absent("one kind"), .count(slice.n),
                        .count(slice.junk),
                        PageTable.Cell(text: slice.gap.flatMap { $0 > 0 ? decimal($0, places: 2) : nil } ?? "–"),
                    ])
            }, remark: remark, drawn: summary == nil ? drawn(span) : nil, summary: summary)
    }
}

/// Each source by a model of all others: the nearest thing to a phone.
enum SourcesPart {
    private static let most = 100

    static func part(_ report: EvaluationReport) -> PagePart? {
        guard let sources = report.acrossSources, !sources.isEmpty else { return nil }
        let sorted = sources.sorted { ($0.auc ?? 2, $0.name) < ($1.auc ?? 2, $1.name) }
        let span = sources.compactMap { $0.falseJunk.interval95?.upper }.max() ?? 1
        let rows = sorted.prefix(most).map { source in
            PageTable.Row(
                head: cut(source.name, to: 60), kind: "word",
                cells: source.problem.map { [PageTable.Cell(text: "not measured: \($0)", kind: "undefined", span: 7)] } ?? [
                    .rate(source.falseJunk, ifUndefined: "no wanted message", drawnUpTo: span),
                    .rate(source.recall, ifUndefined: "no junk", drawnUpTo: 1),
                    .figure(source.auc, ifUndefined: "one kind only"),
                    source.recallAtOnePercent.value.map { PageTable.Cell(text: percent($0)) } ?? .undefined("one kind only"),
                    .count(source.n), .count(source.junk),
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
            remark:
                "Worst ranking first. Seen alike are messages of one template with messages trained on."
                + (left > 0 ? " \(grouped(left)) more sources are in the JSON report." : ""),
            drawn: drawn(span))
        return PagePart(
            id: "across", name: "Across sources",
            paragraphs: [
                "Each source is judged by a model that has seen only the others, as the messages of a phone come from no corpus. These are the figures to believe. \(SourceFigures.trainedHow)"
            ],
            tables: [table])
    }
}

private func drawn(_ span: Double) -> String {
    "The lines span 0 to \(percent(span)) % of false junk and 0 to 100 % of junk caught."
}

/// What sticks to senders.
enum SendersPart {
    static func part(_ report: EvaluationReport) -> PagePart? {
        guard let senders = report.senders else { return nil }
        func row(_ name: String, _ rate: Rate, _ reason: String) -> PageTable.Row {
            PageTable.Row(
                head: name, cells: rate.of > 0 ? [.rate(rate, ifUndefined: ""), .counts(rate)] : [.undefined(reason, span: 2)])
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
            remark:
                "As if one phone had received all messages in the order of the corpus. \(grouped(senders.senders)) senders; \(grouped(senders.withoutSender)) messages name none and are left out."
        )
        return PagePart(id: "senders", name: "Senders", tables: [table])
    }
}
