// Cluster: the files of a run by name, and their contents.

/// The folder of a run. The library reads and writes no files itself.
public protocol RunFolder {
    /// The bytes of a file; `nil` where there is none of this name.
    func read(_ name: String) throws -> [UInt8]?
    /// Writes a file as a whole or not at all. After a crash of the system it may be gone until
    /// `flush`.
    func write(_ bytes: [UInt8], _ name: String) throws
    /// Forces what was written to the disk, all at once: one by one took most of a step.
    func flush() throws
    /// Removes a file; none of that name is no error.
    func remove(_ name: String) throws
    /// The counts of each fold, in order, or one of all messages.
    func counts() throws -> [CountsView]
}

/// The files of one run.
struct RunFiles {
    let folder: any RunFolder
    let plan: GradientPlan

    static let planName = "plan"
    static let stateName = "state"
    static let summaryName = "summary"
    static let modelsName = "models"
    static let scoresName = "scores"

    static func weightsName(_ pass: Int) -> String { "weights-\(pass)" }

    /// `nil` before the first step.
    static func plan(in folder: any RunFolder) throws -> GradientPlan? {
        try folder.read(planName).map { bytes in try bytes.withUnsafeBytes { try GradientPlan($0) } }
    }

    private func read<Value>(_ name: String, _ open: (UnsafeRawBufferPointer) throws -> Value) throws -> Value {
        guard let bytes = try folder.read(name) else { throw GradientError.missing("a file \(name) in the run's folder") }
        return try bytes.withUnsafeBytes { try open($0) }
    }

    func state() throws -> RunState {
        try folder.read(RunFiles.stateName).map { bytes in try bytes.withUnsafeBytes { try RunState($0, plan) } } ?? RunState()
    }

    func summary() throws -> PartitionSummary { try read(RunFiles.summaryName) { try PartitionSummary($0, plan) } }

    func scores() throws -> FoldScores { try read(RunFiles.scoresName) { try FoldScores($0, plan) } }

    private static func name(_ round: Int, _ problem: Int, _ number: Int) -> String { "iterate-\(round)-\(problem)-\(number)" }

    func iterate(_ round: Int, _ problem: Int, _ number: Int) throws -> Iterate {
        try read(RunFiles.name(round, problem, number)) { try Iterate($0, plan) }
    }

    func write(_ iterate: Iterate, _ round: Int, _ problem: Int, _ number: Int) throws {
        try folder.write(iterate.encoded(plan), RunFiles.name(round, problem, number))
    }

    func removeIterate(_ round: Int, _ problem: Int, _ number: Int) throws {
        try folder.remove(RunFiles.name(round, problem, number))
    }

    func curvature(_ round: Int, _ problem: Int, _ number: Int) throws -> [Double] {
        try read("curvature-\(round)-\(problem)-\(number)") {
            var reader = try GradientReader($0, .curvature, plan: plan.digest)
            let values = try reader.doubles(Int(try reader.next(UInt32.self)))
            try reader.end()
            return values
        }
    }

    func removeCurvature(_ round: Int, _ problem: Int, _ number: Int) throws {
        try folder.remove("curvature-\(round)-\(problem)-\(number)")
    }

    func write(curvature: [Double], _ round: Int, _ problem: Int, _ number: Int) throws {
        var writer = GradientWriter(.curvature, plan: plan.digest, capacity: 8 * curvature.count)
        writer.add(UInt32(curvature.count))
        writer.add(curvature)
        try folder.write(writer.finish(), "curvature-\(round)-\(problem)-\(number)")
    }

    /// The objectives of a round, by problem.
    func objectives(_ round: Int) throws -> [Int: Objective] {
        try read("objectives-\(round)") {
            var reader = try GradientReader($0, .objectives, plan: plan.digest)
            var objectives: [Int: Objective] = [:]
            for problem in try plan.problemNumbers(&reader) {
                let (cost, biasValue) = (try reader.double(), try reader.double())
                objectives[problem] = Objective(
                    classCount: plan.problems[problem].classCount, cost: cost, biasValue: biasValue,
                    scales: try reader.floats(plan.features.count))
            }
            try reader.end()
            return objectives
        }
    }

    func write(_ objectives: [Int: Objective], _ round: Int) throws {
        let problems = objectives.keys.sorted()
        var writer = GradientWriter(.objectives, plan: plan.digest, capacity: 4 * plan.features.count * problems.count)
        writer.add(UInt32(problems.count))
        writer.add(problems.map { UInt32($0) })
        for problem in problems {
            let objective = objectives[problem]!
            writer.add(objective.cost)
            writer.add(objective.biasValue)
            writer.add(objective.scales)
        }
        try folder.write(writer.finish(), "objectives-\(round)")
    }
}
