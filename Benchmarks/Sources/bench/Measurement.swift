// Benchmarks: what one line of the table and of the record says.

/// One measured figure, and that of the naive rival.
struct Measurement {
    enum ClockKind: String {
        /// CPU time of the thread: median and least of the runs, each the mean over its messages.
        case cpu
        /// The same runs by the wall clock.
        case wall
        /// Every message by itself, the least of its sweeps: p50, least and p99 over the messages.
        case each
    }

    let benchmark: String
    let clock: ClockKind
    let unit: String
    let timing: Timing
    /// The median over the naive rival's median by the same clock; below 1 is faster than naive.
    let ratioToNaive: Double?

    /// Both clocks of the same runs.
    static func both(_ benchmark: String, unit: String, _ ours: Timings, naive: Timings?) -> [Measurement] {
        [
            Measurement(
                benchmark: benchmark, clock: .cpu, unit: unit, timing: ours.cpu,
                ratioToNaive: naive.map { ours.cpu.median / $0.cpu.median }),
            Measurement(
                benchmark: benchmark, clock: .wall, unit: unit, timing: ours.wall,
                ratioToNaive: naive.map { ours.wall.median / $0.wall.median }),
        ]
    }
}
