// Evaluation: a comparison for a terminal. Tests and differences in, at most 80 columns of text
// out.

import Statistics

extension Comparison {
    /// The verdict in a sentence or two, then tests, figures and slices. `first` and `second` name
    /// the models. `remark` is a sentence behind the verdict, of what it depends on. Ends with a
    /// newline.
    public func text(first: String, second: String, remark: String? = nil) -> String {
        var page = FigurePage()
        page.paragraph([sentence(first, second), remark].compactMap(\.self).joined(separator: " "))
        let (new, old) = (clipped(second, to: 32), clipped(first, to: 32))
        page.paragraph(
            "\(counted(n, "message")), \(grouped(changed.count)) with another action. Won: only \(new) is right. Lost: only \(old) is right."
        )
        page.heading("McNemar's exact test: p is the chance of so uneven a split by luck")
        page.table(
            "", columns: ["won", "lost", "p", ""],
            [
                row("junk or not junk", junk), row("  by group", junkByGroup), row("  wanted, kept out of Junk", falseJunk),
                row("    by group", falseJunkByGroup), row("  junk, caught", missedJunk), row("    by group", missedJunkByGroup),
            ] + folderRows)
        page.paragraph(
            "A group holds near duplicates. Trust the lines by group: where many messages share a template, the p of the others is too small."
        )
        if wantedActions < 2, verdicts != junk {
            page.paragraph("All wanted messages have one action here, so folders are not compared.")
        }
        let draws =
            groups < BootstrapIntervals.fewestGroups
            ? "\(counted(groups, "group")) of near duplicates are too few to draw from"
            : "intervals from \(grouped(rounds)) draws of \(grouped(groups)) groups"
        page.heading("Figures" + (rounds > 0 ? "; \(draws)" : ""))
        page.table(
            "", columns: ["first", "second", "difference", "95 %"],
            figures.map { figure in
                let difference = figure.first.flatMap { a in figure.second.map { $0 - a } }
                return [
                    Comparison.title(of: figure.figure), figure.first.map { decimal($0, places: 4) } ?? "undefined",
                    figure.second.map { decimal($0, places: 4) } ?? "undefined", difference.map(signed) ?? "-",
                    figure.difference.map { "[\(signed($0.lower)), \(signed($0.upper))]" } ?? "-",
                ]
            })
        addSlices(to: &page)
        return page.text
    }

    /// `recall at 0.2 % false junk`, as a report has it; other figures by their names.
    private static func title(of name: String) -> String {
        FalseJunkBound.allCases.map(Figure.recallAt).first { $0.name == name }?.titles.text ?? name
    }

    /// Which of two models is better, in a sentence or two. `first` and `second` name the models.
    ///
    ///     blend.spam against nb.spam is mixed: +16 points of junk caught, 600 more wanted messages
    ///     (one template) in Junk. False junk is now 17 %, above the limit of 0.2 %.
    public func sentence(_ first: String, _ second: String) -> String {
        let name = clipped(second, to: 48), other = clipped(first, to: 48)
        let opening =
            switch verdict {
            case .better: "\(name) is better than \(other)"
            case .worse: "\(name) is worse than \(other)"
            case .mixed: "\(name) against \(other) is mixed"
            case .noClearDifference: "No clear difference between \(other) and \(name)"
            }
        let folders = folderWords, last = rankingWords(name) + untestedWords
        guard junk.won + junk.lost > 0 else {
            return "\(opening): both put the same messages in Junk\(folders.map { "; \($0)" } ?? "").\(last)"
        }
        let whose = verdict == .noClearDifference ? "\(name) has " : ""
        let limit =
            exceedsLimit && (verdict == .mixed || verdict == .worse)
            ? " False junk is now \(falseJunkWords), above the limit of \(shortShare(maxFalseJunk))." : ""
        let groups =
            verdict == .mixed && !exceedsLimit && isAboveLimit && falseJunkByGroup.result == .lost
            ? " Near duplicates counted once, \(grouped(falseJunkByGroup.lost)) are new in Junk and "
                + "\(grouped(falseJunkByGroup.won)) no longer there, and false junk is above the limit of \(shortShare(maxFalseJunk))."
            : ""
        let shown =
            verdict == .better && !isAboveLimit && wantedGroups.value ?? 0 > maxFalseJunk
            ? " That false junk stays within \(shortShare(maxFalseJunk)) is not shown: near duplicates counted once, "
                + "\(grouped(wantedGroups.count)) of \(counted(wantedGroups.of, "group")) of wanted messages are in Junk (at most \(shortNumber(100 * wantedGroupsLimit, of: wantedGroups.of)) %)."
            : ""
        return
            "\(opening): \(whose)\(caughtWords), \(wantedWords)\(folders.map { ", \($0)" } ?? "").\(limit)\(groups)\(shown)\(luckWords)\(last)"
    }

