// HTTP: how many of a kind there may be at once.

import Synchronization

final class CountLimit: Sendable {
    private let most: Int
    private let count = Atomic<Int>(0)

    init(most: Int) { self.most = most }

    /// - Returns: whether there is room. Who enters leaves.
    func enter() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    func leave() { count.subtract(1, ordering: .relaxed) }
}
