// Evaluation: each source by a model of all others, the nearest thing to a phone.

import Statistics

struct AcrossSourcesSection: ReportSection {
    private static let most = 100

    /// Said of the sources of a report, whose model may have been trained otherwise.
    private static func trainedHow(_ report: EvaluationReport) -> String {
        "These models use the default settings, and the limit of the model in this report, \(shortShare(report.maxFalseJunk)) false junk."
    }

    func write(_ report: EvaluationReport, on page: inout some ReportPage) {
        guard let sources = report.acrossSources else { return }
        guard page.isWide else {
            sources.write(as: "source", on: &page)
            return page.paragraph(Self.trainedHow(report))
        }
        guard !sources.isEmpty else { return }
        page.heading(SectionHeading("Across sources", id: "across"))
        page.paragraph(
            "Each source is measured by a model of all other sources. A new phone is no source of the corpus either, so believe these figures first. \(Self.trainedHow(report))"
        )
        page.table(table(sources))
    }

    private func table(_ sources: [SourceFigures]) -> ReportTable {
        let span = sources.compactMap { $0.falseJunk.interval95?.upper }.max() ?? 1
        let rows = sources.worstFirst.prefix(Self.most).map { source in
            ReportTable.Row(
                (source.isTooAlike ? "! " : "") + cut(source.name, to: 60), isWord: true,
                source.problem.map { [.notMeasured($0, span: 7)] } ?? [
                    .rate(source.falseJunk, ifUndefined: "no wanted message", drawnUpTo: span),
                    .rate(source.recall, ifUndefined: "no junk", drawnUpTo: 1),
                    .figure(source.auc, ifUndefined: "only junk or only wanted"),
                    source.recallAtOnePercent.value.map { .init(percent($0)) } ?? .undefined("only junk or only wanted"),
                    .count(source.n), .count(source.junk), .count(source.overlap),
                ])
        }
        let left = sources.count - rows.count
        return ReportTable(
            id: "across-table", caption: "Each source, by a model of all others",
            columns: [
                .text("source"), .number("false junk, %"), .number("junk caught, %"), .number("ROC-AUC"),
                .number("recall at 1 % false junk, %"), .number("messages"), .number("junk"), .number("seen"),
            ], rows: Array(rows),
            remark:
                "Worst ranking first. Seen: messages that read like a training message, the background's included."
                + (!sources.contains(where: \.isTooAlike) ? "" : " \(SourceFigures.legend)")
                + (left > 0 ? " \(grouped(left)) more sources are only in the JSON report." : ""),
            drawn: "The lines span 0 to \(percent(span)) % of false junk and 0 to 100 % of junk caught.")
    }
}

extension [SourceFigures] {
    fileprivate var worstFirst: [SourceFigures] { sorted { ($0.auc ?? 2, $0.name) < ($1.auc ?? 2, $1.name) } }

    /// The table of parts of a corpus for a terminal: the worst ranking first, or in the order of
    /// time.
    ///
    /// - Parameter division: what the parts are: `source`, `time`, or the word for another part.
    public func text(as division: String) -> String {
        var page = FigurePage()
        write(as: division, on: &page)
        return page.text
    }

    fileprivate func write(as division: String, on page: inout some ReportPage) {
        func share(_ rate: Rate) -> String { rate.value.map(percent) ?? "-" }
        let isTime = division == "time"
        let rows = isTime ? self : worstFirst
        let title =
            switch division {
            case "source": "Each source by a model of all others, the worst ranking first"
            case "time": "Each period by a model of all earlier messages"
            default: "Each \(division) by a model of all others, the worst ranking first"
            }
        // Of "2024-12-04 to 2025-01-10" the first day: a stretch ends where the next one begins.
        let isMarked = division == "source" && contains(where: \.isTooAlike)
        func first(_ part: SourceFigures) -> String {
            if isTime { return String(part.name.prefix { $0 != " " }) }
            return (isMarked ? part.isTooAlike ? "! " : "  " : "") + clipped(part.name, to: isMarked ? 12 : 14)
        }
        page.heading(SectionHeading(title))
        page.table(
            ReportTable(
                isTime ? "from" : division,
                columns: ["messages", "junk", "seen", "AUC", "at 1 %", "caught", "false junk"],
                rows.filter { $0.problem == nil }.map {
                    [
                        first($0), grouped($0.n), grouped($0.junk), grouped($0.overlap),
                        $0.auc.map { decimal($0, places: 4) } ?? "-",
                        share($0.recallAtOnePercent), share($0.recall), share($0.falseJunk),
                    ]
                }))
        for part in rows {
            if let problem = part.problem { page.paragraph("\(clipped(part.name, to: 32)): not measured: \(problem)") }
        }
        page.paragraph(
            (isTime ? rows.last.map { "A period ends where the next begins; the last is \($0.name). " } ?? "" : "")
                + "Seen: messages that read like a training message, the background's included. At 1 %: junk caught, in percent, at 1 % false junk. It and AUC come from the scores alone, without protection. Caught and false junk, in percent: at each model's own cutoff."
                + (isMarked ? " \(SourceFigures.legend)" : "")
        )
    }
}

extension SourceFigures {
    fileprivate static let legend = "!: so many are seen that the figures are too good."
}
