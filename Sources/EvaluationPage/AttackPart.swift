// Page: what hiding words does. An attack report in, a section of tables out.

import SpamEvaluation
import Statistics

enum AttackPart {
    /// Tricks that are seen at once, and words of messages that are named for one.
    private static let first = 12, mostWords = 5

    private static let noJunk = "no junk in the test set"
    private static let noWanted = "no wanted message in the test set"

    static func write(_ attack: AttackReport?, _ report: EvaluationReport, on page: inout HTMLPage) {
        guard let attack else { return }
        page.heading(SectionHeading("Hidden words", id: "attack"))
        let clean = attack.clean
        page.paragraph(
            "Every trick on every message that it changes, with the model’s own cutoffs. Without tricks \(share(clean.recall)) of \(grouped(attack.junk)) junk messages are caught, and \(share(clean.falseJunk)) of \(grouped(attack.wanted)) wanted messages are in Junk."
        )
        if clean.recall != report.rate(.recall(.junk)) || clean.falseJunk != report.rate(.falseJunk) {
            page.paragraph(
                "Another model or other messages were attacked than those of this page.")
        }
        page.table(strengths(attack))
        for table in tricks(attack) { page.table(table) }
        if !attack.poisoning.isEmpty { page.table(poisoning(attack)) }
        if attack.tricks.contains(where: { !$0.words.isEmpty }) { page.table(words(attack)) }
    }

    private static func share(_ rate: Rate) -> String { rate.value.map { "\(percent($0)) %" } ?? "none" }

    private static func cell(_ share: Double?) -> ReportTable.Cell { share.map { .init(percent($0)) } ?? .dash }

    private static func strengths(_ attack: AttackReport) -> ReportTable {
        ReportTable(
            id: "attack-strengths", caption: "All tricks, by the share of words or letters changed",
            columns: [
                .text("strength"), .number("tricks"), .number("mean recall, %"), .number("without tricks, %"),
                .number("worst recall, %"),
                .text("by"),
            ],
            rows: attack.strengths.map { strength in
                ReportTable.Row(
                    "\(strength.strength.rawValue), \(decimal(100 * strength.strength.share, places: 0)) %",
                    [
                        .count(strength.tricks), cell(strength.meanRecall), cell(strength.meanCleanRecall),
                        strength.worstRecall.map { .rate($0, ifUndefined: noJunk) } ?? .dash,
                        .words(strength.worstTrick ?? "–"),
                    ])
            })
    }

    /// A row a trick, the one that leaves least of its clean recall first.
    private static func tricks(_ attack: AttackReport) -> [ReportTable] {
        var byTrick: [String: [TrickFigures]] = [:]
        for figures in attack.tricks { byTrick[figures.trick, default: []].append(figures) }
        func kept(_ figures: [TrickFigures]) -> Double {
            figures.map { Double($0.recall.count) / Double(max($0.cleanRecall.count, 1)) }.min() ?? 1
        }
        let sorted = byTrick.values.filter { $0[0].cleanRecall.of > 0 }.sorted {
            (kept($0), $0[0].trick) < (kept($1), $1[0].trick)
        }
        let untouched = byTrick.count - sorted.count
        var tables = [
            table(
                "attack-tricks", "Recall after each trick, worst first", sorted.prefix(first), attack,
                remark:
                    "Recall and false junk of the messages that the trick changes. False junk is that of wanted messages at full strength."
                    + (untouched > 0 ? " \(untouched) more tricks change no junk." : ""))
        ]
        if sorted.count > first {
            tables.append(
                table(
                    "attack-others", "The other tricks", sorted.dropFirst(first), attack,
                    summary: "\(sorted.count - first) other tricks"))
        }
        return tables
    }

    private static func table(
        _ id: String, _ caption: String, _ tricks: ArraySlice<[TrickFigures]>, _ attack: AttackReport, remark: String? = nil,
        summary: String? = nil
    ) -> ReportTable {
        let strengths = attack.strengths.map(\.strength)
        return ReportTable(
            id: id, caption: caption,
            columns: [.text("trick"), .number("without it, %")] + strengths.map { .number("\($0.rawValue), %") } + [
                .number("false junk, %"), .number("junk changed"),
            ],
            rows: tricks.map { figures in
                let strongest = figures[figures.count - 1]
                let recalls = strengths.map { strength in
                    figures.first { $0.strength == strength }.map {
                        ReportTable.Cell.rate($0.recall, ifUndefined: noJunk)
                    }
                        ?? .dash
                }
                return ReportTable.Row(
                    strongest.trick,
                    [.rate(strongest.cleanRecall, ifUndefined: "")] + recalls + [
                        strongest.falseJunk.of > 0 ? .rate(strongest.falseJunk, ifUndefined: "") : .absent("no wanted message"),
                        .count(strongest.recall.of),
                    ])
            }, remark: remark, summary: summary)
    }

    private static func poisoning(_ attack: AttackReport) -> ReportTable {
        ReportTable(
            id: "attack-poisoning", caption: "Trained with labels flipped",
            columns: [
                .text("flipped"), .number("junk caught, %"), .number("false junk, %"), .number("average precision"),
                .number("trained on"),
            ],
            rows: attack.poisoning.map { model in
                ReportTable.Row(
                    "\(percent(model.flippedShare)) %",
                    model.problem.map { [.notMeasured($0, span: 4)] } ?? [
                        model.recall.map { .rate($0, ifUndefined: noJunk) } ?? .dash,
                        model.falseJunk.map { .rate($0, ifUndefined: noWanted) } ?? .dash,
                        .figure(model.ap, ifUndefined: noJunk), .count(model.trained),
                    ])
            })
    }

    private static func words(_ attack: AttackReport) -> ReportTable {
        ReportTable(
            id: "attack-words", caption: "Words that let junk pass",
            columns: [.text("trick"), .text("words, the largest fall of log-odds first")],
            rows: attack.tricks.filter { !$0.words.isEmpty }.map { figures in
                let words = figures.words.prefix(mostWords).map {
                    "\(seen(cut($0.text ?? $0.kind, to: 24))) \(decimal($0.fall, places: 1))"
                }
                return ReportTable.Row(
                    "\(figures.trick), \(figures.strength.rawValue)", [.words(words.joined(separator: " · "))])
            }, summary: "Words that let junk pass")
    }
}
