// Work on several threads gives the same result as on one.

import SpamFilter
import Synchronization
import Testing
import TrainingFixtures

@testable import SpamTraining

@Suite struct InParallelTests {
    @Test(arguments: [1, 2, 3, 8, 100])
    func resultsAreInOrder(threads: Int) {
        let calls = Mutex(0)
        let results = inParallel(50, threads: threads) { i in
            calls.withLock { $0 += 1 }
            return (0..<(50 - i) * 100).reduce(i) { $0 ^ $1 ^ $1 }
        }
        #expect(results == Array(0..<50) && calls.withLock { $0 } == 50)
        #expect(inParallel(0, threads: threads) { $0 }.isEmpty)
    }

    /// The same bytes, and every fit is told of once.
    @Test(arguments: [2, 5])
    func aModelDoesNotDependOnThreads(threads: Int) throws {
        func model(_ threads: Int) throws -> (bytes: [UInt8], told: [Int]) {
            var settings = TrainingSettings()
            settings.threads = threads
            settings.maxFalseJunk = 0.3
            let told = Mutex([Int]())
            let model = try TrainedModel(
                training: InventedMessages.many, settings, progress: { done, all in told.withLock { $0.append(done) } })
            return (model.bytes, told.withLock { $0 })
        }
        let one = try model(1), several = try model(threads)
        #expect(one.bytes == several.bytes)
        #expect(one.told.count == several.told.count && one.told.last == several.told.last)
    }
}
