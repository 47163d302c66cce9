// Page: all that the template asks for, by the names it asks with. A report in, words and drawings out.

import SpamEvaluation
import SpamFilter
import Statistics

/// The values of page.mustache. A name that a section may lack is used by no section around it: the library looks outward.
struct PageContent {
    struct Tile {
        let name: String
        let value: String
        /// `words` for what is no number.
        let look: String
        let detail: String
    }

    struct Link {
        let id: String
        let name: String
    }

    let title: String
    let verdict: String
    let basis: String
    let notices: [String]
    let sections: [Link]
    let tiles: [Tile]
    let figureTables: [PageTable]
    let cutoff: CutoffSlider?
    let cutoffAbsent: String?
    /// Before the cutoff and after it.
    let firstParts: [PagePart]
    let parts: [PagePart]
    let version: String
    let style = PageTemplate.shared.style
    let script = PageTemplate.shared.script

    init(_ page: HTMLReport) {
        let report = page.report
        title = cut("\(page.model) on \(page.testSet.joined(separator: ", "))", to: 300)
        verdict = phoneVerdict(
            falseJunk: report.falseJunk, caught: report.junkFigures.recall,
            drawn: (report.drawn(.falseJunk), report.drawn(.recall(.junk))))
        let overlap = report.overlap
        basis =
            "Measured on \(grouped(report.n)) messages, \(grouped(report.n - report.junk)) wanted and \(grouped(report.junk)) junk, with the model’s own cutoffs. Messages unlike these will fare differently."
            + (overlap.map { $0.seenAlike.count == 0 ? " \($0.sentence)" : "" } ?? "")
        var notices: [String] = []
        if report.nanScores > 0 {
            notices.append(
                "\(grouped(report.nanScores)) scores are not numbers: nothing that rests on the order of scores is defined.")
        }
        if let overlap, overlap.seenAlike.count > 0 { notices.append(overlap.sentence) }
        if page.cutoffs.protectsLabels {
            notices.append("The model protects some labels by a cutoff of their own, which the slider leaves out of account.")
        }
        self.notices = notices
        tiles = PageContent.tiles(report)
        figureTables = KeyFigures.tables(report)
        cutoff = CutoffSlider(page.curve, page.cutoffs, report)
        cutoffAbsent =
            cutoff == nil
            ? report.nanScores > 0
                ? "Not drawn: scores that are not numbers have no order." : "Not drawn: there are no messages in the test set."
            : nil
        firstParts = [SourcesPart.part(report)].compactMap(\.self)
        parts = [
            FalseJunkPart.part(report), SlicesPart.part(report), SendersPart.part(report), CalibrationPart.part(report),
            AttackPart.part(page.attack, report), VerdictsPart.part(report), FeaturesPart.part(page.features),
            MistakesPart.part(page.mistakes), CardPart.part(page.card),
        ].compactMap(\.self)
        sections =
            [Link(id: "figures", name: "Key figures")] + firstParts.map { Link(id: $0.id, name: $0.name) }
            + [Link(id: "cutoff-heading", name: "Cutoff")] + parts.map { Link(id: $0.id, name: $0.name) }
        version = page.version
    }

    private static func tiles(_ report: EvaluationReport) -> [Tile] {
        let junk = report.junkFigures
        func tile(_ name: String, _ rate: Rate, ifUndefined reason: String) -> Tile {
            guard let value = rate.value, let limits = rate.interval95 else {
                return Tile(name: name, value: "undefined: \(reason)", look: "words", detail: "")
            }
            return Tile(
                name: name, value: "\(percent(value)) %", look: "number",
                detail: "\(PageTable.Cell.interval(limits)) % · \(grouped(rate.count)) of \(grouped(rate.of))")
        }
        return [
            tile("Wanted put in Junk", report.falseJunk, ifUndefined: Undefined.noWanted),
            tile("Junk caught", junk.recall, ifUndefined: Undefined.noJunk),
            tile("Junk folder that is junk", junk.precision, ifUndefined: Undefined.noneCalled),
            tile("Left unsure", report.unsure, ifUndefined: Undefined.empty),
        ]
    }
}

/// A section of the page below the curves.
struct PagePart {
    struct Drawing {
        let svg: String
        let figureCaption: String
    }

    let id: String
    let name: String
    var paragraphs: [String] = []
    /// Why there is nothing to show.
    var absent: [String] = []
    var figures: [Drawing] = []
    var tables: [PageTable] = []
    var mistakes: [MistakesPart.List] = []
}

extension EvaluationReport {
    var junkFigures: ActionFigures { figures(of: .junk) }
}
