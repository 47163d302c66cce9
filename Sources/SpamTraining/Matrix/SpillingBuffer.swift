// Training: an append-only array that continues in a file when it exceeds a memory limit.

import SpamFilterIO

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A growing array of 32-bit words at a fixed address: growing copies nothing, so the words are
/// never in memory twice.
///
/// The first `memoryLimit` bytes are memory. The rest is in an unnamed file in the folder for
/// temporary files (`TMPDIR`), which is gone with the process however that ends. Its pages are in
/// memory only while they are read; `release` evicts them.
///
/// Unchecked `Sendable`: one owner writes before folds share it. From then on all only read, and
/// `release` changes no content.
final class SpillingBuffer: @unchecked Sendable {
    /// Enough for some 400,000 messages.
    static let defaultMemoryLimit = 128 << 20
    /// Address space to reserve, most of it never used; halved until the system grants it.
    private static let mostBytes = 1 << 36
    private static let stepBytes = 1 << 24

    let words: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    /// The `errno` if no room could be made; words added since are lost.
    private(set) var failure: Int32?
    let memoryLimit: Int
    let folder: String
    private let reservedBytes: Int
    private var usableBytes = 0
    private var file: Int32 = -1

    /// - Parameters:
    ///   - memoryLimit: in bytes, rounded up to a multiple of 16 MiB.
    ///   - folder: of the temporary file.
    init(memoryLimit: Int = SpillingBuffer.defaultMemoryLimit, folder: String = UnnamedFile.usualFolder) {
        self.folder = folder
        self.memoryLimit = (memoryLimit + SpillingBuffer.stepBytes - 1) / SpillingBuffer.stepBytes * SpillingBuffer.stepBytes
        var bytes = SpillingBuffer.mostBytes, limit = rlimit()
        // If the address space is limited (ulimit -v), leaves most of it to others.
        #if canImport(Glibc)
        let addresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
        #else
        let addresses = RLIMIT_AS
        #endif
        if getrlimit(addresses, &limit) == 0 { bytes = Int(min(UInt64(bytes), UInt64(limit.rlim_cur) / 8)) }
        var place = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
        while place == MAP_FAILED, bytes > SpillingBuffer.stepBytes {
            bytes /= 2
            place = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0)
        }
        if place == MAP_FAILED {
            failure = errno
            bytes = 0
        }
        reservedBytes = bytes
        words = place!.assumingMemoryBound(to: UInt32.self)
    }

    deinit {
        if reservedBytes > 0 { munmap(words, reservedBytes) }
        if file >= 0 { close(file) }
    }

    /// Where to write the next words, at most `most`; `take` then adds those written. `nil` if
    /// there is no room.
    @inline(__always)
    func place(forMost most: Int) -> UnsafeMutablePointer<UInt32>? {
        if most > reservedBytes / 4 - count {
            failure = failure ?? ENOMEM
            return nil
        }
        while (count &+ most) &* 4 > usableBytes { if !makeRoom() { return nil } }
        return words + count
    }

    @inline(__always)
    func take(_ written: Int) { count &+= written }

    /// A buffer with the same words.
    func copy() -> SpillingBuffer {
        let copy = SpillingBuffer(memoryLimit: memoryLimit, folder: folder)
        if let place = copy.place(forMost: count) {
            place.update(from: words, count: count)
            copy.take(count)
        }
        return copy
    }

    /// Drops all words from an index on, and frees their memory.
    func removeLast(from end: Int) {
        let page = 1 << 16
        let from = (min(count, end) * 4 + page - 1) / page * page, memory = min(usableBytes, memoryLimit)
        if from < memory { madvise(UnsafeMutableRawPointer(words) + from, memory - from, MADV_DONTNEED) }
        count = min(count, end)
    }

    /// Counts words. Releases those in the file on the way.
    func count(where isCounted: (UInt32) -> Bool) -> Int {
        let block = 1 << 20
        var counted = 0
        for start in stride(from: 0, to: count, by: block) {
            let end = min(count, start + block)
            for i in start..<end where isCounted(words[i]) { counted += 1 }
            release(start..<end)
        }
        return counted
    }

    /// Evicts words that are not read again soon.
    func release(_ range: Range<Int>) {
        let page = 1 << 16
        let from = max(range.lowerBound * 4 / page * page, memoryLimit), end = range.upperBound * 4 / page * page
        if from < end { madvise(UnsafeMutableRawPointer(words) + from, end - from, MADV_DONTNEED) }
    }

    /// Adds a step of room; false if there is none, as on a full disk.
    private func makeRoom() -> Bool {
        guard failure == nil else { return false }
        let step = SpillingBuffer.stepBytes
        guard usableBytes + step <= reservedBytes else { return fail(ENOMEM) }
        let place = UnsafeMutableRawPointer(words) + usableBytes
        if usableBytes < memoryLimit {
            guard mprotect(place, step, PROT_READ | PROT_WRITE) == 0 else { return fail(errno) }
            askForLargePages(UnsafeMutableRawBufferPointer(start: place, count: step))
        } else {
            if file < 0 {
                file = UnnamedFile.open(in: folder)
                guard file >= 0 else { return fail(errno) }
            }
            // Allocates on disk now: a page without room later would kill the process. Writing full
            // steps instead lost: Benchmarks/decisions/training-speed.md.
            let offset = usableBytes - memoryLimit
            let code = SpillingBuffer.allocate(file, offset, step)
            guard code == 0 else { return fail(code) }
            let mapped = mmap(place, step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, off_t(offset))
            guard mapped != MAP_FAILED else { return fail(errno) }
            // Writes earlier words to the disk.
            release(0..<usableBytes / 4)
        }
        usableBytes += step
        return true
    }

    private func fail(_ code: Int32) -> Bool {
        failure = code
        return false
    }

    private static func allocate(_ file: Int32, _ offset: Int, _ length: Int) -> Int32 {
        #if canImport(Darwin)
        var store = fstore_t(
            fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(length),
            fst_bytesalloc: 0)
        guard fcntl(file, F_PREALLOCATE, &store) >= 0, ftruncate(file, off_t(offset + length)) == 0 else { return errno }
        return 0
        #else
        return posix_fallocate(file, off_t(offset), off_t(length))
        #endif
    }
}

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
