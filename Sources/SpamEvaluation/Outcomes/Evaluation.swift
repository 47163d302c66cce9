// Evaluation: outcomes in, counts kept, figures out. It holds no text and chooses no cutoff.

import SpamFilter
import Statistics

/// The figures of a model over a test set, from the outcomes of its messages added one by one, in
/// any order.
///
///     var evaluation = Evaluation()
///     for outcome in outcomes { evaluation.add(outcome) }
///     print(evaluation.confusion.falseJunk)   // 0.001 [0.000, 0.003] 4/3,120
///
/// A figure that the test set cannot give is `nil`, or a `Rate` out of 0: never a number, never
/// NaN.
///
/// Memory: 16 bytes an outcome.
public struct Evaluation: Sendable {
    /// All outcomes that were added, in that order.
    public private(set) var outcomes: [Outcome] = []
    /// Rows by true label and verdict, at `place(of:_:)`.
    private var counts = [Int](repeating: 0, count: Label.all.count * Action.allCases.count)
    private var rightLabels = 0
    private var rightActions = 0
    private var rightlyShown = 0
    private var shownOrSubdivided = 0
    /// Messages with the right action and a sub-action in truth, by raw value of the action: in the
    /// right sub-folder, in any, and in none.
    private var inFolders = [(right: Int, some: Int, none: Int)](repeating: (0, 0, 0), count: Action.allCases.count)
    /// Where no label has a sub-action, none can be right.
    private var hasSubActions = false

    /// The counts of true actions and verdicts, and the figures that follow from them alone.
    public private(set) var confusion = ConfusionTable()
    /// How many outcomes have a score that is NaN. A single one makes the figures of scores
    /// undefined; all other figures count them.
    public private(set) var nanScores = 0
    /// The number of outcomes.
    public var n: Int { outcomes.count }
    /// The number of outcomes that are truly junk. The others are wanted.
    public var junk: Int { confusion.junk }

    /// No outcome yet.
    public init() {}

    /// Adds the outcome of a message, in O(1) on average.
    public mutating func add(_ outcome: Outcome) {
        outcomes.append(outcome)
        counts[place(of: outcome.truth, outcome.action)] += 1
        confusion.add(1, cell: ConfusionTable.cell(outcome.truth.action, outcome.action))
        if outcome.junkLogOdds.isNaN { nanScores += 1 }
        if outcome.truth.subAction != .none {
            hasSubActions = true
        }
        let isSubdivided = outcome.truth.subAction != .none || outcome.predicted.subAction != .none
        if isSubdivided, outcome.action == outcome.truth.action {
            rightActions += 1
            if outcome.predicted == outcome.truth { rightLabels += 1 }
        }
        let isShown = outcome.truth.subAction != .none || outcome.subAction != .none
        if isShown, outcome.action == outcome.truth.action {
            shownOrSubdivided += 1
            if outcome.subAction == outcome.truth.subAction { rightlyShown += 1 }
        }
        if outcome.truth.subAction != .none, outcome.action == outcome.truth.action {
            let place = outcome.action.rawValue
            if outcome.subAction == .none { inFolders[place].none += 1 } else { inFolders[place].some += 1 }
            if outcome.subAction == outcome.truth.subAction { inFolders[place].right += 1 }
        }
    }

    /// Adds the outcomes of another test set, such as another fold. Their scores must mean the
    /// same, as calibrated log-odds do.
    public mutating func add(_ other: Evaluation) {
        for outcome in other.outcomes { add(outcome) }
    }

    private func place(of truth: Label, _ verdict: Action) -> Int {
        // 16 labels: a search costs less than hashing one.
        Label.all.firstIndex(of: truth)! * Action.allCases.count + verdict.rawValue
    }
}

// MARK: - Confusion

extension Evaluation {
    /// The labels that occur in truth, in their order.
    public var labels: [Label] {
        Label.all.filter { count(labeled: $0) > 0 }
    }

    /// The names of wanted labels that no message has: of each action, since phones have all, and
    /// of a model's labels.
    package func untested(of known: [Label] = []) -> [String] {
        let whole = Action.allCases.compactMap { Label($0) }
        return Evaluation.names(ofUntested: Set(known + whole), messages: Set(labels))
    }