    /// ` By groups of near duplicates the difference in junk caught may be luck (p 0.6587).` of
    /// what the sentence says but the verdict does not rest on; empty where there is none.
    private var luckWords: String {
        if verdict == .noClearDifference { return " By groups of near duplicates this may be luck (p \(pValue(junkByGroup)))." }
        let lostAbove = exceedsLimit && falseJunk.won < falseJunk.lost
        let tied = [
            missedJunk.won == missedJunk.lost || missedJunkByGroup.result != .tied
                ? nil : "in junk caught (p \(pValue(missedJunkByGroup)))",
            falseJunk.won == falseJunk.lost || falseJunkByGroup.result != .tied || lostAbove
                ? nil : "in wanted messages lost (p \(pValue(falseJunkByGroup)))",
        ].compactMap(\.self)
        guard !tied.isEmpty else { return "" }
        return " By groups of near duplicates the difference \(tied.joined(separator: " and that ")) may be luck."
    }

    /// Whether the scores of both are as good as each other: then cutoffs may make the difference.
    private var scoresAreAsGood: Bool {
        let ofScores = figures.filter { ["auc", "ap"].contains($0.figure) || $0.figure.hasPrefix("recall@") }
        return !ofScores.isEmpty
            && ofScores.allSatisfy { figure in
                guard let first = figure.first, let second = figure.second else { return false }
                return first == second || figure.difference.map { $0.lower <= 0 && $0.upper >= 0 } ?? false
            }
    }

    /// ` b ranks better (ROC-AUC +0.0120; …).` where the cutoffs show no difference and the scores
    /// do, and what may be the cause where it is the other way round; empty elsewhere.
    private func rankingWords(_ name: String) -> String {
        if verdict != .noClearDifference, scoresAreAsGood {
            return " By scores alone neither is clearly better: the cutoffs may be the cause."
        }
        let clear = [("ROC-AUC", "auc"), ("average precision", "ap")].compactMap {
            title, key -> (words: String, isBetter: Bool)? in
            guard let figure = figures.first(where: { $0.figure == key }), let limits = figure.difference,
                let first = figure.first, let second = figure.second, limits.lower > 0 || limits.upper < 0
            else { return nil }
            let more = second - first
            return ("\(title) \(more < 0 ? "−" : "+")\(decimal(abs(more), places: 4))", more > 0)
        }
        guard let isBetter = clear.first?.isBetter, clear.allSatisfy({ $0.isBetter == isBetter }),
            verdict == .noClearDifference || (verdict == .better) != isBetter
        else { return "" }
        return
            " By its scores alone \(name) ranks \(isBetter ? "better" : "worse") (\(clear.map(\.words).joined(separator: ", ")); 0 is outside the 95 % intervals)."
    }

    /// What a verdict depends on by cutoffs that were set on these very messages: tests take them
    /// as given, draws set them anew. `nil` where the verdict says nothing.
    public var remarkOnFittedCutoffs: String? {
        guard verdict != .noClearDifference else { return nil }
        let bound = FalseJunkBound(within: maxFalseJunk)
        let redrawn = figures.first { $0.figure == Figure.recallAt(bound).name }?.difference
        guard bound.rate == maxFalseJunk, let redrawn, redrawn.lower <= 0, redrawn.upper >= 0 else {
            return "Both cutoffs are set on these messages, which the tests take as given."
        }
        func points(_ share: Double) -> String { "\(share < 0 ? "−" : "+")\(decimal(abs(100 * share), places: 1))" }
        return
            "Both cutoffs are set on these messages. Set anew in each draw, junk caught differs by \(points(redrawn.lower)) "
            + "to \(points(redrawn.upper)) points, which may be luck."
    }

