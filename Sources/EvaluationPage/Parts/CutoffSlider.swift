// Page: the cutoff's section. Operating points in, the tables at the model's own cutoff out, and the counts that the script moves through.

import Foundation
import SpamEvaluation
import Statistics

/// The values that the template's section of the cutoff asks for.
struct CutoffSlider {
    /// Points that the slider visits; the page says nothing finer.
    private static let mostPoints = 500

    /// A start for whoever has not said what mistakes cost: to lose a message is worse than to be bothered.
    private static let usualCosts = MistakeCosts(falseJunk: 10, missedJunk: 1, unsure: 0.2)

    let last: Int
    let place: Int
    let cutoffShown: String
    let valueText: String
    let confusion: PageTable
    let rates: PageTable
    let costLost: String
    let costMissed: String
    let costUnsure: String
    let roc: String
    let rocCaption: String
    let precision: String
    let precisionCaption: String
    /// The script's data: numbers alone.
    let points: String

    /// `nil` without messages, and if a score is NaN.
    init?(_ all: OperatingCurve, _ cutoffs: PageCutoffs, _ report: EvaluationReport) {
        let curve = all.thinned(to: CutoffSlider.mostPoints, keeping: [cutoffs.junk, cutoffs.unsure])
        guard curve.points.count > 1, let own = curve.point(at: cutoffs.junk), let unsure = curve.point(at: cutoffs.unsure) else {
            return nil
        }
        let ownIndex = curve.points.firstIndex(of: own) ?? 0
        last = curve.points.count - 1
        place = last - ownIndex
        cutoffShown = cutoffs.junk.isFinite ? signed(cutoffs.junk) : "never"
        let lost = Rate(own.wantedCalledJunk, of: curve.wanted)
        let caught = Rate(own.junkCaught, of: curve.junk)
        valueText =
            "\(CutoffSlider.said(lost, "none to lose", "wanted messages in Junk")), \(CutoffSlider.said(caught, "none to catch", "junk messages caught"))."
        confusion = CutoffSlider.confusion(curve, own, unsure)
        let unsureRate = Rate(
            unsure.junkCaught - own.junkCaught + unsure.wantedCalledJunk - own.wantedCalledJunk, of: curve.junk + curve.wanted)
        let costs = report.costs ?? CutoffSlider.usualCosts
        (costLost, costMissed, costUnsure) = (shortest(costs.falseJunk), shortest(costs.missedJunk), shortest(costs.unsure))
        let cost =
            costs.falseJunk * Double(lost.count) + costs.missedJunk * Double(curve.junk - unsure.junkCaught)
            + costs.unsure * Double(unsureRate.count)
        rates = CutoffSlider.rates(
            [
                ("wanted messages put in Junk", "rate-lost", lost, Undefined.noWanted),
                ("junk caught", "rate-caught", caught, Undefined.noJunk),
                ("Junk folder that is junk", "rate-right", own.precision, "nothing is put in Junk"),
                ("left unsure", "rate-unsure", unsureRate, Undefined.empty),
            ], cost: cost / Double(curve.junk + curve.wanted))
        let plots = CurvePlots(curve, own: own)
        let reached = FalseJunkBound.allCases.compactMap { bound in
            report.recallAt[bound]?.value.map {
                "at \(bound.rawValue.dropLast()) % false junk \(percent($0)) % of junk is caught"
            }
        }
        roc = plots?.rocSVG(description: reached.joined(separator: ", ")) ?? ""
        precision =
            plots?.precisionSVG(
                description:
                    "At the model’s own cutoff \(own.precision.value.map(percent) ?? "0") % of what is put in Junk is junk, and \(caught.value.map(percent) ?? "0") % of junk is caught"
            ) ?? ""
        let oneKind = "Not drawn: \(curve.junk == 0 ? "no junk" : "no wanted message") in the test set."
        rocCaption =
            plots == nil
            ? oneKind
            : "ROC: the junk caught at each price in wanted messages. Area under it on straight axes: \(report.auc.map { decimal($0, places: 4) } ?? "undefined")."
        precisionCaption =
            plots == nil
            ? "" : "Precision and recall. Average precision: \(report.ap.map { decimal($0, places: 4) } ?? "undefined")."
        points =
            CutoffSlider.Points(
                junk: curve.junk, wanted: curve.wanted, own: ownIndex, ownCutoff: finite(cutoffs.junk),
                unsure: curve.points.firstIndex(of: unsure) ?? 0, cutoffs: curve.points.map { finite($0.cutoffLogOdds) },
                caught: curve.points.map(\.junkCaught), lost: curve.points.map(\.wantedCalledJunk), roc: plots?.rocPlaces ?? [],
                precision: plots?.precisionPlaces ?? []
            ).json
    }

