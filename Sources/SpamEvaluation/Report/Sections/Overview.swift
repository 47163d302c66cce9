// Evaluation: the report on one screen: what was lost, what was caught, and for whom it is worst.

import SpamFilter
import Statistics

extension EvaluationReport {
    /// Labels, slices and periods that an overview names.
    private static let labels = 5, unsureLabels = 3, slices = 3, slicesOfOne = 12, periods = 24
    /// Messages of a slice that is named.
    private static let fewest = 30

    /// The headline, folders, false junk by label, recall and the worst slices, in 80 columns and
    /// some 30 lines. `text` has all figures. Ends with a newline.
    public var overview: String {
        var page = FigurePage()
        writeOpening(on: &page)
        guard n > 0 else { return page.text }
        writeBasis(on: &page)
        FoldersSection().write(self, on: &page)
        PeriodsSection(most: Self.periods).write(self, on: &page)
        page.heading(SectionHeading("Wanted messages put in Junk"))
        if let line = line(.falseJunk, isWide: false) { page.figure(line) }
        let lines = falseJunkLines
        for line in lines { page.figure(line) }
        if let remark = EvaluationReport.remarkOnMarks(in: lines.map(\.title)) { page.line(remark) }
        let alsoAt = protected.isEmpty ? ": at the model's cutoff, then at one that fits these messages" : ""
        page.heading(SectionHeading("Junk caught\(alsoAt)"))
        let bound = FalseJunkBound(within: maxFalseJunk), recall = Figure.recallAt(bound)
        write([.recall(.junk)], on: &page)
        for line in junkElsewhere { page.line("  " + line) }
        // Scores know nothing of protection, by which more junk can be caught at less false junk.
        if !protected.isEmpty {
            write([.cost], on: &page)
            page.heading(SectionHeading("The scores alone: cutoffs that fit these messages, without protection"))
        }
        if var line = line(recall, isWide: false) {
            // Fitted to these messages: no cutoff within the bound finds more of them.
            line.title = "best \(line.title)"
            page.figure(line)
        }
        if let remark = remark(on: bound) { page.line("  " + remark) }
        write(protected.isEmpty ? [.auc, .cost] : [.auc], on: &page)
        UnsureSection().writeLines(self, labels: Self.unsureLabels, on: &page)
        // A handful of messages says nothing.
        let slices = Slice.distinct(slices.filter { $0.dimension.period == nil }).filter { $0.n >= Self.fewest }
        if !slices.isEmpty {
            // Of one dimension all are asked for.
            let shown = Set(slices.map(\.dimension)).count == 1 ? Self.slicesOfOne : Self.slices
            let most = slices.count > shown ? "The worst of \(grouped(slices.count)) slices" : "Slices"
            page.heading(SectionHeading("\(most) with \(Self.fewest) messages or more (!: worse than the whole)"))
            SlicesSection.write(slices.prefix(shown), on: &page)
        }
        return page.text
    }

    private func write(_ figures: [Figure], on page: inout FigurePage) {
        for figure in figures { if let line = line(figure, isWide: false) { page.figure(line) } }
    }

    /// Junk in a folder of wanted messages, from this share and count on, is named.
    private static let junkElsewhere = (share: 0.05, count: 5)

    /// `61 % of junk goes to Promotions (122 of 200)`, where it is more than a few.
    private var junkElsewhere: [String] {
        [(Action.promotion, "Promotions"), (.transaction, "Transactions")].compactMap { action, folder in
            let there = Rate(measured.confusion[.junk, action], of: junk), least = Self.junkElsewhere
            guard there.count >= least.count, there.value ?? 0 >= least.share else { return nil }
            return "\(shortPercent(there)) of junk goes to \(folder) (\(grouped(there.count)) of \(grouped(there.of)))"
        }
    }

    /// `0.2 % of 85 wanted messages is none: recall without any in Junk`, or that the model's own
    /// cutoff is beyond the bound; `nil` elsewhere.
    private func remark(on bound: FalseJunkBound) -> String? {
        let wanted = n - junk, most = Int(bound.rate * Double(wanted)), lost = measured.confusion.falseJunk.count
        guard wanted > 0, junk > 0, most < max(1, lost) else { return nil }
        guard most == 0 else {
            let caught = measured.confusion.figures(of: .junk).recall.value ?? 0
            guard caught > measured.ranking.recall(at: bound).value ?? 1 else { return nil }
            let words = "\(bound.rawValue.dropLast()) % of \(grouped(wanted)) wanted is \(grouped(most))"
            return "\(words); the model's cutoff puts \(grouped(lost)) in Junk"
        }
        return "\(bound.rawValue.dropLast()) % of \(grouped(wanted)) wanted messages is none, so this is recall with none in Junk"
    }

    /// The labels that lose most and those that are protected, then all others together.
    private var falseJunkLines: [FigureLine] {
        func line(_ name: String, _ labels: [Label], _ rate: Rate) -> FigureLine {
            FigureLine("  " + name + mark(labels, rate), rate, ifUndefined: "no such message")
        }
        let worst = falseJunkByLabel.filter { $0.label != .junk }.sorted { ($0.rate.value ?? 0) > ($1.rate.value ?? 0) }
        guard worst.count > 1 else { return [] }
        let isNamed = worst.indices.map { $0 < Self.labels || protects(worst[$0].label) }
        let others = worst.indices.filter { !isNamed[$0] }.map { worst[$0] }
        // One label left over has a line of its own.
        guard others.count > 1 else { return worst.map { line(name(of: $0.label), [$0.label], $0.rate) } }
        let named = worst.indices.filter { isNamed[$0] }.map { worst[$0] }
        let together = Rate(others.reduce(0) { $0 + $1.rate.count }, of: others.reduce(0) { $0 + $1.rate.of })
        return named.map { line(name(of: $0.label), [$0.label], $0.rate) }
            + [line("\(others.count) other labels", others.map(\.label), together)]
    }
}
