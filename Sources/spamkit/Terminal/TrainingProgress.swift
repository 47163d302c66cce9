// The progress of a training on the terminal: what is done before models are learned has a step of
// its own, so that it does not count in the time that is left.

import Synchronization

/// Shows that messages are grouped, then how much is learned. Told by several threads.
final class TrainingProgress: Sendable {
    private let bar = Mutex(ProgressBar(title: "grouping"))

    init() { bar.withLock { $0.advance(steps: 0, of: 1) } }

    /// - Parameter done: 0 when learning begins.
    func advance(_ done: Int, of all: Int) {
        bar.withLock {
            if done == 0 { $0 = ProgressBar(title: "learning") }
            $0.advance(steps: done, of: all)
        }
    }

    /// Clears the line.
    func finish() { bar.withLock { $0.finish() } }
}
