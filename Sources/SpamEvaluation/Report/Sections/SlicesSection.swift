// Evaluation: for whom the model does worse: slices of the test set, the worst first, and senders
// to whom junk sticks.

import Statistics

struct SlicesSection: ReportSection {
    /// Rows that are seen at once, and that the page has room for.
    private static let first = 12, most = 100

    /// What a gap above 0 does not say.
    private static let caution =
        "One template with many messages can cause it. With many slices, luck can too."

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        let slices = Slice.distinct(report.slices.filter { $0.dimension.period == nil })
        guard !slices.isEmpty else { return }
        let shown = min(Self.first, slices.count)
        page.heading(
            SectionHeading(
                "Slices: the \(shown) worst of \(grouped(slices.count))", name: "Slices",
                id: "slices"))
        page.isWide ? writeTables(slices, on: &page) : writeLines(slices, on: &page)
    }

    /// A line a slice, in the columns of a terminal.
    static func write(_ slices: some Sequence<Slice>, on page: inout some ReportPage) {
        page.table(
            ReportTable(
                "", columns: ["junk + wanted", "junk found, %", "false junk, %", "AUC"],
                slices.map { slice in
                    [
                        clipped("\((slice.gap ?? -1) > 0 ? "!" : " ") \(slice.dimension.rawValue) \(slice.value)", to: 20),
                        "\(grouped(slice.junk)) + \(grouped(slice.n - slice.junk))", slice.recall.share(places: 1, of: 100),
                        slice.falseJunk.share(places: 1, of: 100),
                        slice.auc.map(Self.shortArea) ?? "-",
                    ]
                }))
    }

    /// Three decimals; `<1.000` where these would hide pairs in the wrong order.
    private static func shortArea(_ auc: Double) -> String {
        let digits = decimal(auc, places: 3)
        return auc < 1 && digits == "1.000" ? "<1.000" : digits
    }

    private func writeLines(_ slices: [Slice], on page: inout some ReportPage) {
        Self.write(slices.prefix(Self.first), on: &page)
        if slices.contains(where: { ($0.gap ?? -1) > 0 }) {
            page.paragraph("!: worse than the whole; the intervals do not touch. \(Self.caution)")
        }
    }

    private func writeTables(_ slices: [Slice], on page: inout some ReportPage) {
        // A handful of messages says nothing, and would make the scale that of its doubt.
        let span = slices.filter { $0.falseJunk.of >= 100 }.compactMap { $0.falseJunk.interval95?.upper }.max() ?? 1
        var worst = table("slices-worst", "Slices, worst first", slices.prefix(Self.first), span)
        worst.remark =
            "* The distance in log-odds between the 95 % intervals of slice and whole, where they do not touch. \(Self.caution)"
        worst.drawn = "The lines span 0 to \(percent(span)) % of false junk and 0 to 100 % of junk caught."
        page.table(worst)
        guard slices.count > Self.first else { return }
        var others = table("slices-other", "The other slices", slices.prefix(Self.most).dropFirst(Self.first), span)
        let left = slices.count - Self.most
        others.remark = left > 0 ? "\(grouped(left)) more slices are only in the JSON report." : nil
        others.summary = "\(grouped(min(slices.count, Self.most) - Self.first)) other slices"
        page.table(others)
    }

    private func table(_ id: String, _ caption: String, _ slices: ArraySlice<Slice>, _ span: Double) -> ReportTable {
        ReportTable(
            id: id, caption: caption,
            columns: [
                .text("slice"), .number("false junk, %"), .number("junk caught, %"), .number("ROC-AUC"), .number("messages"),
                .number("junk"), .number("worse than the whole *"),
            ],
            rows: slices.map { slice in
                ReportTable.Row(
                    "\(slice.dimension.rawValue): \(cut(slice.value, to: 60))", isWord: true,
                    [
                        slice.falseJunk.of > 0
                            ? .rate(slice.falseJunk, ifUndefined: "", drawnUpTo: span) : .absent("no wanted message"),
                        slice.recall.of > 0 ? .rate(slice.recall, ifUndefined: "", drawnUpTo: 1) : .absent("no junk"),
                        slice.auc.map { .figure($0, ifUndefined: "") } ?? .absent("only one class"), .count(slice.n),
                        .count(slice.junk), slice.gap.flatMap { $0 > 0 ? .init(decimal($0, places: 2)) : nil } ?? .dash,
                    ])
            })
    }
}

struct SendersSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard let senders = report.senders else { return }
        page.heading(
            SectionHeading(
                "If later messages of a sender followed it to Junk: \(counted(senders.senders, "sender"))",
                name: "Senders", id: "senders"))
        page.isWide ? page.table(table(senders)) : writeLines(senders, on: &page)
    }

    private func writeLines(_ senders: SenderFigures, on page: inout some ReportPage) {
        let reason = "no wanted message has a sender"
        page.figure(FigureLine("senders of a lost message", senders.wantedSendersLost, ifUndefined: reason))
        page.figure(FigureLine("wanted messages lost", senders.wantedLost, ifUndefined: reason))
        page.figure(FigureLine("  only for an earlier one", senders.laterWantedLost, ifUndefined: reason))
        page.figure(FigureLine("junk caught for an earlier one", senders.laterJunkCaught, ifUndefined: "no junk has a sender"))
    }

    private func table(_ senders: SenderFigures) -> ReportTable {
        func row(_ name: String, _ rate: Rate, _ reason: String) -> ReportTable.Row {
            ReportTable.Row(
                name, rate.of > 0 ? [.rate(rate, ifUndefined: ""), .counts(rate)] : [.undefined(reason, span: 2)])
        }
        let noWanted = "no wanted message with a sender"
        return ReportTable(
            id: "senders-table", caption: "If later messages of a sender followed it to Junk",
            columns: [.text("figure"), .number("%"), .number("counts")],
            rows: [
                row("senders who lose a wanted message", senders.wantedSendersLost, noWanted),
                row("wanted messages lost", senders.wantedLost, noWanted),
                row("wanted messages lost only for an earlier one", senders.laterWantedLost, noWanted),
                row("junk caught only for an earlier one", senders.laterJunkCaught, "no junk with a sender"),
            ],
            remark:
                "As if one phone had received all messages in the order of the corpus. \(counted(senders.senders, "sender")); \(counted(senders.withoutSender, "message")) without a sender left out."
        )
    }
}
