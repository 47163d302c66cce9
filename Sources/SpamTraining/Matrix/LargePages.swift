// Training: large pages for tables with random access, where the system has them.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension [UInt64] {
    /// Zeros in large pages (Linux, 2 MiB; elsewhere a plain array). With small pages a look-up in
    /// a table of many megabytes misses the TLB as well as the caches.
    static func zeros(_ count: Int) -> [UInt64] { [UInt64](repeating: 0, inLargePages: count) }
}

extension Array {
    /// Repeats a value, in large pages.
    init(repeating value: Element, inLargePages count: Int) {
        self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
            askForLargePages(UnsafeMutableRawBufferPointer(buffer))
            buffer.initialize(repeating: value)
            initialized = count
        }
    }
}

/// Asks for large pages in memory that is not yet touched, where whole ones fit. They save some
/// time for little memory: Benchmarks/decisions/training-speed.md.
func askForLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
    let page = 2 << 20
    guard memory.count >= 2 * page, let start = memory.baseAddress else { return }
    let first = (UInt(bitPattern: start) + UInt(page - 1)) / UInt(page) * UInt(page)
    let end = (UInt(bitPattern: start) + UInt(memory.count)) / UInt(page) * UInt(page)
    if end > first, let place = UnsafeMutableRawPointer(bitPattern: first) { madvise(place, Int(end - first), MADV_HUGEPAGE) }
    #endif
}
