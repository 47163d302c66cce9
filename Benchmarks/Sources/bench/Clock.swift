// Benchmarks: two clocks. CPU time of this thread is what the code costs; wall time is what its
// user waits for.

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Nanoseconds of a clock, counted from an arbitrary beginning.
enum Clock {
    static func threadCPU() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }
    static func wall() -> UInt64 { read(CLOCK_MONOTONIC) }

    /// The least time between two calls of `wall()` with nothing between them.
    static func wallOverhead() -> UInt64 {
        var least = UInt64.max
        for _ in 0..<10_000 {
            let before = wall()
            least = min(least, wall() - before)
        }
        return least
    }

    private static func read(_ id: clockid_t) -> UInt64 {
        var time = timespec()
        let status = clock_gettime(id, &time)
        require(status == 0, "this system has no such clock")
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
