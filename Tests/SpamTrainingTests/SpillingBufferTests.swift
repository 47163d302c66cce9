// More numbers than may stand in memory.

import Corpus
import Foundation
import Testing

@testable import SpamTraining

@Suite struct SpillingBufferTests {
    /// 16 MiB in memory, some 40 in a file; read forwards, let go of, changed and read again.
    @Test func wordsComeBackFromTheFile() throws {
        let count = 14 << 20
        let buffer = SpillingBuffer(memoryLimit: 1)
        for i in 0..<count {
            let place = try #require(buffer.place(forMost: 1))
            place[0] = UInt32(i)
            buffer.take(1)
        }
        buffer.release(0..<count)
        #expect((0..<count).allSatisfy { buffer.words[$0] == UInt32($0) })
        for i in stride(from: 0, to: count, by: 1000) { buffer.words[i] = 7 }
        buffer.release(1..<count - 1)
        #expect(stride(from: 0, to: count, by: 1000).allSatisfy { buffer.words[$0] == 7 && buffer.words[$0 + 1] == $0 + 1 })
        let copy = buffer.copy()
        #expect(copy.count == count && copy.words[count - 1] == UInt32(count - 1) && copy.words[0] == 7)
        #expect(buffer.failure == nil)
    }

    /// What was dropped is not there any more, in memory and in the file, and there is room for others.
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

    /// The folder for temporary files lists nothing of it, so that nothing is left of a process that is ended.
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

    /// As many words as no disk has: a word for what is wrong, no trap.
    @Test func tooManyWordsAreRefused() {
        let buffer = SpillingBuffer(memoryLimit: 1)
        #expect(buffer.place(forMost: 1 << 40) == nil)
        #expect(buffer.failure != nil)
    }
}
