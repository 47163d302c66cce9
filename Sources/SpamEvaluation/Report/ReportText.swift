// Evaluation: the report as people read it, in a terminal or in a document. Figures in, a page out: what matters first.

import SpamFilter
import Statistics

extension EvaluationReport {
    /// The report for a terminal: one sentence, then headings with aligned figures, in at most 100 columns. Ends with a newline.
    ///
    ///     Put 4 of 3,120 wanted messages in Junk (0.13 %, at most 0.33 %) and caught 1,204 of 1,292 junk
    ///     messages (93.19 %).
    public var text: String {
        var page = FigurePage()
        write(on: &page)
        return page.text
    }

    /// The same in Markdown.
    public var markdown: String {
        var page = MarkdownPage()
        write(on: &page)
        return page.text
    }

    private func write(on page: inout some ReportPage) {
        page.paragraph(verdict)
        if let acrossSources {
            acrossSources.write(as: "source", on: &page)
            page.paragraph(SourceFigures.trainedHow)
        }
        guard n > 0 else { return }
        page.paragraph(
            "\(grouped(n)) messages: \(grouped(n - junk)) wanted, \(grouped(junk)) junk. Brackets hold 95 % Wilson intervals"
                + (bootstrap.map {
                    $0.groups < BootstrapIntervals.fewestGroups
                        ? "; other figures have none, for \($0.groups) groups of like messages are too few to draw from."
                        : "; for figures that are no rate, recall at a bound, and where it says so, they come of \(grouped($0.rounds)) draws from \(grouped($0.groups)) groups of like messages."
                } ?? "."))
        if let overlap { page.paragraph(overlap.sentence) }
        addFalseJunk(to: &page)
        addSenders(to: &page)
        addSlices(to: &page)
        addRanking(to: &page)
        addActions(to: &page)
        addUnsure(to: &page)
        addCalibration(to: &page)
        addPublished(to: &page)
        addConfusion(to: &page)
    }

    /// What the model does, in one sentence.
    private var verdict: String {
        guard n > 0 else { return "Nothing can be said: there are no messages in the test set." }
        let caught = figures(of: .junk).recall
        let lost =
            if let rate = falseJunk.value, let limits = falseJunk.widestLimits(drawn(.falseJunk)) {
                "Put \(grouped(falseJunk.count)) of \(grouped(falseJunk.of)) wanted messages in Junk "
                    + "(\(percent(rate)) %, at most \(percent(limits.upper)) %)"
            } else {
                "Had no wanted message to lose"
            }
        let found =
            if let rate = caught.value {
                "caught \(grouped(caught.count)) of \(grouped(caught.of)) junk messages (\(percent(rate)) %)"
            } else {
                "had no junk to catch"
            }
        return "\(lost) and \(found)."
    }

    private func addFalseJunk(to page: inout some ReportPage) {
        page.heading("False junk: wanted messages put in Junk")
        page.rate("all wanted", falseJunk, ifUndefined: "no wanted message in the test set")
        addGroups(.falseJunk, falseJunk, to: &page)
        for label in Label.all {
            guard let rate = falseJunkByLabel[label.description] else { continue }
            page.rate("  \(label)", rate, ifUndefined: "no such message in the test set")
        }
        page.rate("unsure, of all messages", unsure, ifUndefined: "no messages in the test set")
    }

    private func addSenders(to page: inout some ReportPage) {
        guard let senders else { return }
        page.heading("If junk sticks to its sender: \(grouped(senders.senders)) senders, one phone, in the order of the corpus")
        let reason = "no wanted message has a sender"
        page.rate("wanted senders hit", senders.wantedSendersLost, ifUndefined: reason)
        page.rate("wanted messages lost", senders.wantedLost, ifUndefined: reason)
        page.rate("  for an earlier one alone", senders.laterWantedLost, ifUndefined: reason)
        page.rate("junk caught besides", senders.laterJunkCaught, ifUndefined: "no junk has a sender")
    }

    private func addSlices(to page: inout some ReportPage) {
        guard !slices.isEmpty else { return }
        let shown = 12
        page.heading(
            "Slices, the worst first: the \(min(shown, slices.count)) furthest from the whole, of \(grouped(slices.count))")
        page.table(
            "", columns: ["messages", "junk", "junk found, %", "false junk, %", "ROC-AUC"],
            slices.prefix(shown).map { slice in
                [
                    clipped("\((slice.gap ?? -1) > 0 ? "!" : " ") \(slice.dimension.rawValue) \(slice.value)", to: 31),
                    grouped(slice.n),
                    grouped(slice.junk), slice.recall.share(places: 1, of: 100), slice.falseJunk.share(places: 1, of: 100),
                    slice.auc.map { decimal($0, places: 3) } ?? "-",
                ]
            })
        if slices.contains(where: { ($0.gap ?? -1) > 0 }) {
            page.paragraph("! Apart from the whole, by messages: the intervals do not touch. \(Slice.gapCaution)")
        }
    }

