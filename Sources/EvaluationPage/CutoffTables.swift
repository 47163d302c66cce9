// Page: what the model's own cutoff does with the messages. An operating point and what was left
// unsure in, tables and sentences out.

import SpamEvaluation
import Statistics

struct CutoffTables {
    private let curve: OperatingCurve
    let own: OperatingPoint
    let unsureJunk: Int
    let unsureWanted: Int

    init(_ curve: OperatingCurve, own: OperatingPoint, _ decided: ConfusionTable) {
        (self.curve, self.own) = (curve, own)
        unsureJunk = decided[.junk, .none]
        unsureWanted = decided.unsure.count - unsureJunk
    }

    var lost: Rate { Rate(own.wantedCalledJunk, of: curve.wanted) }
    private var caught: Rate { Rate(own.junkCaught, of: curve.junk) }

    private var leftUnsure: Rate {
        Rate(unsureJunk + unsureWanted, of: curve.junk + curve.wanted)
    }

    private var missed: Int { caught.of - caught.count - unsureJunk }

    var sentence: String {
        func said(_ rate: Rate, _ nothing: String, _ what: String) -> String {
            "\(grouped(rate.count)) of \(grouped(rate.of)) \(what) (\(rate.value.map { percent($0) + " %" } ?? nothing))"
        }
        return
            "\(said(lost, "none to lose", "wanted messages in Junk")), \(said(caught, "none to catch", "junk messages caught"))."
    }

    var atOwnCutoff: String {
        "At the model’s own cutoff \(own.precision.value.map(percent) ?? "0") % of what is put in Junk is junk, and \(caught.value.map(percent) ?? "0") % of junk is caught"
    }

    var confusion: ReportTable {
        func cell(_ count: Int, _ id: String, _ look: ReportTable.Look = .number) -> ReportTable.Cell {
            ReportTable.Cell(grouped(count), look, id: id)
        }
        return ReportTable(
            id: "moved", caption: "What happens to the messages",
            columns: [.text("true"), .number("put in Junk"), .number("left unsure"), .number("let through"), .number("all")],
            rows: [
                ReportTable.Row(
                    "wanted",
                    [
                        cell(own.wantedCalledJunk, "n-lost"),
                        cell(unsureWanted, "n-unsureWanted"),
                        cell(lost.of - lost.count - unsureWanted, "n-delivered", .strong), .count(curve.wanted),
                    ]),
                ReportTable.Row(
                    "junk",
                    [
                        cell(own.junkCaught, "n-caught", .strong), cell(unsureJunk, "n-unsureJunk"),
                        cell(missed, "n-missed"), .count(curve.junk),
                    ]),
            ])
    }

    func rates(_ costs: MistakeCosts) -> ReportTable {
        func row(_ name: String, _ id: String, _ rate: Rate, _ reason: String) -> ReportTable.Row {
            ReportTable.Row(
                name,
                [
                    ReportTable.Cell(rate.value.map { percent($0) + " %" } ?? "undefined: \(reason)", id: id),
                    ReportTable.Cell(rate.interval95.map(ReportTable.Cell.interval) ?? "", .limits, id: "\(id)-limits"),
                ])
        }
        let cost =
            costs.falseJunk * Double(lost.count) + costs.missedJunk * Double(missed)
            + costs.unsure * Double(leftUnsure.count)
        let perThousand = 1000 * (cost / Double(curve.junk + curve.wanted))
        return ReportTable(
            id: "moved-rates", caption: "Rates and cost",
            columns: [.text("figure"), .number("value"), .number("95 % interval, %")],
            rows: [
                row("wanted messages put in Junk", "rate-lost", lost, "no wanted message in the test set"),
                row("junk caught", "rate-caught", caught, "no junk in the test set"),
                row("Junk folder that is junk", "rate-right", own.precision, "nothing is put in Junk"),
                row("left unsure", "rate-unsure", leftUnsure, "no messages in the test set"),
                ReportTable.Row(
                    "cost per 1,000 messages",
                    [ReportTable.Cell(decimal(perThousand, places: 3), id: "cost"), ReportTable.Cell("", .limits)]),
            ])
    }
}
