// Evaluation: the report as people read it, in a terminal or in a document. What matters first.

import Statistics

extension EvaluationReport {
    /// The report for a terminal: one sentence, then headings with aligned figures, in at most 80
    /// columns. Ends with a newline.
    ///
    ///     4 of 3,120 wanted messages in Junk (0.1 %); near duplicates counted once: 2 of 1,040, so
    ///     at most 0.6 % (95 % confidence). 1,204 of 1,292 junk messages caught (93.2 %).
    public var text: String {
        var page = FigurePage()
        write(on: &page)
        return page.text
    }

    /// The report in Markdown, for a document, with the sections of `text`.
    public var markdown: String {
        var page = MarkdownPage()
        write(on: &page)
        return page.text
    }

    private func write(on page: inout some TextPage) {
        writeOpening(on: &page)
        guard n > 0 else { return }
        writeBasis(on: &page)
        for section in ReportSections.all { section.write(self, on: &page) }
    }

    /// What must be known before any figure.
    func writeOpening(on page: inout some TextPage) {
        for sentence in doubts { page.paragraph(sentence) }
        page.paragraph(verdict)
        if let repeatSentence { page.paragraph(repeatSentence) }
        if let phoneSentence { page.paragraph(phoneSentence) }
        for section in ReportSections.opening { section.write(self, on: &page) }
    }

    /// Why the figures say nothing of new messages, where that is so.
    package var doubts: [String] {
        if isLater { return [] }
        let known = overlap.flatMap { $0.seenAlike.count > 0 && movesFigures($0) ? $0.sentence + unseenSentence : nil }
        return [trace?.sentence(of: n), known].compactMap { $0 }
    }

    /// Whether messages that read like training make recall or false junk look better by a point;
    /// where all do, whether they could.
    private func movesFigures(_ overlap: TrainingOverlap) -> Bool {
        guard points(of: overlap) >= 1 else { return false }
        guard let unseen = unseenTemplates else { return true }
        guard let caught = unseen.recall.value, let lost = unseen.falseJunk.value else { return true }
        return 100 * ((rate(.recall(.junk)).value ?? 0) - caught) >= 1 || 100 * (lost - (rate(.falseJunk).value ?? 0)) >= 0.1
    }

    /// How far a rate would move at most, were all of these messages of one kind.
    private func points(of overlap: TrainingOverlap) -> Double {
        let kinds = [junk, n - junk].filter { $0 > 0 }
        return 100 * Double(overlap.seenAlike.count) / Double(max(1, kinds.min() ?? 1))
    }

    /// That no test message reads like training, or too few do to matter; `nil` where they do.
    package var overlapNote: String? {
        guard let overlap else { return nil }
        if overlap.seenAlike.count == 0 { return overlap.sentence }
        guard !isLater, !movesFigures(overlap) else { return nil }
        let most = points(of: overlap)
        let change = most < 1 ? ": these change recall or false junk by at most \(shortNumber(most, of: n)) points" : ""
        return "\(overlap.share) a training message\(change).\(unseenSentence)"
    }

    /// ` The 1,200 others: 2 of 900 wanted messages …`; empty where all or none are others.
    private var unseenSentence: String {
        guard let unseen = unseenTemplates else { return "" }
        let figures = EvaluationReport.figures(
            unseen.falseJunk, caught: unseen.recall, groups: unseen.wantedGroups, limits: unseen.falseJunk.widestLimits(nil),
            place: "among them")
        let count = unseen.falseJunk.of + unseen.recall.of
        // Digits that touch letters are words, so a text with another code is another one.
        let few = 100 * count < n ? " So few may be known texts with other codes." : ""
        return
            " The \(counted(count, "other")): \(figures)\(unseen.rankingWords(FalseJunkBound(within: maxFalseJunk))).\(few)"
    }

    /// How many of messages later than training read like some of it; `nil` of others.
    package var repeatSentence: String? {
        guard isLater else { return nil }
        if let overlap { return overlap.seenAlike.count > 0 ? overlap.laterSentence(unseenSentence) : nil }
        return trace?.laterSentence(of: n)
            ?? "Later messages often share a template with training, and new templates are harder. To count them: --trained-on FILE."
    }

    func writeBasis(on page: inout some TextPage) {
        page.paragraph(basis)
        if let overlapNote { page.paragraph(overlapNote) }
    }

    /// What the model does: wanted messages first, then junk.
    private var verdict: String {
        guard n > 0 else { return "No messages in the test set." }
        let falseJunk = rate(.falseJunk)
        let limits = falseJunk.widestLimits(drawn(.falseJunk))
        return EvaluationReport.figures(
            falseJunk, caught: rate(.recall(.junk)), groups: wantedGroups, limits: limits, place: "in the test set") + "."
    }

