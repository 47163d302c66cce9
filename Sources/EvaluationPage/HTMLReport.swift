// Page: all that a page is made of. Nothing is measured here; PageContent.swift makes the page.

import SpamEvaluation
import SpamFilter

/// A report that opens in any browser, without a network: a headline, tables, curves and a slider
/// for the cutoff.
///
///     var page = HTMLReport(
///         model: "mine.spam", testSet: ["test.tsv"], report: report,
///         curve: evaluation.operatingCurve(protecting: true),
///         cutoffs: PageCutoffs(model.policy))
///     page.card = [CardFact(name: "size", value: "131,072 bytes")]
///     let html = page.html()
///
/// Any text that is put in, as a name, a label or a message, is shown as text. The page has less
/// than 2 MB for any test set: curves are thinned, tables and messages cut, and what was left out
/// is counted. The same values give the same bytes.
public struct HTMLReport: Sendable {
    /// The model, as its reader calls it.
    public var model: String
    /// The corpora that it was tested on.
    public var testSet: [String]
    /// The part of a split that was measured, such as `test`; `nil` for whole corpora.
    public var part: String?
    /// The figures.
    public var report: EvaluationReport
    /// The curve of the same outcomes as the report, with what the model's protection holds back.
    public var curve: OperatingCurve
    /// Where the slider begins.
    public var cutoffs: PageCutoffs
    /// The words that weigh most; `nil` if they are not known.
    package var features: TopFeatures?
    /// What hiding tricks do to the model, if that was measured.
    public var attack: AttackReport?
    /// Messages in clear; `nil` to show none.
    public var mistakes: ShownMistakes?
    /// What the model's card and file say, in this order.
    public var card: [CardFact] = []
    /// The version of the tool.
    public var version = ""
    /// Names the page's own style and script, for a server whose policy allows no others.
    public var nonce: String?
    /// What the reader of a page can do where something is missing.
    package var hints = PageHints()

    /// A page with what every page shows.
    public init(model: String, testSet: [String], report: EvaluationReport, curve: OperatingCurve, cutoffs: PageCutoffs) {
        self.model = model
        self.testSet = testSet
        self.report = report
        self.curve = curve
        self.cutoffs = cutoffs
    }
}

/// The model's own cutoffs of junk, in natural log-odds.
public struct PageCutoffs: Sendable {
    /// From here on a message is junk.
    public var junk: Double
    /// From here to `junk` a message is left unsure.
    public var unsure: Double
    /// The cutoff of protected labels, wherever the slider is below it; `nil` for none.
    public var protected: Double?
    /// The share of wanted messages that may be in Junk, as it was asked for in training; `nil`
    /// where none was.
    public var maxFalseJunk: Double?

    /// Those of a model.
    ///
    /// - Parameter policy: the model's.
    /// - Parameter maxFalseJunk: the limit that the cutoffs were made for, such as its card has.
    public init(_ policy: DecisionPolicy, maxFalseJunk: Double? = nil) {
        self.maxFalseJunk = maxFalseJunk
        junk = Double(policy.junkCutoff)
        unsure = Double(policy.unsureCutoff)
        protected = policy.protected.isEmpty ? nil : Double(policy.protectedJunkCutoff)
    }
}

/// How a page's reader gets what it lacks, in whole sentences and in the words of the tool; empty
/// for none.
package struct PageHints: Sendable {
    /// Where no mistakes are given.
    package var mistakes = ""
    /// Where no features are given.
    package var features = ""
    /// The command that moves the cutoff, without its bound on false junk.
    package var calibration = ""

    /// No hints.
    package init() {}
}

/// One line of what is known of a model.
public struct CardFact: Hashable, Sendable {
    /// What it is, such as `size`.
    public let name: String
    /// How much, or which.
    public let value: String

    /// A fact and its name.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
