// Evaluation: what is lost where junk sticks to its sender.

import Statistics

struct SendersSection: ReportSection {
    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard let senders = report.senders else { return }
        page.heading(
            SectionHeading(
                "If junk sticks to its sender: \(grouped(senders.senders)) senders, one phone, in the order of the corpus",
                name: "Senders", id: "senders"))
        page.isWide ? page.table(table(senders)) : writeLines(senders, on: &page)
    }

    private func writeLines(_ senders: SenderFigures, on page: inout some ReportPage) {
        let reason = "no wanted message has a sender"
        page.figure(FigureLine("wanted senders hit", senders.wantedSendersLost, ifUndefined: reason))
        page.figure(FigureLine("wanted messages lost", senders.wantedLost, ifUndefined: reason))
        page.figure(FigureLine("  for an earlier one alone", senders.laterWantedLost, ifUndefined: reason))
        page.figure(FigureLine("junk caught besides", senders.laterJunkCaught, ifUndefined: "no junk has a sender"))
    }

    private func table(_ senders: SenderFigures) -> ReportTable {
        func row(_ name: String, _ rate: Rate, _ reason: String) -> ReportTable.Row {
            ReportTable.Row(
                name, rate.of > 0 ? [.rate(rate, ifUndefined: ""), .counts(rate)] : [.undefined(reason, span: 2)])
        }
        let noWanted = "no wanted message with a sender"
        return ReportTable(
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
    }
}
