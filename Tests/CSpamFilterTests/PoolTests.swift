// Threads that share a model, and the filters that they leave behind.

@testable import CSpamFilter
import CSpamFilterHeader
import Foundation
import SpamFilter
import Testing

@Suite struct PoolTests {
    /// Whatever threads do at once, each verdict is the one that a thread alone gets.
    @Test func threadsDisturbNoVerdict() throws {
        let model = try SampleModel(Label.all)
        nonisolated(unsafe) let handle = model.handle
        let expected = PoolTests.logOdds(handle)
        #expect(Set(expected).count > 20)
        let group = DispatchGroup()
        nonisolated(unsafe) var found = Array(repeating: [Double](), count: 8)
        let lock = NSLock()
        for i in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                let logOdds = (0..<2).map { _ in PoolTests.logOdds(handle) }
                lock.withLock { found[i] = Set(logOdds).count == 1 ? logOdds[0] : [] }
                group.leave()
            }
        }
        group.wait()
        for logOdds in found { #expect(logOdds == expected) }
        let idle = UnsafeMutablePointer<OpenModel>(handle).pointee.pool.idleCount
        #expect((1...9).contains(idle))
    }

    private static func logOdds(_ model: OpaquePointer) -> [Double] {
        var found: [Double] = []
        SampleModel.forEachMessage { _, message in
            var message = message, verdict = spamfilter_verdict()
            if spamfilterClassify(model, &message, &verdict) == CInt(SPAMFILTER_OK) { found.append(verdict.junk_log_odds) }
        }
        return found
    }

    /// The same thread gets the same filter again, and no two callers have one at once.
    @Test func filtersAreLentOnce() throws {
        let model = try SampleModel([.allow, .junk])
        let pool = FilterPool()
        #expect(pool.take(for: 3) == nil)
        let lent = (0..<FilterPool.capacity + 3).map { _ in
            let filter = UnsafeMutablePointer<MessageFilter>.allocate(capacity: 1)
            filter.initialize(to: MessageFilter(Classifier(model.view)))
            return filter
        }
        for filter in lent { pool.giveBack(filter, for: 60) }
        #expect(pool.idleCount == FilterPool.capacity)
        #expect(pool.take(for: 60) == lent[0])
        pool.giveBack(lent[0], for: 60)
        #expect(pool.take(for: 60) == lent[0])
        pool.giveBack(lent[0], for: 60)
        // Numbers of threads have 32 bits, also where Int has no more.
        #expect(pool.take(for: UInt32.max - 3) == lent[0])
        pool.giveBack(lent[0], for: 60)
        var taken: Set<UnsafeMutablePointer<MessageFilter>> = []
        while let filter = pool.take(for: 5) { #expect(taken.insert(filter).inserted) }
        #expect(taken == Set(lent.prefix(FilterPool.capacity)))
        for filter in taken { pool.giveBack(filter, for: 5) }
    }
}
