// Page: the cutoff's section. Operating points in; tables at the model's own cutoff, and the
// script's data, out.

import Foundation
import SpamEvaluation
import Statistics

/// The values that the template's section of the cutoff asks for.
struct CutoffSlider {
    /// Points that the slider visits; the page says nothing finer.
    private static let mostPoints = 500

    /// A start where no costs are given: to lose a message is worse than to be bothered.
    private static let usualCosts = MistakeCosts(falseJunk: 10, missedJunk: 1, unsure: 0.2)

    let last: Int
    let place: Int
    let cutoffShown: String
    let valueText: String
    /// The command that gives the model such a cutoff; `nil` where no bound can be told.
    let command: MovingCommand?
    /// What the slider does not move; empty without protection.
    let protection: String
    /// The limit on false junk that was asked for, below the slider; `nil` for none.
    let limit: SliderLimit?
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
    init?(_ all: OperatingCurve, _ cutoffs: PageCutoffs, _ report: EvaluationReport, command: String) {
        let curve = all.thinned(to: CutoffSlider.mostPoints, keeping: [cutoffs.junk, cutoffs.unsure])
        guard curve.points.count > 1, let own = curve.point(at: cutoffs.junk), let unsure = curve.point(at: cutoffs.unsure) else {
            return nil
        }
        let ownIndex = curve.points.firstIndex(of: own) ?? 0
        last = curve.points.count - 1
        place = last - ownIndex
        cutoffShown = cutoffs.junk.isFinite ? signed(cutoffs.junk) : "never"
        let here = CutoffTables(curve, own: own, report.measured.confusion)
        valueText = here.sentence
        self.command = MovingCommand(command, here.lost)
        protection = CutoffSlider.protection(cutoffs, heldBack: curve.heldBack)
        confusion = PageTable(here.confusion)
        let costs = report.measured.costs ?? CutoffSlider.usualCosts
        (costLost, costMissed, costUnsure) = (shortest(costs.falseJunk), shortest(costs.missedJunk), shortest(costs.unsure))
        rates = PageTable(here.rates(costs))
        let bound = cutoffs.maxFalseJunk.flatMap { $0 > 0 && $0 < 0.5 && curve.wanted > 0 ? $0 : nil }
        limit = bound.map { SliderLimit($0, on: curve) }
        let plots = curve.junk < ReportSections.fewestJunk ? nil : CurvePlots(curve, own: own, bound: bound)
        roc = plots?.rocSVG(description: CutoffSlider.reached(report)) ?? ""
        rocCaption = CutoffSlider.rocCaption(curve, isDrawn: plots != nil, report)
        precision = plots?.precisionSVG(description: here.atOwnCutoff) ?? ""
        precisionCaption =
            plots == nil
            ? ""
            : "Precision and recall. Average precision\(CutoffSlider.byScores(curve)): \(CutoffSlider.words(report[.averagePrecision])).\(bound == nil ? "" : " Dashed: the most junk caught within the limit.")"
        points =
            CutoffPoints(
                curve, own: ownIndex, ownCutoff: cutoffs.junk, unsure: curve.points.firstIndex(of: unsure) ?? 0, here,
                roc: plots?.rocPlaces ?? [], precision: plots?.precisionPlaces ?? []
            ).json
    }

    private static func protection(_ cutoffs: PageCutoffs, heldBack: Int) -> String {
        cutoffs.protected.map {
            " The model protects some labels: their messages go to Junk "
                + ($0.isFinite ? "only from \(signed($0)) on" : "never")
                + ", wherever the slider is. No cutoff puts \(grouped(heldBack)) of these messages in Junk."
        } ?? ""
    }

    /// What a figure is of whose curve protection bends.
    private static func byScores(_ curve: OperatingCurve) -> String { curve.heldBack > 0 ? ", by scores alone" : "" }

    private static func words(_ value: Double?) -> String { value.map { decimal($0, places: 4) } ?? "undefined" }

    private static func reached(_ report: EvaluationReport) -> String {
        FalseJunkBound.allCases.compactMap { bound in
            report[.recallAt(bound)].map {
                "at \(bound.rawValue.dropLast()) % false junk \(percent($0)) % of junk is caught"
            }
        }.joined(separator: ", ")
    }

    private static func rocCaption(_ curve: OperatingCurve, isDrawn: Bool, _ report: EvaluationReport) -> String {
        guard isDrawn else {
            return curve.junk > 0 && curve.wanted == 0
                ? "No curves: no wanted message in the test set."
                : "No curves: they need \(ReportSections.fewestJunk) junk messages, and the test set has \(grouped(curve.junk))."
        }
        return
            "ROC: junk caught against wanted messages lost. Area under it\(byScores(curve)): \(words(report[.auc]))."
    }
}

/// Where on the slider the limit on false junk is: left of it more wanted messages are lost.
struct SliderLimit {
    /// From the left, in thousandths of the slider.
    let limitPlace: Double
    let limitWords: String

    init(_ bound: Double, on curve: OperatingCurve) {
        // Strictest first: the last point within the bound.
        let within = curve.points.lastIndex { Double($0.wantedCalledJunk) <= bound * Double(curve.wanted) } ?? 0
        let last = curve.points.count - 1
        limitPlace = tenth(1000 * Double(last - within) / Double(max(last, 1)))
        limitWords = "The mark below the slider is the limit asked for: \(shortShare(bound)) false junk. Left of it more is lost."
    }
}

/// The command that sets a cutoff, with a bound that moves with the slider.
struct MovingCommand {
    /// Without the bound.
    let start: String
    let shown: String

    /// - Parameter lost: what the cutoff puts in Junk. The bound is the upper limit of its rate,
    ///   which page.js computes alike.
    init?(_ start: String, _ lost: Rate) {
        guard !start.isEmpty, let upper = lost.interval95?.upper else { return nil }
        self.start = start
        shown = "\(start) --max-false-junk \(shortest((upper * 1e4).rounded(.up) / 100))%"
    }
}

/// What page.js reads.
struct CutoffPoints: Encodable {
    private let junk: Int
    private let wanted: Int
    /// Index of the point of the model's own cutoff.
    private let own: Int
    private let ownCutoff: Double?
    /// Index of the point of the cutoff from which a message is unsure.
    private let unsure: Int
    /// Messages from that cutoff on, in Junk or not.
    private let unsureJunk: Int
    private let unsureWanted: Int
    private let cutoffs: [Double?]
    private let caught: [Int]
    private let lost: [Int]
    private let roc: [[Double]?]
    private let precision: [[Double]?]

    init(
        _ curve: OperatingCurve, own: Int, ownCutoff: Double, unsure: Int, _ here: CutoffTables, roc: [[Double]?],
        precision: [[Double]?]
    ) {
        (junk, wanted) = (curve.junk, curve.wanted)
        (self.own, self.ownCutoff, self.unsure) = (own, finite(ownCutoff), unsure)
        unsureJunk = here.own.junkCaught + here.unsureJunk
        unsureWanted = here.own.wantedCalledJunk + here.unsureWanted
        cutoffs = curve.points.map { finite($0.cutoffLogOdds) }
        caught = curve.points.map(\.junkCaught)
        lost = curve.points.map(\.wantedCalledJunk)
        (self.roc, self.precision) = (roc, precision)
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // All numbers are finite.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }
}

/// To the third decimal or better; `nil` for what JSON has no number for.
private func finite(_ cutoff: Double) -> Double? {
    guard cutoff.isFinite else { return nil }
    return abs(cutoff) < 1e9 ? (cutoff * 1e4).rounded() / 1e4 : cutoff
}
