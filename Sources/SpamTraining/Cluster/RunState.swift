// Cluster: where a training is, as a file that is replaced after each step. A driver that is killed
// goes on from it.

/// What the driver waits for.
public enum RunPhase: UInt8, Sendable, CaseIterable {
    /// Workers read their rows by the plan.
    case prepare = 0
    /// Workers sum gradients at the newest weights.
    case sum
    /// Workers score rows by models without their folds.
    case score
    /// The model is made.
    case finish

    /// The mode of `spamkit gradient` that does it.
    public var name: String { "\(self)" }
}

/// The state of a run between two steps.
struct RunState: Equatable {
    var phase = RunPhase.prepare
    var pass = 0
    /// The rows of all partitions.
    var read = RowsDigest()
    /// For each round of learning, each problem that is learned in it. In the second round models
    /// learn again from the features that have room.
    var rounds: [[Int: Descent]] = []

    var round: Int { rounds.count - 1 }

    /// The problems whose minimum is not found yet, ascending.
    var open: [Int] { (rounds.last ?? [:]).filter { !$0.value.isDone }.keys.sorted() }

    init() {}

    /// Whether results are of the rows that were prepared: all of them, and none twice.
    func check(_ other: RowsDigest) throws(GradientError) {
        guard other.rows == read.rows else { throw .otherRows(expected: read.rows, found: other.rows) }
        guard other.content == read.content else { throw .changedRows }
    }

    init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .state, plan: plan.digest)
        let found = try reader.next(0...(RunPhase.allCases.count - 1), UInt32.self, "a phase")
        phase = RunPhase.allCases[found]
        pass = Int(try reader.next(UInt32.self))
        read = try reader.digest()
        for _ in 0..<(try reader.next(0...2, UInt32.self, "a number of rounds")) {
            var round: [Int: Descent] = [:]
            for problem in try plan.problemNumbers(&reader) { round[problem] = try Descent(&reader) }
            rounds.append(round)
        }
        try reader.end()
    }

    func encoded(_ plan: GradientPlan) -> [UInt8] {
        var writer = GradientWriter(.state, plan: plan.digest)
        writer.add(UInt32(phase.rawValue))
        writer.add(UInt32(pass))
        writer.add(read)
        writer.add(UInt32(rounds.count))
        for round in rounds {
            let problems = round.keys.sorted()
            writer.add(UInt32(problems.count))
            writer.add(problems.map { UInt32($0) })
            for problem in problems { round[problem]!.add(to: &writer) }
        }
        return writer.finish()
    }
}

extension Descent {
    init(_ reader: inout GradientReader) throws(GradientError) {
        let number = try reader.next(0...(SearchEnd.allCases.count), UInt32.self, "how a search ended")
        end = SearchEnd(rawValue: UInt32(number))
        passes = Int(try reader.next(UInt32.self))
        curvature = Int(try reader.next(UInt32.self))
        step = try reader.double()
        let count = try reader.next(0...(LimitedMemory.memory + 1), UInt32.self, "a number of iterates")
        iterates = try reader.array(count, of: UInt32.self).map { Int($0) }
        objectives = try reader.doubles(count)
        objective = objectives.last ?? 0
    }

    func add(to writer: inout GradientWriter) {
        writer.add(end?.rawValue ?? 0)
        writer.add(UInt32(passes))
        writer.add(UInt32(curvature))
        writer.add(step)
        writer.add(UInt32(iterates.count))
        writer.add(iterates.map { UInt32($0) })
        writer.add(objectives)
    }
}

extension Iterate {
    init(_ bytes: UnsafeRawBufferPointer, _ plan: GradientPlan) throws(GradientError) {
        var reader = try GradientReader(bytes, .iterate, plan: plan.digest)
        let count = Int(try reader.next(UInt32.self))
        objective = try reader.double()
        point = try reader.doubles(count)
        gradient = try reader.doubles(count)
        try reader.end()
    }

    func encoded(_ plan: GradientPlan) -> [UInt8] {
        var writer = GradientWriter(.iterate, plan: plan.digest, capacity: 16 * point.count)
        writer.add(UInt32(point.count))
        writer.add(objective)
        writer.add(point)
        writer.add(gradient)
        return writer.finish()
    }
}