    private static func figures(
        _ falseJunk: Rate, caught: Rate, groups: WantedGroups?, limits: (lower: Double, upper: Double)?, place: String
    ) -> String {
        let lost =
            if let groups, falseJunk.of > 0 {
                groups.words(falseJunk)
            } else if let limits {
                "\(grouped(falseJunk.count)) of \(grouped(falseJunk.of)) wanted messages in Junk "
                    + "(\(shortPercent(falseJunk))), at most \(shortNumber(100 * limits.upper, of: falseJunk.of)) % (95 % confidence)"
            } else {
                "No wanted message \(place)"
            }
        let found =
            caught.of > 0
            ? "\(grouped(caught.count)) of \(grouped(caught.of)) junk messages caught (\(shortPercent(caught)))"
            : "No junk \(place)"
        return "\(lost). \(found)"
    }

    /// What was measured on, and what the intervals are.
    var basis: String {
        let messages = "\(grouped(n)) messages: \(grouped(n - junk)) wanted, \(grouped(junk)) junk."
        let isByGroup = wantedGroups.map { $0.groups < n - junk } ?? false
        let wilson =
            "Brackets: 95 % Wilson intervals" + (isByGroup ? ", too narrow for near duplicates; junk is not grouped" : "")
        guard let bootstrap else { return "\(messages) \(wilson)." }
        let draws =
            bootstrap.groups < BootstrapIntervals.fewestGroups
            ? "Other figures have no interval: \(bootstrap.groups) groups of near duplicates are too few to draw from."
            : "Figures that are no rate, and recall at a bound, have intervals from \(grouped(bootstrap.rounds)) draws of \(grouped(bootstrap.groups)) groups of near duplicates."
        return "\(messages) \(wilson). \(draws)"
    }
}

extension WantedGroups {
    /// - Parameter falseJunk: of some messages.
    fileprivate func words(_ falseJunk: Rate) -> String {
        limitWords(
            falseJunk.count, of: falseJunk.of, "wanted messages", groups: sharesInJunk, of: groups, upperLimit
        ) {
            "\(shortNumber(100 * $0, of: falseJunk.of)) %"
        }
    }
}

extension TrainingOverlap {
    fileprivate var share: String {
        "\(grouped(seenAlike.count)) of \(grouped(seenAlike.of)) test messages (\(shortPercent(seenAlike))) share a template with"
    }

    /// - Parameter others: the figures of messages that share none; empty where there are none.
    fileprivate func laterSentence(_ others: String) -> String {
        others.isEmpty
            ? "\(share) a training message. Later messages often do; these figures say little of new templates: spamkit split --by template."
            : "\(share) a training message. Later messages often do, some in new words.\(others)"
    }

    package var sentence: String {
        guard seenAlike.count > 0 else {
            return "0 of \(grouped(seenAlike.of)) test messages share a template with the \(grouped(trained)) training messages; "
                + "looser near duplicates may."
        }
        return
            "\(share) a training message (\(counted(groups, "template"))), so these are not figures of new templates. Measure on other messages."
    }
}

/// Whether messages are lost at nearly the limit of groups, or above it.
package func isNearLimitOfGroups(_ rate: Double, _ limit: Double) -> Bool { rate > 0.9 * limit }

/// `218 of 15,419 wanted in Junk (1.4 %); near duplicates counted once: 54 of 6,969, so at most …`
///
/// - Parameters:
///   - kind: of the messages, such as `wanted`.
///   - groups: in Junk, each by the share of it that is there.
///   - limit: the one-sided upper 95 % limit for this number of groups.
///   - spelled: a share in percent.
package func limitWords(
    _ count: Int, of messages: Int, _ kind: String, groups: Double, of allGroups: Int, _ limit: Double,
    spelled: (Double) -> String
) -> String {
    let rate = Double(count) / Double(messages)
    // Many are rounded up, as the limit takes them; sums of shares are not exact.
    let isWhole = groups >= 10 || abs(groups - groups.rounded()) < 0.05
    let shown = isWhole ? grouped(Int((groups - 1e-9).rounded(groups < 10 ? .toNearestOrEven : .up))) : decimal(groups, places: 1)
    let share = "\(grouped(count)) of \(grouped(messages)) \(kind) in Junk (\(spelled(rate)))"
    // The limit is of groups: near it or above, it says nothing of messages.
    if allGroups < messages, isNearLimitOfGroups(rate, limit) {
        return "\(share); these are \(shown) of \(grouped(allGroups)) groups of near duplicates, at most "
            + "\(spelled(limit)) of such groups (95 % confidence)"
    }
    let most = "at most \(spelled(limit)) (95 % confidence)"
    return allGroups == messages
        ? "\(share), \(most)"
        : "\(share); near duplicates counted once: \(shown) of \(grouped(allGroups)), so \(most)"
}