    /// `20 %`; with its counts where rounding makes it the limit.
    private var falseJunkWords: String {
        let rate = second.falseJunk, words = shortPercent(rate)
        return words == shortShare(maxFalseJunk) ? "\(words) (\(grouped(rate.count)) of \(grouped(rate.of)))" : words
    }

    private var untestedWords: String { untested.isEmpty ? "" : " \(untestedSentence(untested))." }

    /// `11,000 more wanted messages in their folder (11,200 new, 200 no longer)`; `nil` where both
    /// file alike.
    private var folderWords: String? {
        let (new, gone) = (folders.won, folders.lost), more = new - gone
        guard new + gone > 0 else { return nil }
        let parts = new > 0 && gone > 0 ? " (\(grouped(new)) new, \(grouped(gone)) no longer)" : ""
        if more == 0 { return "as many wanted messages in their folder\(parts)" }
        let wanted = "wanted message\(abs(more) == 1 ? "" : "s")"
        return "\(grouped(abs(more))) \(more > 0 ? "more" : "fewer") \(wanted) in their folder\(parts)"
    }

    private var folderRows: [[String]] {
        (folders.won + folders.lost > 0
            ? [row("  wanted, in the right folder", folders), row("    by group", foldersByGroup)] : [])
            + (verdicts == junk || wantedActions < 2 ? [] : [row("right action", verdicts)])
    }

    /// `+16 points of junk caught`.
    private var caughtWords: String {
        let of = second.recall.of, more = second.recall.count - first.recall.count
        guard of > 0 else { return "no junk to catch" }
        guard more != 0 else { return "as much junk caught" }
        let points = 100 * Double(abs(more)) / Double(of)
        return "\(more > 0 ? "+" : "−")\(shortNumber(points, of: of)) points of junk caught"
    }

    /// `600 more wanted messages (one template) in Junk`.
    private var wantedWords: String {
        guard second.falseJunk.of > 0 else { return "no wanted message to lose" }
        let (new, gone) = (falseJunk.lost, falseJunk.won), more = new - gone
        let wanted = "wanted message\(abs(more) == 1 ? "" : "s")"
        let groups = more > 0 ? falseJunkByGroup.lost : falseJunkByGroup.won
        let parts =
            if new > 0, gone > 0 {
                " (\(grouped(new)) new, \(grouped(gone)) no longer)"
            } else if groups < abs(more) {
                " (\(groups == 1 ? "one template" : "\(grouped(groups)) templates"))"
            } else {
                ""
            }
        if more == 0 { return new == 0 ? "no more wanted messages in Junk" : "as many wanted messages in Junk\(parts)" }
        return "\(grouped(abs(more))) \(more > 0 ? "more" : "fewer") \(wanted)\(parts) in Junk"
    }

    private func row(_ name: String, _ counts: PairedCounts) -> [String] {
        [name, grouped(counts.won), grouped(counts.lost), pValue(counts), counts.result.rawValue]
    }

    private func pValue(_ counts: PairedCounts) -> String {
        // Many are halves of a digit, up to their last bits.
        counts.pValue < 0.0001 ? "< .0001" : decimal(counts.pValue + 1e-9, places: 4)
    }

    private func signed(_ value: Double) -> String {
        // A limit of an interval that is not 0 is not shown as 0: its sign decides.
        (value < 0 ? "" : "+") + decimal(value, places: value != 0 && abs(value) < 0.00005 ? 5 : 4)
    }

    private func addSlices(to page: inout FigurePage) {
        guard slices.contains(where: { $0.junk.won + $0.junk.lost > 0 }) else { return }
        let results = [PairedCounts.Result.won, .tied, .lost].map { result in
            "\(result.rawValue) \(grouped(slices.count { $0.result == result }))"
        }
        page.heading("Slices, junk or not junk, by message at p .05: \(results.joined(separator: ", ")); the clearest first")
        page.table(
            "", columns: ["messages", "won", "lost", "p", ""],
            slices.prefix(12).filter { $0.junk.won + $0.junk.lost > 0 }.map { slice in
                let counts = row("", slice.junk).dropFirst()
                return [clipped("\(slice.dimension.rawValue) \(slice.value)", to: 32), grouped(slice.n)] + counts
            })
    }
}
