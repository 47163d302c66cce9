// Page: what hiding words does. An attack report in, a section of tables out.

import SpamEvaluation

enum AttackPart {
    /// Words of messages that are named for a trick.
    private static let mostWords = 5

    static func part(_ attack: AttackReport?, _ report: EvaluationReport) -> PagePart? {
        guard let attack else { return nil }
        var part = PagePart(id: "attack", name: "Hidden words")
        let clean = attack.clean
        part.paragraphs = [
            "Every trick played on every message that it can touch, with the model’s own cutoffs. Of \(grouped(attack.junk)) junk messages as they are \(share(clean.recall)) are caught; of \(grouped(attack.wanted)) wanted ones \(share(clean.falseJunk)) are put in Junk."
        ]
        if clean.recall != report.junkFigures.recall || clean.falseJunk != report.falseJunk {
            part.paragraphs.append("These are not the verdicts of the rest of this page: another model or other messages were attacked.")
        }
        part.tables = [strengths(attack), tricks(attack)]
        if !attack.poisoning.isEmpty { part.tables.append(poisoning(attack)) }
        if attack.tricks.contains(where: { !$0.words.isEmpty }) { part.tables.append(words(attack)) }
        return part
    }

    private static func share(_ rate: Rate) -> String { rate.value.map { "\(percent($0)) %" } ?? "none" }

    private static func cell(_ share: Double?) -> PageTable.Cell { PageTable.Cell(text: share.map(percent) ?? "–") }

    private static func strengths(_ attack: AttackReport) -> PageTable {
        PageTable(
            id: "attack-strengths", caption: "All tricks, by the share of words or letters touched",
            columns: [
                .text("strength"), .number("tricks"), .number("mean recall, %"), .number("as they are, %"), .number("worst recall, %"),
                .text("by"),
            ],
            rows: attack.strengths.map { strength in
                PageTable.Row(
                    head: "\(strength.strength.rawValue), \(percent(strength.strength.share)) %",
                    cells: [
                        .count(strength.tricks), cell(strength.meanRecall), cell(strength.meanCleanRecall),
                        strength.worstRecall.map { .rate($0, ifUndefined: Undefined.noJunk) } ?? PageTable.Cell(text: "–"),
                        .words(strength.worstTrick ?? "–"),
                    ])
            })
    }

    /// A row a trick, the one that leaves least of its clean recall first.
    private static func tricks(_ attack: AttackReport) -> PageTable {
        let strengths = Strength.allCases.filter { strength in attack.strengths.contains { $0.strength == strength } }
        var byTrick: [String: [TrickFigures]] = [:]
        for figures in attack.tricks { byTrick[figures.trick, default: []].append(figures) }
        func kept(_ figures: [TrickFigures]) -> Double {
            figures.map { Double($0.recall.count) / Double(max($0.cleanRecall.count, 1)) }.min() ?? 1
        }
        let sorted = byTrick.filter { $0.value.contains { $0.cleanRecall.of > 0 } }
            .sorted { (kept($0.value), $0.key) < (kept($1.value), $1.key) }
        let untouched = byTrick.count - sorted.count
        return PageTable(
            id: "attack-tricks", caption: "Recall after each trick, worst first",
            columns: [.text("trick"), .number("as they are, %")] + strengths.map { .number("\($0.rawValue), %") } + [
                .number("false junk after it, %"), .number("junk touched"),
            ],
            rows: sorted.map { name, figures in
                let last = figures[figures.count - 1]
                return PageTable.Row(
                    head: name,
                    cells: [.rate(last.cleanRecall, ifUndefined: "")]
                        + strengths.map { strength in
                            guard let found = figures.first(where: { $0.strength == strength }) else { return PageTable.Cell(text: "–") }
                            return .rate(found.recall, ifUndefined: Undefined.noJunk)
                        } + [
                            .rate(last.falseJunk, ifUndefined: "no wanted message"), .count(last.recall.of),
                        ])
            },
            remark: "False junk is that of the strongest trick played: wanted messages with the same trick."
                + (untouched > 0 ? " \(untouched) tricks touched no junk." : ""))
    }

    private static func poisoning(_ attack: AttackReport) -> PageTable {
        PageTable(
            id: "attack-poisoning", caption: "Trained with labels flipped",
            columns: [
                .text("flipped"), .number("junk caught, %"), .number("false junk, %"), .number("average precision"), .number("trained on"),
            ],
            rows: attack.poisoning.map { model in
                PageTable.Row(
                    head: "\(percent(model.flippedShare)) %",
                    cells: model.problem.map { [PageTable.Cell(text: "not measured: \($0)", kind: "undefined", span: 4)] } ?? [
                        model.recall.map { .rate($0, ifUndefined: Undefined.noJunk) } ?? PageTable.Cell(text: "–"),
                        model.falseJunk.map { .rate($0, ifUndefined: Undefined.noWanted) } ?? PageTable.Cell(text: "–"),
                        .figure(model.ap, ifUndefined: Undefined.noJunk), .count(model.trained),
                    ])
            })
    }

    private static func words(_ attack: AttackReport) -> PageTable {
        PageTable(
            id: "attack-words", caption: "Words that carried junk past the model",
            columns: [.text("trick"), .text("words, the largest fall of log-odds first")],
            rows: attack.tricks.filter { !$0.words.isEmpty }.map { figures in
                let words = figures.words.prefix(mostWords).map { "\(cut($0.text ?? $0.kind, to: 24)) \(decimal($0.fall, places: 1))" }
                return PageTable.Row(
                    head: "\(figures.trick), \(figures.strength.rawValue)", cells: [.words(words.joined(separator: " · "))])
            }, summary: "The words that carried it")
    }
}
