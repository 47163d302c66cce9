// Page: the table of all figures of the whole test set. A report in, rows out, each with its interval or why it is undefined.

import SpamEvaluation
import SpamFilter

enum KeyFigures {
    static func tables(_ report: EvaluationReport) -> [PageTable] {
        let junk = report.junkFigures
        let empty = "no messages in the test set"
        let noJunk = "no junk in the test set"
        let noWanted = "no wanted message in the test set"
        let unranked =
            report.nanScores > 0 ? "\(grouped(report.nanScores)) scores are not numbers" : report.junk == 0 ? noJunk : noWanted
        var rows: [PageTable.Row] = []
        func table(_ id: String, _ caption: String) -> PageTable {
            defer { rows = [] }
            return PageTable(
                id: id, caption: caption,
                columns: [.text("figure"), .number("value"), .number("95 % interval, %"), .number("messages")], rows: rows)
        }
        func rate(_ name: String, _ rate: Rate, _ reason: String) {
            rows.append(PageTable.Row(head: name, cells: PageTable.Cell.rateAndCounts(rate, ifUndefined: reason)))
        }
        func figure(_ name: String, _ value: Double?, _ limits: BinomialInterval? = nil, _ reason: String) {
            rows.append(PageTable.Row(head: name, cells: PageTable.Cell.figure(value, limits, ifUndefined: reason)))
        }
        rate("false junk: wanted messages put in Junk", report.falseJunk, noWanted)
        rate("junk recall: junk caught", junk.recall, noJunk)
        rate("junk precision: junk in Junk", junk.precision, "no message was called junk")
        figure("junk F1", junk.f1, junk.f1Interval95, "\(noJunk), and none called so")
        figure("Matthews’ correlation of junk", report.mcc, nil, "messages or verdicts are all of one kind")
        rate("left unsure", report.unsure, empty)
        figure("micro F1 over actions", report.microF1, nil, empty)
        figure("macro F1 over actions", report.macroF1, nil, empty)
        if report.rightSubAction.of > 0 { rate("right sub-action, where the action is", report.rightSubAction, "") }
        let decided = table("decided", "After cutoffs")
        figure("ROC-AUC", report.auc, nil, unranked)
        figure("average precision", report.ap, nil, unranked)
        for bound in FalseJunkBound.allCases {
            guard let recall = report.recallAt[bound] else { continue }
            rate("recall at \(bound.rawValue.dropLast()) % false junk", recall, unranked)
        }
        return [decided, table("ranked", "The scores alone, before cutoffs")]
    }
}
