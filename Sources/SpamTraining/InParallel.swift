// Training: independent work side by side. What comes out does not depend on how many threads there are.

import Dispatch
import Synchronization

/// The results of `body` for 0..<count, in order, of at most `threads` at a time.
func inParallel<T: Sendable>(_ count: Int, threads: Int, _ body: @Sendable (Int) -> T) -> [T] {
    let workers = min(count, threads)
    guard workers > 1 else { return (0..<count).map(body) }
    let next = Mutex(0), results = Mutex([T?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
        func take() -> Int {
            next.withLock { next in
                defer { next += 1 }
                return next
            }
        }
        var i = take()
        while i < count {
            let result = body(i)
            results.withLock { $0[i] = result }
            i = take()
        }
    }
    return results.withLock { $0.map { $0! } }
}
