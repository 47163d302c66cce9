// Evaluation: figures by their names. A spelling in, a row of the catalogue out.

import SpamFilter

extension Figure {
    private static let byName: [String: Figure] = {
        var rows = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
        for row in all { if let alias = row.alias { rows[alias] = row } }
        return rows
    }()

    /// The figure of a name; `recall(junk)` is `recall`. `nil` for any other text.
    public init?(_ spelling: some StringProtocol) {
        guard let row = Figure.byName[String(spelling)] else { return nil }
        self = row
    }

    /// All spellings, for messages and help. `label` and `action` are placeholders.
    public static var spellings: [String] {
        all.filter { $0.section != .labels && !($0.section == .actions && $0.alias == nil) }.map(\.name)
            + ["false-junk(label)", "precision(action)", "recall(action)", "f1(action)"]
    }

    /// The rows of a section, in the order of the catalogue.
    static func rows(of section: Section) -> [Figure] { all.filter { $0.section == section } }

    private static func named(_ name: String) -> Figure {
        guard let row = byName[name] else { preconditionFailure("expected a figure of the catalogue, found \(name)") }
        return row
    }

    // MARK: - Figures that code asks for

    /// Wanted messages put in Junk, of all wanted ones.
    public static let falseJunk = named("false-junk")
    /// Messages without a decision, of all.
    public static let unsure = named("unsure")
    /// Messages with the right action, of all; unsure never is.
    public static let accuracy = named("accuracy")
    /// The mean F1 of the actions that occur in truth.
    public static let macroF1 = named("macro-f1")
    /// The area under the receiver operating characteristic of junk.
    public static let auc = named("auc")
    /// Average precision of junk.
    public static let averagePrecision = named("ap")
    /// Cross-entropy of junk, in nats a message.
    public static let logLoss = named("log-loss")
    /// The expected calibration error of junk; see `CalibrationTable.ece`.
    public static let calibrationError = named("ece")
    /// The mean cost of a message; see `MistakeCosts`. Undefined where no costs are given.
    public static let cost = named("cost")

    /// Right ones among the messages given an action.
    ///
    /// - Precondition: another action than `none`.
    public static func precision(_ action: Action) -> Figure { named("precision(\(action.name))") }
    /// Right ones among the messages that deserve an action.
    ///
    /// - Precondition: another action than `none`.
    public static func recall(_ action: Action) -> Figure { named("recall(\(action.name))") }
    /// The harmonic mean of precision and recall of an action.
    ///
    /// - Precondition: another action than `none`.
    public static func f1(_ action: Action) -> Figure { named("f1(\(action.name))") }
    /// Junk that scores above a cutoff which keeps false junk within a bound; see
    /// `JunkRanking.recall(at:)`.
    public static func recallAt(_ bound: FalseJunkBound) -> Figure { named("recall@\(bound.rawValue)") }
    /// False junk of a label other than junk.
    static func falseJunk(of label: Label) -> Figure { named("false-junk(\(label))") }
}
