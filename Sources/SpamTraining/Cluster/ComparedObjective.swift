// Cluster: the same problems solved on one machine, for those who want to see that a cluster finds
// the same minimum.

import SpamFilter

/// The objective of one problem where the cluster's search ended, and where the solver of one
/// machine did.
public struct ComparedObjective: Sendable {
    /// The objective where the cluster's search ended.
    public let objective: Double
    /// The objective where the solver of one machine ended.
    public let ofOneMachine: Double
    /// How many passes over all rows the cluster's search took.
    public let passes: Int
}

extension ClusterRun {
    /// Solves the problems of the model of all rows by the trainer's own solver.
    ///
    /// - Parameters:
    ///   - partitions: prepared rows, of all partitions.
    ///   - tolerance: of the solver; `nil` for the trainer's.
    /// - Returns: the objectives of each of these problems, in the order of the plan.
    /// - Throws: `GradientError.missing` before a problem is solved.
    /// - Complexity: that of the trainer; all rows in memory.
    public func compared(_ partitions: [UnsafeRawBufferPointer], tolerance: Double? = nil) throws -> [ComparedObjective] {
        guard let plan = try RunFiles.plan(in: folder) else { throw GradientError.missing("a plan in the run's folder") }
        let files = RunFiles(folder: folder, plan: plan), state = try files.state()
        let posed = try PosedProblems(try FoldedCorpus(try folder.counts(), settings), settings.trainer)
        let objectives = try files.objectives(0)
        let rows = partitions.map { PreparedRows($0, plan) }
        var matrix = FeatureMatrix(columnCount: plan.features.count), kinds: [Int] = []
        for part in rows {
            try part.forEach { row in
                matrix.add(norm: row.norm, (0..<row.entryCount).map { row.entry($0) })
                kinds.append(row.kind)
            }
        }
        return try posed.problems.indices.filter { posed.problems[$0].model == 0 }.map { number in
            guard let objective = objectives[number], let descent = state.rounds.first?[number],
                let found = descent.objectives.last
            else { throw GradientError.missing("a solution of every problem") }
            var solver = posed.problems[number].part.settings
            if let tolerance { (solver.tolerance, solver.maxPasses) = (tolerance, 10_000) }
            let problem = plan.problems[number]
            let learned = LogisticRegression(solver).fit(
                matrix.scaled(by: objective.scales), classes: kinds.map { min(problem.classes[$0], 254) },
                classCount: problem.classCount,
                rows: RowList(kinds.indices.filter { problem.classes[kinds[$0]] != GradientLayout.noClass }),
                rowWeights: kinds.map { problem.weights[$0] })
            return ComparedObjective(
                objective: found, ofOneMachine: try value(of: learned, number, objective, rows, plan), passes: descent.passes)
        }
    }

    /// The objective at the weights of a trainer.
    private func value(
        of learned: LinearWeights, _ number: Int, _ objective: Objective, _ rows: [PreparedRows], _ plan: GradientPlan
    ) throws(GradientError) -> Double {
        let point = objective.point(learned), there = objective.weights(point)
        let first = objective.classCount == 2 ? 1 : 0, vectors = objective.vectorCount
        let weights = PassWeights(
            pass: 0, wantsCurvature: false, problems: [number], biases: (0..<vectors).map { there.bias[first + $0] },
            weights: (0..<vectors * objective.featureCount).map {
                there.weight(feature: $0 / vectors, class: first + $0 % vectors)
            })
        let pass = GradientPass(plan, weights)
        var loss = 0.0
        for part in rows { loss += Double(try pass.sums(of: part).numbers[2]) }
        return objective.penalty(point) + objective.cost * loss / plan.problems[number].unit
    }
}
