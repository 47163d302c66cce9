// Evaluation: true action against verdict, as counts. Outcomes in, the figures that counts alone
// give out. No score is read.

import SpamFilter
import Statistics

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Messages by true action and verdict, and the figures that follow.
///
/// A verdict `none` is unsure: right for no message. A figure that the counts cannot give is `nil`,
/// or a `Rate` out of 0.
public struct ConfusionTable: Hashable, Sendable {
    /// Rows of `Outcome.actions`, in each the verdicts by raw value: `none`, then the actions.
    private(set) var cells: [Int]

    static let cellCount = Outcome.actions.count * Action.allCases.count

    init(cells: [Int] = [Int](repeating: 0, count: cellCount)) {
        self.cells = cells
    }

    /// The place of a message among `cells`. Requires another truth than `none`.
    static func cell(_ truth: Action, _ verdict: Action) -> Int {
        (truth.rawValue - 1) * Action.allCases.count + verdict.rawValue
    }

    mutating func add(_ weight: Int, cell: Int) {
        cells[cell] += weight
    }

    /// How many messages of this true action, with any sub-action, got this verdict; 0 for the
    /// truth `none`.
    public subscript(truth: Action, verdict: Action) -> Int {
        truth == .none ? 0 : cells[ConfusionTable.cell(truth, verdict)]
    }

    /// How many messages there are.
    public var n: Int { cells.reduce(0, +) }
    /// How many messages are truly junk. The others are wanted.
    public var junk: Int { count(of: .junk) }
    /// How many messages are truly not junk.
    public var wanted: Int { n - junk }

    func count(of truth: Action) -> Int {
        Action.allCases.reduce(0) { $0 + self[truth, $1] }
    }

    private func count(called verdict: Action) -> Int {
        Outcome.actions.reduce(0) { $0 + self[$1, verdict] }
    }

    private var right: Int {
        Outcome.actions.reduce(0) { $0 + self[$1, $1] }
    }
}

// MARK: - Actions

extension ConfusionTable {
    /// Precision, recall and F1 of an action other than `none`.
    public func figures(of action: Action) -> ActionFigures {
        ActionFigures(
            action, precision: Rate(self[action, action], of: count(called: action)),
            recall: Rate(self[action, action], of: count(of: action)))
    }

    /// The actions that occur in truth.
    private var classes: [ActionFigures] {
        Outcome.actions.map(figures(of:)).filter { $0.support > 0 }
    }

    private static func mean(_ values: [Double]) -> Double? {
        values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// Messages with the right action, of all. Unsure is not right. This is also the micro-averaged
    /// recall.
    public var accuracy: Rate { Rate(right, of: n) }

    /// Messages with the right action, of those decided: the micro-averaged precision.
    public var microPrecision: Rate { Rate(right, of: coverage.count) }

    /// F1 with the counts of all actions pooled: 2 * right / (decided + all). Unsure lowers it.
    /// `nil` without messages.
    public var microF1: Double? {
        n > 0 ? 2 * Double(right) / Double(coverage.count + n) : nil
    }

    /// The mean precision of the actions that occur in truth; 0 for one that was never given. `nil`
    /// without messages.
    public var macroPrecision: Double? {
        ConfusionTable.mean(classes.map { $0.precision.value ?? 0 })
    }

    /// The mean recall of the actions that occur in truth. `nil` without messages.
    public var macroRecall: Double? {
        ConfusionTable.mean(classes.compactMap(\.recall.value))
    }

    /// The mean F1 of the actions that occur in truth. `nil` without messages.
    public var macroF1: Double? {
        ConfusionTable.mean(classes.compactMap(\.f1))
    }
}

// MARK: - Unsure

extension ConfusionTable {
    /// Messages on which the model would not decide, out of all.
    public var unsure: Rate { Rate(count(called: .none), of: n) }

    /// Messages on which it decided, out of all.
    public var coverage: Rate { Rate(n - count(called: .none), of: n) }

    /// Messages with a wrong action, of those decided (El-Yaniv & Wiener, "On the Foundations of
    /// Noise-free Selective Classification", 2010). What a wider unsure band should lower.
    public var risk: Rate { Rate(coverage.count - right, of: coverage.count) }
}

// MARK: - Junk

extension ConfusionTable {
    /// Wanted messages, that is all but junk, that were put in Junk: the cost that counts.
    public var falseJunk: Rate {
        Rate(count(called: .junk) - self[.junk, .junk], of: wanted)
    }

