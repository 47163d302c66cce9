// Training: L2-regularised logistic regression, two classes or many, by coordinate ascent on the dual.

/// Logistic regression with a quadratic penalty.
///
/// Two classes, y = -1 or 1:
///
///     minimise  1/2 |w|^2 + C x sum over rows of ln(1 + exp(-y (w x)))
///
/// More classes (softmax), one vector w[c] a class:
///
///     minimise  sum over c of |w[c]|^2 + C x sum over rows of (ln sum over c of exp(w[c] x) - w[y] x)
///
/// The penalties differ by half so that softmax over two classes is the first form, with w = w[1] - w[0]: one C means one thing.
/// A row's loss is multiplied with its weight, if it has one. Every row has one more value, `biasValue`, whose weight is the bias; so the bias is penalised too, the less the larger it is.
/// Solved in the dual, one row at a time, each step exact: Yu, Huang & Lin, Dual coordinate descent methods for logistic regression
/// and maximum entropy models, Machine Learning 85 (2011). Chosen by measurement: on one matrix each
/// of UCI and message80W liblinear's solver of this kind is within .1 % of the least objective in a quarter and a sixth of the CPU time of Newton's
/// method in the primal, the next one, and in about a tenth or less of that of L-BFGS, SAG, SAGA and FTRL (`Benchmarks/solvers.py`).
public struct LogisticRegression: Trainer {
    public struct Settings: Sendable, Hashable {
        /// Every useful cost and more. Beyond, the dual values C p have too few digits left, and far beyond (1e300) weights overflow.
        public static let costs = 1e-6...1e6

        /// C above: how much a row's loss counts against the penalty, in `costs`. Larger fits closer. 16 won over 4 and 8 or tied with them:
        /// recall at .1 % false junk on UCI .8967 .8947 .9025, message80W .9794 .9816 .9820, multilingual .9613 .9632 .9648, Indonesian .6492
        /// .6492 .6558, average precision and Turkish tied (four folds by group inside the training parts); 64 and 256 tied with 16.
        public var cost: Double
        /// The constant value behind the bias.
        public var biasValue: Double
        /// Stops after a pass over all rows that gained at most this, squared, of what all but the first have gained, with many rows a larger part
        /// (`VisitSchedule`); a row rests that would gain about half of this, squared. 0.1 ends early, 1e-6 at the optimum.
        public var tolerance: Double
        /// Stops after this many passes at the latest.
        public var maxPasses: Int
        /// Of the order in which rows are visited.
        public var seed: UInt64

        public init(cost: Double = 16, biasValue: Double = 1, tolerance: Double = 0.1, maxPasses: Int = 100, seed: UInt64 = 1) {
            self.cost = cost
            self.biasValue = biasValue
            self.tolerance = tolerance
            self.maxPasses = maxPasses
            self.seed = seed
        }
    }

    public let settings: Settings
    public var name: String { "lr" }
    public var settingsByName: [String: String] {
        let names = [
            "cost": String(settings.cost), "biasValue": String(settings.biasValue), "tolerance": String(settings.tolerance),
            "maxPasses": String(settings.maxPasses),
        ]
        return settings.seed == Settings().seed ? names : names.merging(["visitingSeed": String(settings.seed)]) { $1 }
    }
    public var scalesByInverseDocumentFrequency: Bool { true }
    public var weighsFeaturesTogether: Bool { true }

    /// - Precondition: the cost is in `Settings.costs`, tolerance and passes are above 0.
    public init(_ settings: Settings = Settings()) {
        precondition(Settings.costs.contains(settings.cost), "expected a cost in \(Settings.costs), found \(settings.cost)")
        precondition(settings.tolerance > 0 && settings.maxPasses > 0, "tolerance and passes must be above 0")
        self.settings = settings
    }

    /// - Complexity: O(passes x entries x classes), for two classes O(passes x entries).
    public func fit(_ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float])
        -> LinearWeights
    {
        classCount == 2
            ? BinaryDual(settings).fit(matrix, classes: classes, rows: rows, rowWeights: rowWeights)
            : SoftmaxDual(settings).fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
    }
}
