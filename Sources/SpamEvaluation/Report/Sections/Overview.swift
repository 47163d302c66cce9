// Evaluation: the report on one screen: what was lost, what was caught, and for whom it is worst.

import SpamFilter
import Statistics

extension EvaluationReport {
    /// Labels and slices that an overview names.
    private static let labels = 5, slices = 3
    /// Messages of a slice that is named.
    private static let fewest = 30

    /// The headline, false junk by label, recall and the worst slices, in 80 columns and some 25
    /// lines. `text` has all figures. Ends with a newline.
    public var overview: String {
        var page = FigurePage()
        writeOpening(on: &page)
        guard n > 0 else { return page.text }
        page.paragraph(basis)
        page.heading(SectionHeading("Wanted messages put in Junk"))
        if let line = line(.falseJunk, isWide: false) { page.figure(line) }
        for line in falseJunkLines { page.figure(line) }
        page.heading(SectionHeading("Junk caught"))
        for figure in [Figure.recall(.junk), .recallAt(.onePercent), .auc, .unsure, .cost] {
            if let line = line(figure, isWide: false) { page.figure(line) }
        }
        // A handful of messages says nothing.
        let slices = Slice.distinct(slices).filter { $0.n >= Self.fewest }
        if !slices.isEmpty {
            page.heading(SectionHeading("Worst slices, of \(grouped(slices.count)) (! apart from the whole)"))
            SlicesSection.write(slices.prefix(Self.slices), on: &page)
        }
        return page.text
    }

    /// The labels that lose most, then all others together.
    private var falseJunkLines: [FigureLine] {
        let worst = falseJunkByLabel.filter { $0.label != .junk }.sorted { ($0.rate.value ?? 0) > ($1.rate.value ?? 0) }
        guard worst.count > 1 else { return [] }
        // One label left over has a line of its own.
        let named = worst.count <= Self.labels + 1 ? worst.count : Self.labels
        let lines = worst.prefix(named).map { FigureLine("  \($0.label)", $0.rate, ifUndefined: "no such message") }
        let others = worst.dropFirst(named).map(\.rate)
        guard !others.isEmpty else { return lines }
        let together = Rate(others.reduce(0) { $0 + $1.count }, of: others.reduce(0) { $0 + $1.of })
        return lines + [FigureLine("  \(others.count) other labels", together, ifUndefined: "no such message")]
    }
}
