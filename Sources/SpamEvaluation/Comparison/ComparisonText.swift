// Evaluation: a comparison for a terminal. Tests and differences in, at most 80 columns of text
// out.

import Statistics

extension Comparison {
    /// The result in one sentence, then tests, figures and slices. `first` and `second` name the
    /// models. Ends with a newline.
    public func text(first: String, second: String) -> String {
        var page = FigurePage()
        page.paragraph(sentence(first, second))
        page.paragraph(
            "\(grouped(n)) messages; \(grouped(changed.count)) got another action. Won are those that \(clipped(second, to: 32)) alone has right, lost those that \(clipped(first, to: 32)) alone has."
        )
        page.heading("McNemar's test, exact: p is the chance of so uneven a split if neither were better")
        page.table(
            "", columns: ["won", "lost", "p", ""],
            [
                row("junk or not junk", junk), row("  by groups of like messages", junkByGroup),
                row("  wanted, kept out of Junk", falseJunk), row("    by groups", falseJunkByGroup),
                row("  junk, put there", missedJunk),
                row("right action", verdicts),
            ])
        page.paragraph(
            "But for the lines by groups it takes every message for one of its own; where templates repeat, its p is too small.")
        let draws =
            groups < BootstrapIntervals.fewestGroups
            ? "too few groups of like messages to draw from: \(groups)"
            : "\(grouped(rounds)) draws of \(grouped(groups)) groups of like messages"
        page.heading("Figures" + (rounds > 0 ? ", \(draws)" : ""))
        page.table(
            "", columns: ["first", "second", "difference", "95 %"],
            figures.map { figure in
                let difference = figure.first.flatMap { a in figure.second.map { $0 - a } }
                return [
                    figure.figure, figure.first.map { decimal($0, places: 4) } ?? "undefined",
                    figure.second.map { decimal($0, places: 4) } ?? "undefined", difference.map(signed) ?? "-",
                    figure.difference.map { "[\(signed($0.lower)), \(signed($0.upper))]" } ?? "-",
                ]
            })
        addSlices(to: &page)
        return page.text
    }

    /// Which of two models is better, in a sentence or two. `first` and `second` name the models.
    public func sentence(_ first: String, _ second: String) -> String {
        let name = clipped(second, to: 48), other = clipped(first, to: 48),
            counts =
                "won \(grouped(junk.won)), lost \(grouped(junk.lost)) of junk or not junk; of groups of like messages won \(grouped(junkByGroup.won)), lost \(grouped(junkByGroup.lost)), p \(pValue(junkByGroup))."
        // New false junk is always said, won or lost, and even if it may be chance.
        let more =
            falseJunk.won != falseJunk.lost || falseJunkByGroup.result == .lost
            ? " \(falseJunkByGroup.result == .lost ? "But more wanted messages are in Junk" : "Wanted messages in Junk"): \(grouped(falseJunk.lost)) new ones, \(grouped(falseJunk.won)) no longer; by groups \(grouped(falseJunkByGroup.lost)) and \(grouped(falseJunkByGroup.won)), p \(pValue(falseJunkByGroup))."
            : ""
        switch junkByGroup.result {
        case .won: return "\(name) is better than \(other): \(counts)\(more)"
        case .lost: return "\(name) is worse than \(other): \(counts)\(more)"
        case .tied: return "Tied with \(other): \(name) \(counts)\(more)"
        }
    }

    private func row(_ name: String, _ counts: PairedCounts) -> [String] {
        [name, grouped(counts.won), grouped(counts.lost), pValue(counts), counts.result.rawValue]
    }

    private func pValue(_ counts: PairedCounts) -> String {
        counts.pValue < 0.0001 ? "< .0001" : decimal(counts.pValue, places: 4)
    }

    private func signed(_ value: Double) -> String {
        (value < 0 ? "" : "+") + decimal(value, places: 4)
    }

    private func addSlices(to page: inout FigurePage) {
        guard !slices.isEmpty else { return }
        let results = [PairedCounts.Result.won, .tied, .lost].map { result in
            "\(result.rawValue) \(grouped(slices.count { $0.result == result }))"
        }
        page.heading("Slices, junk or not junk, each at p .05: \(results.joined(separator: ", ")); the clearest first")
        page.table(
            "", columns: ["messages", "won", "lost", "p", ""],
            slices.prefix(12).filter { $0.junk.won + $0.junk.lost > 0 }.map { slice in
                let counts = row("", slice.junk).dropFirst()
                return [clipped("\(slice.dimension.rawValue) \(slice.value)", to: 32), grouped(slice.n)] + counts
            })
    }
}
