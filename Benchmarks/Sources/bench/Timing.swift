// Benchmarks: runs a piece of work several times and says how long it took. The work answers a
// number, which must never differ.

/// What was measured, in one unit.
struct Timing {
    var median: Double
    var minimum: Double
    var p99: Double?

    /// Of values in any order, at least one.
    init(_ values: [Double], withP99: Bool = false) {
        let sorted = values.sorted()
        median = sorted[sorted.count / 2]
        minimum = sorted[0]
        p99 = withP99 ? sorted[min(sorted.count - 1, sorted.count * 99 / 100)] : nil
    }
}

/// Work done several times by both clocks.
struct Timings {
    let cpu: Timing
    let wall: Timing
    let answer: UInt64
}

/// Runs `work` once unmeasured, then `runs` times. Times are divided by `units`, such as the
/// messages of one run.
func timings(_ name: String, runs: Int, units: Double, _ work: () -> UInt64) -> Timings {
    withoutActuallyEscaping(work) { timingsInTurn(runs: runs, units: units, [(name, $0)])[0] }
}

/// Runs several pieces of work in turn, so that a noisy machine disturbs all of them alike, and
/// their differences mean something. Each runs once unmeasured, then `runs` times.
func timingsInTurn(runs: Int, units: Double, _ works: [(name: String, work: () -> UInt64)]) -> [Timings] {
    let answers = works.map { $0.work() }
    var cpu = works.map { _ in [Double]() }, wall = cpu
    for _ in 0..<runs {
        for (i, (name, work)) in works.enumerated() {
            let cpuBefore = Clock.threadCPU(), wallBefore = Clock.wall()
            let again = work()
            let wallAfter = Clock.wall(), cpuAfter = Clock.threadCPU()
            require(again == answers[i], "\(name): answered \(again) after \(answers[i])")
            cpu[i].append(Double(cpuAfter - cpuBefore) / units)
            wall[i].append(Double(wallAfter - wallBefore) / units)
        }
    }
    return answers.indices.map { Timings(cpu: Timing(cpu[$0]), wall: Timing(wall[$0]), answer: answers[$0]) }
}

/// Times each of `count` pieces of work by itself, one after the other as they would arrive, in
/// `sweeps` sweeps, and keeps the least time of each: p50, least and p99 over the pieces, in
/// nanoseconds. The clock's own time is taken off.
func timingOfEach(_ count: Int, sweeps: Int, _ work: (Int) -> Void) -> Timing {
    let overhead = Clock.wallOverhead()
    var least = [UInt64](repeating: .max, count: count)
    for _ in 0..<sweeps {
        for i in 0..<count {
            let before = Clock.wall()
            work(i)
            let time = Clock.wall() - before
            least[i] = min(least[i], time)
        }
    }
    return Timing(least.map { Double($0 - min($0, overhead)) }, withP99: true)
}

/// FNV-1a over numbers: one number that changes when any of them does.
struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
    mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }
}
