// Benchmarks: what the system says of this process. Reads with bare calls and a buffer on the
// stack, as measuring memory should take none.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum ProcessFigures {
    static func nanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }

    /// How often a page had to be brought into this process, most of them from the page cache.
    static func pageFaults() -> Int {
        var usage = rusage()
        // RUSAGE_SELF is 0 everywhere, and imported as another type on each system.
        getrusage(0, &usage)
        return usage.ru_minflt
    }

    /// Pages without a file: heap, stack, and written pages of the program and its libraries. The
    /// process gives none back before its end, so this is the most it had.
    static func anonymousKilobytes() -> Int { kilobytes("Anonymous:", in: "/proc/self/smaps_rollup") }

    /// The most that was in memory at one time, with pages of files, which are shared and may be
    /// dropped.
    static func peakResidentKilobytes() -> Int { kilobytes("VmHWM:", in: "/proc/self/status") }

    /// The number behind `name` in a file of /proc; 0 where there is none.
    private static func kilobytes(_ name: StaticString, in path: StaticString) -> Int {
        let descriptor = open(UnsafeRawPointer(path.utf8Start).assumingMemoryBound(to: CChar.self), O_RDONLY)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            let length = name.utf8CodeUnitCount
            var i = 0
            while i + length < count {
                guard memcmp(buffer.baseAddress! + i, name.utf8Start, length) == 0 else {
                    i += 1
                    continue
                }
                var n = 0
                i += length
                while i < count, buffer[i] != 0x0A {
                    if buffer[i] &- 0x30 < 10 { n = n * 10 + Int(buffer[i] - 0x30) }
                    i += 1
                }
                return n
            }
            return 0
        }
    }
}
