// Training: independent work in parallel. The results do not depend on the number of threads.

import Dispatch

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
