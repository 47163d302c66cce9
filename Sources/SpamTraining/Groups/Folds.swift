// Training: folds: which one each group is in, and their work in parallel. The results do not
// depend on the number of threads.

import Dispatch
import Statistics

/// The fold of every row, in 0..<count, by a hash of its group alone: as a corpus grows, its groups
/// keep their folds.
///
/// - Precondition: `count` is above 0.
package func folds(ofGroups groups: [UInt64], count: Int, seed: UInt64) -> [Int] {
    var random = SplitMix(seed: seed)
    let salt = random.next()
    return groups.map { group in
        var mix = SplitMix(seed: group ^ salt)
        return Int(mix.next() % UInt64(count))
    }
}

/// The results of `body` for 0..<count, in order. Thread t of n takes t, t + n, t + 2n and so on.
func inParallel<T: Sendable>(_ count: Int, threads: Int, _ body: @Sendable (Int) -> T) -> [T] {
    let workers = min(count, threads)
    guard workers > 1 else { return (0..<count).map(body) }
    return [T](unsafeUninitializedCapacity: count) { results, written in
        // Each place is written by one thread, once.
        nonisolated(unsafe) let places = results
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            for i in stride(from: worker, to: count, by: workers) { places.initializeElement(at: i, to: body(i)) }
        }
        written = count
    }
}