    private func addRanking(to page: inout some ReportPage) {
        let reason = rankingReason
        page.heading("Junk ranking: the scores alone, before cutoffs")
        page.figure("ROC-AUC", auc, limits(.auc), ifUndefined: reason)
        page.figure("average precision", ap, limits(.averagePrecision), ifUndefined: reason)
        for bound in FalseJunkBound.allCases {
            guard let recall = recallAt[bound] else { continue }
            page.rate(
                "recall at \(bound.rawValue.dropLast()) % false junk", recall, limits(.recallAt(bound)), ifUndefined: reason)
        }
    }

    private func addActions(to page: inout some ReportPage) {
        page.heading("Verdicts, after cutoffs; unsure counts as missed")
        for figures in classes where figures.action == .junk || figures.precision.of + figures.recall.of > 0 {
            let name = figures.action.name
            page.rate("\(name) precision", figures.precision, ifUndefined: "no message was called \(name)")
            page.rate("\(name) recall", figures.recall, ifUndefined: "no \(name) in the test set")
            addGroups(.recall(figures.action), figures.recall, to: &page)
            page.figure(
                "\(name) F1", figures.f1, limits(.f1(figures.action)) ?? figures.f1Interval95.map { ($0.lower, $0.upper) },
                ifUndefined: "no \(name) in the test set, and none called so")
        }
        let empty = "no messages in the test set"
        page.rate("accuracy, micro recall", accuracy, ifUndefined: empty)
        page.rate("micro precision", microPrecision, ifUndefined: "no message was decided")
        page.figure("micro F1", microF1, limits(.microF1), ifUndefined: empty)
        page.figure("macro precision", macroPrecision, limits(.macroPrecision), ifUndefined: empty)
        page.figure("macro recall", macroRecall, limits(.macroRecall), ifUndefined: empty)
        page.figure("macro F1", macroF1, limits(.macroF1), ifUndefined: empty)
        page.figure("MCC of junk", mcc, limits(.mcc), ifUndefined: "messages or verdicts are all of one kind")
        if shownSubAction.of > 0 { page.rate("right sub-action, as shown", shownSubAction, ifUndefined: "") }
        if rightSubAction.of > 0 { page.rate("right sub-action of the label", rightSubAction, ifUndefined: "") }
    }

    /// The interval of a rate by draws of groups, where there is one, below that which takes every message for one of its own.
    private func addGroups(_ figure: Figure, _ rate: Rate, to page: inout some ReportPage) {
        guard let value = rate.value, let limits = limits(figure) else { return }
        page.figure("  drawn by group, in percent", 100 * value, (100 * limits.lower, 100 * limits.upper), ifUndefined: "")
    }

    private func addUnsure(to page: inout some ReportPage) {
        page.heading("Decisions and their cost")
        page.rate("decided", coverage, ifUndefined: "no messages in the test set")
        page.rate("wrong among decided", risk, ifUndefined: "no message was decided")
        if let costs {
            page.figure("cost of a message", cost, limits(.cost), ifUndefined: "no messages in the test set")
            page.paragraph(
                "Costs: \(decimal(costs.falseJunk, places: 2)) a wanted message in Junk, \(decimal(costs.missedJunk, places: 2)) junk that was decided to be something else, \(decimal(costs.unsure, places: 2)) a message without a decision."
            )
        }
    }

    private func addCalibration(to page: inout some ReportPage) {
        page.heading("Calibration of the probability of junk")
        let reason = nanScores > 0 ? rankingReason : "no messages in the test set"
        page.figure("log-loss", calibration?.logLoss, limits(.logLoss), ifUndefined: reason)
        page.figure("Brier score", calibration?.brier, limits(.brier), ifUndefined: reason)
        page.figure("calibration error, 15 bins", calibration?.ece, limits(.calibrationError), ifUndefined: reason)
        guard let calibration else { return }
        page.table(
            "probability", columns: ["messages", "mean", "share of junk"],
            calibration.bins.filter { $0.count > 0 }.map { bin in
                [
                    "\(decimal(bin.lower, places: 3)) to \(decimal(bin.upper, places: 3))", grouped(bin.count),
                    bin.meanPredicted.map { decimal($0, places: 4) } ?? "", bin.junk.share(places: 3),
                ]
            })
    }

