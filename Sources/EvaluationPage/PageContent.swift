// Page: all that the template asks for, by the names it asks with. What was measured in, one HTML
// file out.

import SpamEvaluation
import Statistics

extension HTMLReport {
    /// The page, in UTF-8 when written.
    ///
    /// - Complexity: O(points of the curve + what is shown).
    public func html() -> String { PageTemplate.shared.render(PageContent(self)) }
}

/// Messages in clear, which a person opens.
struct MistakesFold {
    let mistakesSummary: String
    let mistakesParts: [PagePart]

    init(_ mistakes: ShownMistakes) {
        mistakesSummary =
            "\(counted(mistakes.falseJunk.total, "wanted message")) in Junk, \(counted(mistakes.missedJunk.total, "junk message")) let through"
        var page = HTMLPage()
        MistakesPart.write(mistakes, on: &page)
        mistakesParts = page.finished()
    }
}

/// The values of page.mustache. A name that a section may lack must not be used around it: the
/// library looks outward.
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
    /// Before the cutoff, and below all figures.
    let firstParts: [PagePart]
    let parts: [PagePart]
    /// Messages in clear, folded away; `nil` where none are shown.
    let mistakes: MistakesFold?
    let version: String
    let nonce: String?
    let style = PageTemplate.shared.style
    let script = PageTemplate.shared.script

    init(_ page: HTMLReport) {
        let report = page.report
        let part = page.part.map { ", part \($0)" } ?? ""
        title = cut("\(page.model) on \(page.testSet.joined(separator: ", "))", to: 300) + cut(part, to: 60)
        verdict = headline(
            falseJunk: report.rate(.falseJunk), caught: report.rate(.recall(.junk)), drawn: report.drawn(.falseJunk),
            groups: report.wantedGroups)
        basis =
            "Measured on \(counted(report.n, "message")), \(grouped(report.n - report.junk)) wanted and \(grouped(report.junk)) junk, with the model’s own cutoffs. \(PageContent.confidence(report))Other messages give other figures."
            + (report.phoneSentence.map { " \($0)" } ?? "")
            + (report.overlapNote.map { " \($0)" } ?? "")
            + (report.repeatSentence.map { " \($0)" } ?? "")
        notices = PageContent.notices(page)
        tiles = PageContent.tiles(report)
        figureTables = PageContent.figureTables(report)
        cutoff = CutoffSlider(page.curve, page.cutoffs, report, command: page.hints.calibration)
        cutoffAbsent = cutoff == nil ? PageContent.whyNoCutoff(report) : nil
        firstParts = PageContent.firstParts(report)
        parts = PageContent.parts(page)
        mistakes = page.mistakes.map(MistakesFold.init)
        sections =
            [Link(id: "figures", name: "Key figures")] + firstParts.map { Link(id: $0.id, name: $0.name) }
            + [Link(id: "cutoff-heading", name: "Cutoff")] + (mistakes == nil ? [] : [Link(id: "mistakes", name: "Mistakes")])
            + [Link(id: "all-figures", name: "All figures")] + parts.map { Link(id: $0.id, name: $0.name) }
        version = page.version
        nonce = page.nonce
    }

    /// What `at most` in the headline means.
    private static func confidence(_ report: EvaluationReport) -> String {
        let wanted = report.rate(.falseJunk).of
        guard wanted > 0 else { return "" }
        let groups = report.wantedGroups.map(\.groups).flatMap { $0 < wanted ? $0 : nil }
        let counted = groups.map { ", counting near duplicates once: \(grouped($0)) groups of wanted messages" } ?? ""
        return "“At most” has 95 % confidence\(counted). "
    }

    private static func whyNoCutoff(_ report: EvaluationReport) -> String {
        if report.nanScores > 0 { return "Not drawn: some scores are not numbers." }
        return report.n > 0
            ? "Not drawn: the model protects all messages of the test set."
            : "Not drawn: there are no messages in the test set."
    }

    private static func notices(_ page: HTMLReport) -> [String] {
        let report = page.report
        var notices: [String] = []
        if report.nanScores > 0 {
            notices.append(
                "\(grouped(report.nanScores)) scores are not numbers, so ROC-AUC, curves and calibration are undefined.")
        }
        return notices + report.doubts
    }

    private static func tiles(_ report: EvaluationReport) -> [Tile] {
        /// - Parameter byGroup: the upper limit, where the interval of messages would be too short.
        func tile(_ name: String, _ figure: Figure, byGroup: Double? = nil) -> Tile {
            let rate = report.rate(figure)
            guard let value = rate.value, let limits = rate.interval95 else {
                return Tile(name: name, value: "undefined: \(report.reason(figure))", look: "words", detail: "")
            }
            let bounds =
                byGroup.map { "at most \(shortNumber(100 * max($0, limits.upper), of: rate.of)) %" }
                ?? "\(ReportTable.Cell.interval(limits)) %"
            return Tile(
                name: name, value: "\(percent(value)) %", look: "number",
                detail: "\(bounds) · \(grouped(rate.count)) of \(grouped(rate.of))")
        }
        let byGroup = report.wantedGroups.flatMap { $0.groups < report.rate(.falseJunk).of ? $0.upperLimit : nil }
        return [
            tile("Wanted put in Junk", .falseJunk, byGroup: byGroup), tile("Junk caught", .recall(.junk)),
            tile("Junk folder that is junk", .precision(.junk)), tile("Left unsure", .unsure),
        ]
    }

    private static func figureTables(_ report: EvaluationReport) -> [PageTable] {
        let remark = report.bootstrap.map {
            $0.groups < BootstrapIntervals.fewestGroups
                ? "No intervals by template: \(counted($0.groups, "group")) of near duplicates are too few to draw from."
                : "Intervals by template: the middle 95 % of \(grouped($0.rounds)) draws from \(grouped($0.groups)) groups of near duplicates. Trust these where many messages share a template."
        }
        return [
            ReportTable(id: "decided", caption: "After cutoffs", figures: KeyFigures.decided.lines(report), remark: remark),
            ReportTable(
                id: "scores", caption: "The scores alone, before cutoffs and protection", figures: KeyFigures.scores.lines(report)
            ),
            ReportTable(
                id: "published", caption: "As in published tables", figures: KeyFigures.published.lines(report),
                summary: "Figures as TREC and Almeida’s papers define them"),
        ].map { PageTable($0) }
    }

    private static func firstParts(_ report: EvaluationReport) -> [PagePart] {
        var page = HTMLPage()
        for section in ReportSections.first { section.write(report, on: &page) }
        return page.finished()
    }

    /// The order of parts by their ids; those of sections that it does not name come after the
    /// verdicts.
    private static let order = ["lost", "unsure", "slices", "senders", "calibration", "attack", "verdicts"]

    private static func parts(_ given: HTMLReport) -> [PagePart] {
        var page = HTMLPage(), last = HTMLPage()
        for section in ReportSections.others { section.write(given.report, on: &page) }
        AttackPart.write(given.attack, given.report, on: &page)
        FeaturesPart.write(given.features, hint: given.hints.features, on: &last)
        if given.mistakes == nil { MistakesPart.writeAbsent(hint: given.hints.mistakes, on: &last) }
        write(given.card, on: &last)
        let parts = page.finished()
        let named = order.compactMap { id in parts.first { $0.id == id } }
        return named + parts.filter { !order.contains($0.id) } + last.finished()
    }

    /// What the model says of itself.
    private static func write(_ card: [CardFact], on page: inout HTMLPage) {
        guard !card.isEmpty else { return }
        page.heading(SectionHeading("The model", id: "model"))
        page.table(
            ReportTable(
                id: "card-facts", caption: "Card and size", columns: [.text("what"), .text("the model says")],
                rows: card.map { ReportTable.Row($0.name, [.words($0.value)]) }))
    }
}
