// Page: drift as one HTML file, from the same parts as the report of evaluate. A stream has no
// labels, so it is a page of its own.

import Drift
import SpamEvaluation
import Statistics

/// Whether what comes in is still what a model was trained on, for any browser, without a network.
public struct DriftPage: Sendable {
    /// The model, as its reader calls it.
    public var model: String
    /// The files of messages that were compared with it.
    public var files: [String]
    /// What was found.
    public var report: DriftReport
    /// The version of the tool.
    public var version: String

    /// A page of a report.
    public init(model: String, files: [String], report: DriftReport, version: String = "") {
        (self.model, self.files, self.report, self.version) = (model, files, report, version)
    }

    /// The page, in UTF-8 when written.
    public func html() -> String { PageTemplate.shared.render(DriftContent(self), as: "drift") }
}

/// The values of drift.mustache.
private struct DriftContent {
    let title: String
    let verdict: String
    let basis: String
    let sections: [PageContent.Link]
    let parts: [PagePart]
    let version: String
    let style = PageTemplate.shared.style

    init(_ page: DriftPage) {
        let report = page.report
        title = cut("\(page.files.joined(separator: ", ")) against \(page.model)", to: 300)
        verdict = report.sentence
        basis =
            "Compared are \(grouped(report.whole.counts.messages)) messages, \(grouped(report.whole.counts.templates)) of them not like one of the last 2,000, with \(grouped(report.profile.new.messages)) messages of training, each judged by models that had not learned from its template."
        var written = HTMLPage()
        DriftPart.write(report, on: &written)
        parts = written.finished()
        sections = parts.map { PageContent.Link(id: $0.id, name: $0.name) }
        version = page.version
    }
}
