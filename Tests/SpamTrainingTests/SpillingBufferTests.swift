// More numbers than the memory limit.

import SpamFilterIO
import Foundation
import Testing

@testable import SpamTraining

@Suite struct SpillingBufferTests {
    /// 16 MiB in memory, some 40 in a file: read, released, changed and read again.
    @Test func wordsComeBackFromTheFile() throws {
        // Pieces that do not end where memory does.
        let piece = 1000, count = 14_000 * piece
        let numbers = Array(0..<UInt32(count))
        let buffer = SpillingBuffer(memoryLimit: 1)
        try numbers.withUnsafeBufferPointer { numbers in
            for start in stride(from: 0, to: count, by: piece) {
                try #require(buffer.place(forMost: piece)).update(from: numbers.baseAddress! + start, count: piece)
                buffer.take(piece)
            }
        }
        buffer.release(0..<count)
        #expect(numbers.withUnsafeBytes { memcmp($0.baseAddress!, buffer.words, $0.count) } == 0)
        for i in stride(from: 0, to: count, by: 1000) { buffer.words[i] = 7 }
        buffer.release(1..<count - 1)
        #expect(stride(from: 0, to: count, by: 1000).allSatisfy { buffer.words[$0] == 7 && buffer.words[$0 + 1] == $0 + 1 })
        let copy = buffer.copy()
        #expect(copy.count == count && copy.words[count - 1] == UInt32(count - 1) && copy.words[0] == 7)
        #expect(buffer.failure == nil)
    }

    /// Dropped words are gone, in memory and in the file, and there is room for others.
    @Test(arguments: [1 << 20, 10 << 20])
    func othersStandWhereWordsWereDropped(kept: Int) throws {
        let count = 12 << 20
        let buffer = SpillingBuffer(memoryLimit: 1)
        let place = try #require(buffer.place(forMost: count))
        for i in 0..<count { place[i] = UInt32(i) }
        buffer.take(count)
        #expect(buffer.count(where: { $0 % 3 == 0 }) == count / 3)
        buffer.removeLast(from: kept)
        let next = try #require(buffer.place(forMost: 1))
        next[0] = 5
        buffer.take(1)
        #expect(buffer.count == kept + 1 && buffer.words[kept] == 5 && buffer.words[kept - 1] == UInt32(kept - 1))
        #expect(buffer.count(where: { $0 == 5 }) == 2)
    }

    /// The file has no name in the folder, so a killed process leaves nothing behind.
    @Test func theFileHasNoName() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: UnnamedFile.usualFolder).filter {
            $0.hasPrefix("spamkit.")
        }
        let buffer = SpillingBuffer(memoryLimit: 1)
        _ = try #require(buffer.place(forMost: 5 << 20))
        let after = try FileManager.default.contentsOfDirectory(atPath: UnnamedFile.usualFolder).filter {
            $0.hasPrefix("spamkit.")
        }
        #expect(Set(after).subtracting(before).isEmpty)
    }

    /// More words than any disk has: an error, not a trap.
    @Test func tooManyWordsAreRefused() {
        let buffer = SpillingBuffer(memoryLimit: 1)
        #expect(buffer.place(forMost: 1 << 40) == nil)
        #expect(buffer.failure != nil)
    }
}
