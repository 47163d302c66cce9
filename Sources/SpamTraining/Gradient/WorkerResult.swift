// Gradient: what workers answer of their partitions, added up before the driver takes it.

/// The answer to one of the driver's steps.
public enum WorkerResult: Equatable {
    /// The answer to preparing rows.
    case summary(PartitionSummary)
    /// The answer to a pass.
    case sums(PassSums)
    /// The answer to scoring rows by the models of folds.
    case scores(FoldScores)

    /// Reads an answer, of whichever step.
    ///
    /// - Throws: `GradientError` unless the bytes are an answer by this plan.
    public init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        switch try GradientReader.kind(of: bytes) {
        case .summary: self = .summary(try PartitionSummary(bytes, plan))
        case .scores: self = .scores(try FoldScores(bytes, plan))
        default: self = .sums(try PassSums(bytes, plan))
        }
    }

    /// The sum of some answers, which may be such sums themselves. Their order does not matter.
    ///
    /// - Throws: `GradientError` where they are not of one step, and for none.
    public init(adding results: some Sequence<[UInt8]>, _ plan: GradientPlan) throws(GradientError) {
        var all: WorkerResult?
        for bytes in results {
            let result = try WorkerResult(bytes, plan)
            if all == nil { all = result } else { try all!.add(result) }
        }
        guard let all else { throw .missing("results of partitions") }
        self = all
    }

    init(_ bytes: [UInt8], _ plan: GradientPlan) throws(GradientError) {
        // A closure would lose the error's type.
        let file = bytes.withUnsafeBytes { bytes in Result { () throws(GradientError) in try WorkerResult(bytes, plan) } }
        self = try file.get()
    }

    /// Adds the answer for other partitions.
    ///
    /// - Throws: `GradientError` where it is of another step, pass or model.
    public mutating func add(_ other: WorkerResult) throws(GradientError) {
        switch (self, other) {
        case (.summary(var own), .summary(let other)):
            own.add(other)
            self = .summary(own)
        case (.sums(var own), .sums(let other)):
            try own.add(other)
            self = .sums(own)
        case (.scores(var own), .scores(let other)):
            try own.add(other)
            self = .scores(own)
        default: throw .kind(expected: kind.name, found: other.kind.name)
        }
    }

    /// The bytes of its file, as a worker writes them.
    public func encoded(_ plan: GradientPlan) -> [UInt8] {
        switch self {
        case .summary(let summary): summary.encoded(plan)
        case .sums(let sums): sums.encoded(plan)
        case .scores(let scores): scores.encoded(plan)
        }
    }

    private var kind: GradientLayout.Kind {
        switch self {
        case .summary: .summary
        case .sums: .sums
        case .scores: .scores
        }
    }
}
