// Cluster: how far the search for one problem's minimum is. What it needs to go on is in files.

/// Why a search ended.
enum SearchEnd: UInt32, CaseIterable {
    /// The gradient says that the minimum is near.
    case minimum = 1
    /// Steps gain next to nothing.
    case slow
    /// No step gains anything that doubles can tell.
    case step
    /// As many passes as it may take.
    case passes
}

/// The state of one problem.
struct Descent: Equatable {
    /// The numbers of the iterates that are remembered, the oldest first.
    var iterates: [Int] = []
    /// The iterate whose second derivatives precondition the search.
    var curvature = 0
    /// The step of the trial that workers sum at.
    var step = 0.0
    /// Passes that it took part in.
    var passes = 0
    /// At the newest iterate.
    var objective = 0.0
    /// Of the iterates, as far as they are remembered.
    var objectives: [Double] = []
    /// `nil` while it goes on.
    var end: SearchEnd?
    var isDone: Bool { end != nil }

    /// A search ends if the objective is at most this part above its minimum, as its gradient
    /// shows: with a penalty of at least b / 2 |w|^2 it is at most |gradient|^2 / (2 b) above (Boyd
    /// & Vandenberghe, Convex Optimization, 2004, section 9.1.2).
    static let gap = 2e-5
    /// Or if as many steps as this gained less than half of that part.
    static let slowSteps = 5
    static let mostPasses = 500

    /// Whether workers sum second derivatives in a pass. Far from the first point they are others:
    /// most rows are told with certainty. A search that kept the first ones took three times as
    /// many passes: Benchmarks/decisions/spark-curvature.md.
    ///
    /// - Parameter pass: of the round, from 1.
    static func sumsCurvature(_ pass: Int) -> Bool {
        pass == 1 || pass % 10 == 0 && (pass / 10) & (pass / 10 - 1) == 0
    }

    /// Records an accepted iterate.
    mutating func accept(_ iterate: Iterate, number: Int, _ objective: Objective) {
        iterates.append(number)
        iterates = iterates.suffix(LimitedMemory.memory + 1)
        objectives.append(iterate.objective)
        objectives = objectives.suffix(LimitedMemory.memory + 1)
        self.objective = iterate.objective
        let above = LimitedMemory.dot(iterate.gradient, iterate.gradient) / (2 * objective.bend)
        if above <= Descent.gap * iterate.objective { end = .minimum }
        if end == nil, objectives.count > Descent.slowSteps {
            let gained = objectives[objectives.count - 1 - Descent.slowSteps] - iterate.objective
            if gained <= Descent.gap / 2 * iterate.objective { end = .slow }
        }
    }
}