    private func addPublished(to page: inout some ReportPage) {
        page.heading("As published tables have it, in percent")
        let reason = rankingReason
        let figures: [(String, Double?, Figure)] = [
            ("TREC hm, Almeida BH", published.hm, .hamMisclassification), ("TREC sm", published.sm, .spamMisclassification),
            ("TREC lam", published.lam, .logisticAverage), ("TREC 1-ROCA", published.oneMinusROCA, .oneMinusROCA),
            ("Almeida SC", published.sc, .spamCaught),
        ]
        for (name, value, figure) in figures { page.figure(name, value, limits(figure), ifUndefined: reason) }
    }

    private func addConfusion(to page: inout some ReportPage) {
        page.heading("Confusion: rows are true, columns the verdict")
        let verdicts = Evaluation.verdicts
        page.table(
            "", columns: verdicts.map { $0 == .none ? "unsure" : $0.name },
            Evaluation.actions.filter { figures(of: $0).support > 0 }.map { truth in
                [truth.name] + verdicts.map { grouped(confusion[truth.name]?[$0.name] ?? 0) }
            })
    }

    /// Why figures of junk against wanted messages are undefined, where they are.
    var rankingReason: String {
        if nanScores > 0 { return "scores that are not numbers: \(grouped(nanScores))" }
        if junk == 0 { return "no junk in the test set" }
        if junk == n { return "no wanted message in the test set" }
        return "one kind of mistake is 0 %, the other 100 %"
    }

    private func limits(_ figure: Figure) -> (lower: Double, upper: Double)? {
        drawn(figure).map { ($0.lower, $0.upper) }
    }

    /// What a bootstrap found of a figure, if there was one and it found anything.
    package func drawn(_ figure: Figure) -> PercentileInterval? {
        bootstrap?.intervals[figure.description]
    }

    /// Of an action other than `none`; of no message where the report lacks it.
    package func figures(of action: Action) -> ActionFigures {
        classes.first { $0.action == action } ?? ActionFigures(action, precision: Rate(0, of: 0), recall: Rate(0, of: 0))
    }
}

extension TrainingOverlap {
    package var sentence: String {
        guard seenAlike.count > 0, let share = seenAlike.value else {
            return "No test message is of one template with any of the \(grouped(trained)) messages trained on."
        }
        return
            "\(grouped(seenAlike.count)) of the test messages (\(percent(share)) %) are of one template with a message trained on, \(grouped(groups)) groups; what is right of these tells little."
    }
}

extension SourceFigures {
    /// Said below the sources of a report, whose model may have been trained otherwise.
    package static let trainedHow =
        "These models are trained with train's default options, whatever those of the model that this report is of."
}

extension Slice {
    /// What a gap above 0 does not say.
    package static let gapCaution =
        "Every message counts for one of its own, so that a single template may set a slice apart; and nothing is corrected for the number of slices, of which some stand apart by chance."
}

extension [SourceFigures] {
    /// The table of parts, the worst ranking first.
    public func text(as division: String) -> String {
        var page = FigurePage()
        write(as: division, on: &page)
        return page.text
    }

    func write(as division: String, on page: inout some ReportPage) {
        func share(_ rate: Rate) -> String { rate.value.map(percent) ?? "-" }
        // Time goes on, elsewhere the worst is first.
        let rows = division == "time" ? self : sorted { ($0.auc ?? 2, $0.name) < ($1.auc ?? 2, $1.name) }
        switch division {
        case "source": page.heading("Across sources: each by a model of all others")
        case "time": page.heading("Each stretch of time by a model of all before it")
        default: page.heading("Each \(division) by a model of all others")
        }
        page.table(
            division, columns: ["messages", "junk", "seen alike", "ROC-AUC", "recall at 1 %", "junk found", "false junk"],
            rows.filter { $0.problem == nil }.map {
                [
                    clipped($0.name, to: 32), grouped($0.n), grouped($0.junk), grouped($0.overlap),
                    $0.auc.map { decimal($0, places: 4) } ?? "-",
                    share($0.recallAtOnePercent), share($0.recall), share($0.falseJunk),
                ]
            })
        for part in rows {
            if let problem = part.problem { page.paragraph("\(clipped(part.name, to: 32)): not measured: \(problem)") }
        }
        page.paragraph(
            "Seen alike are messages of one template with messages trained on. Recall at 1 % false junk is of the ranking; junk found and false junk, in percent, are those of each model's own cutoffs."
        )
    }
}
