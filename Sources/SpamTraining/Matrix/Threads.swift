// Training: work that threads share. The results do not depend on how many there are.

import Dispatch
import Synchronization

/// The results of `body` for 0..<count, in order. A thread takes the next number once it has done
/// one.
func inParallel<T: Sendable>(_ count: Int, threads: Int, _ body: @Sendable (Int) -> T) -> [T] {
    let workers = min(count, threads)
    guard workers > 1 else { return (0..<count).map(body) }
    let next = Atomic(0)
    return [T](unsafeUninitializedCapacity: count) { results, written in
        // Each place is written by one thread, once.
        nonisolated(unsafe) let places = results
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            while true {
                let i = next.add(1, ordering: .relaxed).oldValue
                guard i < count else { return }
                places.initializeElement(at: i, to: body(i))
            }
        }
        written = count
    }
}
