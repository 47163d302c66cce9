// Evaluation: the report for a terminal. Figures in, at most 100 columns of text out.

import SpamFilter

extension EvaluationReport {
    /// The report as text: one sentence, then headings with aligned figures, false junk first. Ends with a newline.
    ///
    ///     Put 4 of 3,120 wanted messages in Junk (0.13 %, at most 0.33 %) and caught 1,204 of 1,292 junk
    ///     messages (93.19 %).
    public var text: String {
        var page = FigurePage()
        page.paragraph(verdict)
        guard n > 0 else { return page.text }
        page.paragraph(
            "\(grouped(n)) messages: \(grouped(n - junk)) wanted, \(grouped(junk)) junk. Brackets hold 95 % Wilson intervals.")
        addFalseJunk(to: &page)
        addRanking(to: &page)
        addActions(to: &page)
        addConfusion(to: &page)
        return page.text
    }

    /// What the model does, in one sentence.
    private var verdict: String {
        guard n > 0 else { return "Nothing can be said: there are no messages in the test set." }
        let caught = figures(of: .junk).recall
        let lost =
            if let rate = falseJunk.value, let limits = falseJunk.interval95 {
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

    private func addFalseJunk(to page: inout FigurePage) {
        page.heading("False junk: wanted messages put in Junk")
        page.rate("all wanted", falseJunk, ifUndefined: "no wanted message in the test set")
        for label in Label.all {
            guard let rate = falseJunkByLabel[label.description] else { continue }
            page.rate("  \(label)", rate, ifUndefined: "no such message in the test set")
        }
        page.rate("unsure, of all messages", unsure, ifUndefined: "no messages in the test set")
    }

    private func addRanking(to page: inout FigurePage) {
        let reason =
            if nanScores > 0 {
                "scores that are not numbers: \(grouped(nanScores))"
            } else if junk == 0 {
                "no junk in the test set"
            } else {
                "no wanted message in the test set"
            }
        page.heading("Junk ranking: the scores alone, before cutoffs")
        page.figure("ROC-AUC", auc, ifUndefined: reason)
        page.figure("average precision", ap, ifUndefined: reason)
        for bound in FalseJunkBound.allCases {
            guard let recall = recallAt[bound] else { continue }
            page.rate("recall at \(bound.rawValue.dropLast()) % false junk", recall, ifUndefined: reason)
        }
    }

    private func addActions(to page: inout FigurePage) {
        page.heading("Verdicts, after cutoffs; unsure counts as missed")
        for figures in classes where figures.action == .junk || figures.precision.of + figures.recall.of > 0 {
            let name = figures.action.name
            page.rate("\(name) precision", figures.precision, ifUndefined: "no message was called \(name)")
            page.rate("\(name) recall", figures.recall, ifUndefined: "no \(name) in the test set")
            page.figure(
                "\(name) F1", figures.f1, figures.f1Interval95, ifUndefined: "no \(name) in the test set, and none called so")
        }
        page.figure("micro F1", microF1, ifUndefined: "no messages in the test set")
        page.figure("macro F1", macroF1, ifUndefined: "no messages in the test set")
        page.figure("MCC of junk", mcc, ifUndefined: "messages or verdicts are all of one kind")
        if rightSubAction.of > 0 {
            page.rate("right sub-action", rightSubAction, ifUndefined: "")
        }
    }

    private func addConfusion(to page: inout FigurePage) {
        page.heading("Confusion: rows are true, columns the verdict")
        let verdicts = Evaluation.verdicts
        page.counts("", verdicts.map { $0 == .none ? "unsure" : $0.name })
        for truth in Evaluation.actions where figures(of: truth).support > 0 {
            page.counts(truth.name, verdicts.map { grouped(confusion[truth.name]?[$0.name] ?? 0) })
        }
    }

    /// Of an action other than `none`; of no message where the report lacks it.
    package func figures(of action: Action) -> ActionFigures {
        classes.first { $0.action == action } ?? ActionFigures(action, precision: Rate(0, of: 0), recall: Rate(0, of: 0))
    }
}