    /// The names of wanted labels that models know and no message has: a whole action by its own.
    /// Messages without a sub-action may be of any.
    ///
    /// - Parameters:
    ///   - known: the labels that models know.
    ///   - labels: those of the messages.
    package static func names(ofUntested known: Set<Label>, messages labels: Set<Label>) -> [String] {
        let tested = Set(labels.map(\.action))
        return Outcome.actions.filter { $0 != .junk }.flatMap { action -> [String] in
            let ofAction = known.filter { $0.action == action }
            guard tested.contains(action) else { return ofAction.isEmpty ? [] : [action.name] }
            guard let unnamed = Label(action), !labels.contains(unnamed) else { return [] }
            return ofAction.subtracting(labels).subtracting([unnamed]).sorted().map(\.description)
        }
    }

    /// How many messages of exactly this true label got this verdict. `transaction` does not
    /// include `transaction/finance`.
    public func count(labeled truth: Label, verdict: Action) -> Int {
        counts[place(of: truth, verdict)]
    }

    private func count(labeled truth: Label) -> Int {
        Action.allCases.reduce(0) { $0 + count(labeled: truth, verdict: $1) }
    }

    /// Verdicts right to the sub-action, as a phone shows it. Counted among messages with the right
    /// action where the true label or the verdict names a sub-action; a verdict names only those
    /// that the model declares. Out of 0 where there are none, or no true label has a sub-action.
    public var shownSubAction: Rate {
        hasSubActions ? Rate(rightlyShown, of: shownOrSubdivided) : Rate(0, of: 0)
    }

    /// Most probable labels right to the sub-action, declared or not, which no phone shows. Counted
    /// among messages with the right action where the true or the predicted label names a
    /// sub-action. Out of 0 where there are none, or no true label has a sub-action.
    public var rightSubAction: Rate {
        hasSubActions ? Rate(rightLabels, of: rightActions) : Rate(0, of: 0)
    }
}

// MARK: - Junk

extension Evaluation {
    /// Messages of exactly this label that were put in Junk.
    ///
    /// - Precondition: a label other than junk.
    public func falseJunk(of label: Label) -> Rate {
        precondition(label != .junk, "junk in Junk is not false")
        return Rate(count(labeled: label, verdict: .junk), of: count(labeled: label))
    }

    /// How well the scores alone order the messages. Complexity: O(n log n); keep the result.
    public func junkRanking() -> JunkRanking {
        RankedOutcomes(outcomes).measurements().ranking
    }

    /// Everything that figures follow from.
    ///
    /// - Parameter costs: what mistakes cost; `nil` where it is not known.
    /// - Complexity: O(n log n) for the order of the scores; keep the result.
    public func measurements(costs: MistakeCosts? = nil) -> Measurements {
        var measured = RankedOutcomes(outcomes).measurements()
        measured.costs = costs
        measured.labels = LabelRates(
            falseJunk: Dictionary(uniqueKeysWithValues: labels.filter { $0 != .junk }.map { ($0, falseJunk(of: $0)) }),
            unsure: Dictionary(
                uniqueKeysWithValues: labels.map { ($0, Rate(count(labeled: $0, verdict: .none), of: count(labeled: $0))) }),
            shownSubAction: shownSubAction, rightSubAction: rightSubAction,
            rightSubFolderOf: Dictionary(
                uniqueKeysWithValues: Action.allCases.map {
                    ($0, Rate(inFolders[$0.rawValue].right, of: inFolders[$0.rawValue].some))
                }),
            withoutSubFolderOf: Dictionary(uniqueKeysWithValues: Action.allCases.map { ($0, inFolders[$0.rawValue].none) }))
        return measured
    }

    /// What every cutoff would have done.
    ///
    /// - Parameter protecting: leave what the model's protection holds back out of Junk at every
    ///   cutoff, as the model does; else the scores alone decide.
    /// - Complexity: O(n log n); keep the result.
    public func operatingCurve(protecting: Bool = false) -> OperatingCurve {
        func scores(_ isJunk: Bool, isHeldBack: Bool) -> [Double] {
            outcomes.filter { ($0.truth.action == .junk) == isJunk && (protecting && $0.isHeldBack) == isHeldBack }
                .map(\.junkLogOdds)
        }
        return OperatingCurve(
            junk: scores(true, isHeldBack: false), wanted: scores(false, isHeldBack: false),
            heldBack: (scores(true, isHeldBack: true).count, scores(false, isHeldBack: true).count))
    }
}