    private static func said(_ rate: Rate, _ nothing: String, _ what: String) -> String {
        "\(grouped(rate.count)) of \(grouped(rate.of)) \(what) (\(rate.value.map { percent($0) + " %" } ?? nothing))"
    }

    private static func confusion(_ curve: OperatingCurve, _ own: OperatingPoint, _ unsure: OperatingPoint) -> PageTable {
        func cell(_ count: Int, _ name: String, strong: Bool = false) -> PageTable.Cell {
            PageTable.Cell(text: grouped(count), kind: strong ? "number strong" : "number", cellName: name)
        }
        let rows = [
            PageTable.Row(
                head: "wanted",
                cells: [
                    cell(own.wantedCalledJunk, "n-lost"), cell(unsure.wantedCalledJunk - own.wantedCalledJunk, "n-unsureWanted"),
                    cell(curve.wanted - unsure.wantedCalledJunk, "n-delivered", strong: true), .count(curve.wanted),
                ]),
            PageTable.Row(
                head: "junk",
                cells: [
                    cell(own.junkCaught, "n-caught", strong: true), cell(unsure.junkCaught - own.junkCaught, "n-unsureJunk"),
                    cell(curve.junk - unsure.junkCaught, "n-missed"), .count(curve.junk),
                ]),
        ]
        return PageTable(
            id: "moved", caption: "What happens to the messages",
            columns: [.text("true"), .number("put in Junk"), .number("left unsure"), .number("let through"), .number("all")],
            rows: rows)
    }

    private static func rates(_ rates: [(name: String, id: String, rate: Rate, reason: String)], cost: Double) -> PageTable {
        var rows = rates.map { name, id, rate, reason in
            PageTable.Row(
                head: name,
                cells: [
                    PageTable.Cell(text: rate.value.map { percent($0) + " %" } ?? "undefined: \(reason)", cellName: id),
                    PageTable.Cell(
                        text: rate.interval95.map(PageTable.Cell.interval) ?? "", kind: "limits", cellName: "\(id)-limits"),
                ])
        }
        rows.append(
            PageTable.Row(
                head: "cost per 1,000 messages",
                cells: [
                    PageTable.Cell(text: decimal(1000 * cost, places: 3), cellName: "cost"),
                    PageTable.Cell(text: "", kind: "limits"),
                ]))
        return PageTable(
            id: "moved-rates", caption: "Rates and cost",
            columns: [.text("figure"), .number("value"), .number("95 % interval, %")],
            rows: rows)
    }

    /// What page.js reads.
    private struct Points: Encodable {
        let junk: Int
        let wanted: Int
        /// Index of the point of the model's own cutoff.
        let own: Int
        let ownCutoff: Double?
        /// Index of the point of the cutoff from which a message is unsure.
        let unsure: Int
        let cutoffs: [Double?]
        let caught: [Int]
        let lost: [Int]
        let roc: [[Double]?]
        let precision: [[Double]?]

        var json: String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            // All numbers are finite.
            return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
        }
    }
}

/// To the third decimal or better; `nil` for what JSON has no number for.
private func finite(_ cutoff: Double) -> Double? {
    guard cutoff.isFinite else { return nil }
    return abs(cutoff) < 1e9 ? (cutoff * 1e4).rounded() / 1e4 : cutoff
}

/// With sign and three decimals: `+1.078`.
func signed(_ value: Double) -> String {
    // Only a model made to harm has such scores.
    guard abs(value) < 1e12 else { return "\(value)" }
    let digits = decimal(abs(value), places: 3)
    return (value < 0 ? "−" : "+") + digits
}
