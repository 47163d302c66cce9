// Evaluation: the report as people read it, in a terminal or in a document. What matters first.

import Statistics

extension EvaluationReport {
    /// The report for a terminal: one sentence, then headings with aligned figures, in at most 80
    /// columns. Ends with a newline.
    ///
    ///     Put 4 of 3,120 wanted messages in Junk (0.13 %), or 2 of 1,040 groups of like messages:
    ///     at most 0.60 % with 95 % confidence, and caught 1,204 of 1,292 junk messages (93.19 %).
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
        page.paragraph(basis)
        if let overlap, overlap.seenAlike.count == 0 { page.paragraph(overlap.sentence) }
        for section in ReportSections.all { section.write(self, on: &page) }
    }

    /// What must be known before any figure.
    func writeOpening(on page: inout some TextPage) {
        if let trace { page.paragraph(trace.sentence) }
        if let overlap, overlap.seenAlike.count > 0 { page.paragraph(overlap.sentence) }
        page.paragraph(verdict)
        if let phoneSentence { page.paragraph(phoneSentence) }
        for section in ReportSections.opening { section.write(self, on: &page) }
    }

    /// What the model does, in one sentence.
    private var verdict: String {
        guard n > 0 else { return "Nothing can be said: there are no messages in the test set." }
        let caught = rate(.recall(.junk)), falseJunk = rate(.falseJunk)
        let lost =
            if let groups = wantedGroups, falseJunk.of > 0 {
                "Put \(groups.words(falseJunk)),"
            } else if let rate = falseJunk.value, let limits = falseJunk.widestLimits(drawn(.falseJunk)) {
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

    /// What was measured on, and what the intervals are.
    var basis: String {
        let messages = "\(grouped(n)) messages: \(grouped(n - junk)) wanted, \(grouped(junk)) junk."
        let isByGroup = wantedGroups.map { $0.groups < n - junk } ?? false
        let wilson = "Brackets hold 95 % Wilson intervals" + (isByGroup ? ", which take every message for one of its own" : "")
        guard let bootstrap else { return "\(messages) \(wilson)." }
        let draws =
            bootstrap.groups < BootstrapIntervals.fewestGroups
            ? "other figures have none, for \(bootstrap.groups) groups of like messages are too few to draw from."
            : "for figures that are no rate, recall at a bound, and where it says so, they come of \(grouped(bootstrap.rounds)) draws from \(grouped(bootstrap.groups)) groups of like messages."
        return "\(messages) \(wilson); \(draws)"
    }
}

extension WantedGroups {
    /// - Parameter falseJunk: of some messages.
    fileprivate func words(_ falseJunk: Rate) -> String {
        limitWords(falseJunk.count, of: falseJunk.of, "wanted messages", groups: inJunk, of: groups, upperLimit) {
            "\(percent($0)) %"
        }
    }
}

extension TrainingOverlap {
    package var sentence: String {
        guard seenAlike.count > 0, let share = seenAlike.value else {
            return "No test message is of one template with any of the \(grouped(trained)) messages trained on."
        }
        return
            "\(grouped(seenAlike.count)) of the test messages (\(percent(share)) %) are of one template with a message trained on, \(grouped(groups)) groups; what is right of these tells little."
    }
}

/// `218 of 15,419 wanted in Junk (1.414 %), or 54 of 6,969 groups of like messages: at most …`
///
/// - Parameters:
///   - kind: of the messages, such as `wanted`.
///   - limit: the one-sided upper 95 % limit for this number of groups.
///   - spelled: a share in percent.
package func limitWords(
    _ count: Int, of messages: Int, _ kind: String, groups: Int, of allGroups: Int, _ limit: Double,
    spelled: (Double) -> String
) -> String {
    let rate = Double(count) / Double(messages)
    let share = "\(grouped(count)) of \(grouped(messages)) \(kind) in Junk (\(spelled(rate)))"
    // The limit is of groups; where a large one is lost, it says nothing of messages.
    if rate > limit {
        return "\(share), which are \(grouped(groups)) of \(grouped(allGroups)) groups of like messages: "
            + "at most \(spelled(limit)) of such groups with 95 % confidence"
    }
    let most = "at most \(spelled(limit)) with 95 % confidence"
    return allGroups == messages
        ? "\(share), \(most)" : "\(share), or \(grouped(groups)) of \(grouped(allGroups)) groups of like messages: \(most)"
}
