// Cluster: the searches of all problems, a pass further: sums in, iterates and the next trials out.

/// The searches of one run.
struct RunDescent {
    private let files: RunFiles
    private(set) var state: RunState

    init(_ files: RunFiles, _ state: RunState) { (self.files, self.state) = (files, state) }

    /// Takes the sums of a pass.
    ///
    /// - Throws: `GradientError.otherPass` for sums at another point, `otherRows` and `changedRows`
    ///   where the partitions are not those of the first pass.
    mutating func take(_ result: WorkerResult) throws {
        guard case .sums(let sums) = result else { throw GradientError.missing("sums") }
        guard sums.pass == state.pass, sums.problems == state.open else {
            throw GradientError.otherPass(expected: state.pass, found: sums.pass)
        }
        try state.check(sums.read)
        let objectives = try files.objectives(state.round)
        var vector = 0
        for (place, problem) in sums.problems.enumerated() {
            guard let objective = objectives[problem], var descent = state.rounds[state.round][problem] else { continue }
            let search = Search(files, state, problem, objective)
            try search.take(sums, place: place, vector: vector, &descent)
            state.rounds[state.round][problem] = descent
            vector += objective.vectorCount
        }
        state.pass += 1
    }

    /// What workers sum at next: the trials of all searches that go on.
    func weights() throws -> PassWeights {
        let open = state.open, objectives = try files.objectives(state.round)
        let vectorCount = open.reduce(0) { $0 + files.plan.problems[$1].vectorCount }
        var biases: [Double] = []
        var weights = [Float](repeating: 0, count: vectorCount * files.plan.features.count)
        for problem in open {
            guard let objective = objectives[problem], let descent = state.rounds[state.round][problem] else { continue }
            let learned = objective.weights(try Search(files, state, problem, objective).trial(descent))
            let first = objective.classCount == 2 ? 1 : 0
            for v in 0..<objective.vectorCount {
                for f in 0..<objective.featureCount {
                    weights[f * vectorCount + biases.count] = learned.weight(feature: f, class: first + v)
                }
                biases.append(learned.bias[first + v])
            }
        }
        // All problems of a round begin together.
        let passes = open.first.flatMap { state.rounds[state.round][$0]?.passes } ?? 0
        return PassWeights(
            pass: state.pass, wantsCurvature: Descent.sumsCurvature(passes + 1), problems: open, biases: biases, weights: weights)
    }
}

/// The search for one problem's minimum.
private struct Search {
    private let files: RunFiles
    private let round: Int
    private let problem: Int
    private let objective: Objective
    /// Where the first round ended, if this is the second.
    private let first: Int?

    init(_ files: RunFiles, _ state: RunState, _ problem: Int, _ objective: Objective) {
        (self.files, round, self.problem, self.objective) = (files, state.round, problem, objective)
        first = state.round > 0 ? state.rounds[0][problem]?.iterates.last : nil
    }

    /// The point of the next trial: the newest iterate, moved by the step.
    func trial(_ descent: Descent) throws -> [Double] {
        guard !descent.iterates.isEmpty else { return try start() }
        let (newest, direction) = try newestAndDirection(descent)
        return LimitedMemory.moved(newest.point, descent.step, direction)
    }

    private func newestAndDirection(_ descent: Descent) throws -> (Iterate, [Double]) {
        let history = try descent.iterates.map { try files.iterate(round, problem, $0) }
        let search = LimitedMemory(inverse: try files.curvature(round, problem, descent.curvature))
        return (history[history.count - 1], search.direction(history))
    }

    /// 0, and in the second round what the first one found, as far as its features stay.
    private func start() throws -> [Double] {
        guard let first, let before = try files.objectives(0)[problem] else {
            return [Double](repeating: 0, count: objective.size)
        }
        return objective.point(before.weights(try files.iterate(0, problem, first).point))
    }

    func take(_ sums: PassSums, place: Int, vector: Int, _ descent: inout Descent) throws {
        let unit = files.plan.problems[problem].unit
        descent.passes += 1
        guard !descent.iterates.isEmpty else {
            let iterate = objective.iterate(try start(), sums, place: place, vector: vector, unit: unit)
            return try accept(iterate, sums, vector, next: LimitedMemory.firstStep, &descent)
        }
        let (newest, direction) = try newestAndDirection(descent)
        let point = LimitedMemory.moved(newest.point, descent.step, direction)
        let found = objective.iterate(point, sums, place: place, vector: vector, unit: unit)
        let slope = LimitedMemory.dot(newest.gradient, direction)
        if found.objective <= newest.objective + LimitedMemory.sufficientGain * descent.step * slope {
            try accept(found, sums, vector, next: 1, &descent)
        } else {
            descent.step = LimitedMemory.shorter(
                descent.step, slope: slope, before: newest.objective, after: found.objective)
            if descent.step < 1e-9 { descent.end = .step }
        }
        if descent.end == nil, descent.passes >= Descent.mostPasses { descent.end = .passes }
    }

    private func accept(
        _ iterate: Iterate, _ sums: PassSums, _ vector: Int, next step: Double, _ descent: inout Descent
    ) throws {
        let number = (descent.iterates.last ?? -1) + 1
        try files.write(iterate, round, problem, number)
        descent.accept(iterate, number: number, objective)
        descent.step = step
        guard sums.hasCurvature else { return }
        let unit = files.plan.problems[problem].curvatureUnit
        try files.write(
            curvature: objective.inverseCurvature(sums, vector: vector, unit: unit), round, problem, number)
        descent.curvature = number
    }
}
