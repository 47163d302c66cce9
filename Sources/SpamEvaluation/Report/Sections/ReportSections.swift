// Evaluation: the sections of a report. A new section is a file in Sections, and a row here.

package enum ReportSections {
    /// Before all figures: how the model does where it was not trained.
    package static let opening: [any ReportSection] = [AcrossSourcesSection()]

    /// In the order of the text report. The page has an order of its own, and those that it does
    /// not name last.
    package static let all: [any ReportSection] = [
        FalseJunkSection(), UnsureSection(), SendersSection(), SlicesSection(), RankingSection(), VerdictsSection(),
        DecisionsSection(),
        CalibrationSection(), PublishedSection(), ConfusionSection(),
    ]
}
