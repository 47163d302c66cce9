// Training: the settings of logistic regression and of its solvers.

/// What `LogisticRegression` can be told; its solvers read the same settings.
public struct LogisticSettings: Sendable, Hashable {
    /// Every useful value of C. Beyond these the dual values C p have too few digits left, and far
    /// beyond (1e300) weights overflow.
    public static let costs = 1e-6...1e6

    /// C: how much the loss of a row counts against the penalty, in `costs`. Larger fits closer.
    /// 16 won over 4 and 8, and 64 tied with it: Benchmarks/decisions/trainers.md.
    public var cost: Double
    /// The constant value of every row whose weight is the bias; the larger, the less the bias is
    /// penalised.
    public var biasValue: Double
    /// Training ends after a pass over all rows that gained at most `tolerance` squared of the
    /// total gain, with many rows a larger part (`VisitSchedule`). A row is settled if it would
    /// gain about half of `tolerance` squared. 0.1 ends early, 1e-6 at the optimum.
    public var tolerance: Double
    /// Training ends after this many passes at the latest.
    public var maxPasses: Int
    /// The seed of the order in which rows are visited.
    public var seed: UInt64

    /// The defaults, or others. `LogisticRegression` checks them.
    public init(cost: Double = 16, biasValue: Double = 1, tolerance: Double = 0.1, maxPasses: Int = 100, seed: UInt64 = 1) {
        self.cost = cost
        self.biasValue = biasValue
        self.tolerance = tolerance
        self.maxPasses = maxPasses
        self.seed = seed
    }
}
