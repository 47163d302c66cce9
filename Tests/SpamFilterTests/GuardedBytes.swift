// Bytes of a file for the tests, with a page without access behind them: a read behind the end
// stops the test.

import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Calls `body` with a copy of the file's bytes that ends at a page without access.
func withGuardedBytes<Result>(_ file: [UInt8], _ body: (UnsafeMutableRawBufferPointer) throws -> Result) throws -> Result {
    let page = sysconf(Int32(_SC_PAGESIZE))
    let readable = max(page, (file.count + page - 1) / page * page)
    let memory = try #require(mmap(nil, readable + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0))
    defer { munmap(memory, readable + page) }
    #expect(mprotect(memory + readable, page, PROT_NONE) == 0)
    let bytes = UnsafeMutableRawBufferPointer(start: memory + readable - file.count, count: file.count)
    bytes.copyBytes(from: file)
    return try body(bytes)
}

#if canImport(Darwin)
private let anonymous = MAP_ANON
#else
private let anonymous = MAP_ANONYMOUS
#endif
