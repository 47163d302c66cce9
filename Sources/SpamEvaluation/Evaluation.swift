// Evaluation: outcomes in, counts kept, figures out. It holds no text and chooses no cutoff; `EvaluationReport` prints it.

import SpamFilter

/// The figures of a model over a test set, from the outcomes of its messages added one by one, in any order.
///
///     var evaluation = Evaluation()
///     for outcome in outcomes { evaluation.add(outcome) }
///     print(evaluation.falseJunk)             // 0.001 [0.000, 0.003] 4/3,120
///     print(EvaluationReport(evaluation).text)
///
/// A figure that the test set cannot give is `nil`, or a `Rate` out of 0: never a number, never NaN.
///
/// Memory: 8 bytes an outcome, for the ranking.
public struct Evaluation: Sendable {
    /// What a message can truly be: every action but `none`.
    public static let actions: [Action] = [.allow, .junk, .promotion, .transaction]
    /// What a verdict can be: `actions`, then `none` for unsure.
    public static let verdicts: [Action] = actions + [.none]

    /// Rows by true label and verdict, at `place(of:_:)`.
    private var counts = [Int](repeating: 0, count: Label.all.count * Action.allCases.count)
    private var junkScores: [Double] = []
    private var wantedScores: [Double] = []
    private var rightLabels = 0
    private var rightActions = 0

    /// Outcomes whose score is NaN. They count everywhere but in the ranking, which one of them makes undefined.
    public private(set) var nanScores = 0
    /// The number of outcomes.
    public var n: Int { junkScores.count + wantedScores.count }
    /// The number of outcomes that are truly junk. The others are wanted.
    public var junk: Int { junkScores.count }

    public init() {}

    /// Complexity: O(1), amortised.
    public mutating func add(_ outcome: Outcome) {
        counts[place(of: outcome.truth, outcome.action)] += 1
        if outcome.truth.action == .junk {
            junkScores.append(outcome.junkLogOdds)
        } else {
            wantedScores.append(outcome.junkLogOdds)
        }
        if outcome.junkLogOdds.isNaN { nanScores += 1 }
        let isSubdivided = outcome.truth.subAction != .none || outcome.predicted.subAction != .none
        if isSubdivided, outcome.action == outcome.truth.action {
            rightActions += 1
            if outcome.predicted == outcome.truth { rightLabels += 1 }
        }
    }

    /// Adds the outcomes of another test set, as of another fold. Their scores must mean the same: log-odds that are calibrated do.
    public mutating func add(_ other: Evaluation) {
        for i in counts.indices { counts[i] += other.counts[i] }
        junkScores += other.junkScores
        wantedScores += other.wantedScores
        rightLabels += other.rightLabels
        rightActions += other.rightActions
        nanScores += other.nanScores
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

    /// Messages of exactly this true label that got this verdict. `transaction` does not include `transaction/finance`.
    public func count(labeled truth: Label, verdict: Action) -> Int {
        counts[place(of: truth, verdict)]
    }

    /// Messages of this true action, whatever the sub-action, that got this verdict.
    public func count(of truth: Action, verdict: Action) -> Int {
        Label.all.filter { $0.action == truth }.reduce(0) { $0 + count(labeled: $1, verdict: verdict) }
    }

    private func count(labeled truth: Label) -> Int {
        Action.allCases.reduce(0) { $0 + count(labeled: truth, verdict: $1) }
    }

    /// Precision, recall and F1 of an action other than `none`.
    public func figures(of action: Action) -> ActionFigures {
        let right = count(of: action, verdict: action)
        let given = Self.actions.reduce(0) { $0 + count(of: $1, verdict: action) }
        let deserved = Self.verdicts.reduce(0) { $0 + count(of: action, verdict: $1) }
        return ActionFigures(action, precision: Rate(right, of: given), recall: Rate(right, of: deserved))
    }
}

// MARK: - Figures over all actions

extension Evaluation {
    /// F1 with the counts of all actions pooled: 2 * right / (decided + all). Unsure lowers it. `nil` without outcomes.
    public var microF1: Double? {
        let figures = Self.actions.map(figures(of:))
        let right = figures.reduce(0) { $0 + $1.recall.count }
        let decided = figures.reduce(0) { $0 + $1.precision.of }
        return n > 0 ? 2 * Double(right) / Double(decided + n) : nil
    }

    /// The mean F1 of the actions that occur in truth. `nil` without outcomes.
    public var macroF1: Double? {
        let f1 = Self.actions.map(figures(of:)).filter { $0.support > 0 }.compactMap(\.f1)
        return f1.isEmpty ? nil : f1.reduce(0, +) / Double(f1.count)
    }

    /// Messages on which the model would not decide, out of all.
    public var unsure: Rate {
        Rate(Self.actions.reduce(0) { $0 + count(of: $1, verdict: .none) }, of: n)
    }

    /// Of the messages given the right action where the true or the predicted label names a sub-action, those whose label is
    /// right to the sub-action. Out of 0 when no sub-actions are in play.
    public var rightSubAction: Rate {
        Rate(rightLabels, of: rightActions)
    }
}

// MARK: - Junk

extension Evaluation {
    /// Wanted messages, that is all but junk, that were put in Junk: the cost that counts.
    public var falseJunk: Rate {
        let wanted = Self.actions.filter { $0 != .junk }
        return Rate(wanted.reduce(0) { $0 + count(of: $1, verdict: .junk) }, of: n - junk)
    }

    /// Messages of exactly this label that were put in Junk. Requires a label other than junk.
    public func falseJunk(of label: Label) -> Rate {
        precondition(label != .junk, "junk in Junk is not false")
        return Rate(count(labeled: label, verdict: .junk), of: count(labeled: label))
    }

    /// Matthews' correlation (1975) of being put in Junk with being junk, in -1...1; unsure is not put in Junk.
    ///
    ///     (TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN))
    ///
    /// `nil` when truth or verdicts are all of one kind, where the formula is 0 / 0.
    public var mcc: Double? {
        let (wanted, called) = (n - junk, figures(of: .junk).precision)
        let (tp, fp) = (Double(called.count), Double(called.of - called.count))
        let (fn, tn) = (Double(junk) - tp, Double(wanted) - fp)
        let square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        return square > 0 ? (tp * tn - fp * fn) / square.squareRoot() : nil
    }

    /// How well the scores alone order the messages. Complexity: O(n log n); keep the result.
    public func junkRanking() -> JunkRanking {
        JunkRanking(junk: junkScores, wanted: wantedScores)
    }

    /// What every cutoff would have done. Complexity: O(n log n); keep the result.
    public func operatingCurve() -> OperatingCurve {
        OperatingCurve(junk: junkScores, wanted: wantedScores)
    }
}