    /// Messages of this true action that were put in Junk. Requires another action than junk.
    public func falseJunk(of action: Action) -> Rate {
        precondition(action != .junk, "junk in Junk is not false")
        return Rate(self[action, .junk], of: count(of: action))
    }

    /// Messages of the inbox, whose truth is allow, that were filed as this action.
    public func inbox(filedAs action: Action) -> Rate {
        Rate(self[.allow, action], of: count(of: .allow))
    }

    /// Junk that was not put in Junk, unsure included.
    public var missedJunk: Rate {
        Rate(junk - self[.junk, .junk], of: junk)
    }

    /// Matthews' correlation (1975) of being put in Junk with being junk, in -1...1; unsure is not
    /// put in Junk.
    ///
    ///     (TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN))
    ///
    /// `nil` when truth or verdicts are all of one kind, where the formula is 0 / 0.
    public var mcc: Double? {
        let (tp, fp) = (Double(self[.junk, .junk]), Double(falseJunk.count))
        let (fn, tn) = (Double(junk) - tp, Double(wanted) - fp)
        let square = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        return square > 0 ? (tp * tn - fp * fn) / square.squareRoot() : nil
    }
}

extension ConfusionTable {
    /// The logistic average of false junk a and missed junk b, in 0...1:
    ///
    ///     1 / (1 + e^-x), x = (logit(a) + logit(b)) / 2, logit(p) = ln(p / (1 - p))
    ///
    /// Without one kind of mistake it is 0: TREC smooths nothing. `nil` where one of them is
    /// undefined, or one is 0 and the other 1.
    var logisticAverage: Double? {
        guard let a = falseJunk.value, let b = missedJunk.value else { return nil }
        let mean = (log(a / (1 - a)) + log(b / (1 - b))) / 2
        return mean.isNaN ? nil : 1 / (1 + exp(-mean))
    }
}

extension MistakeCosts {
    /// The mean cost of a message, in the unit of the costs. `nil` without messages.
    public func mean(over confusion: ConfusionTable) -> Double? {
        let n = confusion.n, unsureCount = confusion.unsure.count
        guard n > 0 else { return nil }
        let missed = confusion.missedJunk.count - confusion[.junk, .none]
        let sum = falseJunk * Double(confusion.falseJunk.count) + missedJunk * Double(missed) + unsure * Double(unsureCount)
        return sum / Double(n)
    }
}

/// How well one action was given. Unsure counts as missed.
///
/// As JSON `{"label": "junk", "precision": {…}, "recall": {…}, "f1": 0.95, "f1Lower": 0.94,
/// "f1Upper": 0.96, "support": 1292}`, the three null if undefined.
public struct ActionFigures: Hashable, Sendable {
    /// The action that the figures are of.
    public let action: Action
    /// Right ones among the messages given this action. Undefined when none was given.
    public let precision: Rate
    /// Right ones among the messages that deserve this action. Undefined when none does.
    public let recall: Rate

    init(_ action: Action, precision: Rate, recall: Rate) {
        self.action = action
        self.precision = precision
        self.recall = recall
    }

    /// 2 * right / (given + deserved): the harmonic mean of precision and recall. 0 where one of
    /// both is undefined, `nil` where both are.
    public var f1: Double? {
        let sum = precision.of + recall.of
        return sum > 0 ? 2 * Double(precision.count) / Double(sum) : nil
    }

    /// The 95 % interval of F1, from Wilson's of the rate J = right / (given or deserved): F1 = 2 J
    /// / (1 + J) rises with J. Holds for a given number of messages on either side.
    public var f1Interval95: BinomialInterval? {
        let right = precision.count
        let jaccard = BinomialInterval.wilson(successes: right, trials: precision.of + recall.of - right)
        return jaccard.map { BinomialInterval(lower: 2 * $0.lower / (1 + $0.lower), upper: 2 * $0.upper / (1 + $0.upper)) }
    }

    /// The number of messages that deserve this action.
    public var support: Int { recall.of }
}

extension ActionFigures: Encodable {
    private enum CodingKeys: String, CodingKey {
        case label, precision, recall, f1, f1Lower, f1Upper, support
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(action.name, forKey: .label)
        try fields.encode(precision, forKey: .precision)
        try fields.encode(recall, forKey: .recall)
        try fields.encode(f1, forKey: .f1)
        try fields.encode(f1Interval95?.lower, forKey: .f1Lower)
        try fields.encode(f1Interval95?.upper, forKey: .f1Upper)
        try fields.encode(support, forKey: .support)
    }
}
