// Training: how far learning is, for those who wait.

import Synchronization

/// Adds up what the fits of a training have done, in rows x classes, which their time roughly
/// follows.
final class LearningProgress: Sendable {
    private let done = Mutex(0)
    private let total: Int
    private let tell: @Sendable (_ done: Int, _ of: Int) -> Void

    /// - Parameter total: the work of all models.
    init(total: Int, tell: @escaping @Sendable (_ done: Int, _ of: Int) -> Void) {
        self.total = max(1, total)
        self.tell = tell
        tell(0, self.total)
    }

    func add(_ work: Int) {
        // Told under the lock, so that it never falls.
        done.withLock { done in
            done += work
            tell(min(done, total), total)
        }
    }

    /// Tells that all is done.
    func finish() { tell(total, total) }
}

/// The work that is left of one model.
final class ModelProgress {
    private let all: LearningProgress
    private var left: Int

    init(_ all: LearningProgress, work: Int) {
        self.all = all
        left = work
    }

    /// One of its fits is done.
    func add(rows: Int, classes: Int) {
        let work = min(left, rows * classes)
        left -= work
        all.add(work)
    }

    func finish() {
        all.add(left)
        left = 0
    }
}

extension LabelLevels {
    /// The work of a model of some rows, in rows x classes of all its fits.
    func work(_ rows: RowList) -> Int {
        var work = 0
        _ = fit(rows, []) { _, classCount, rows, _ in
            work += rows.count * classCount
            return LinearWeights(featureCount: 0, classCount: classCount)
        }
        return work
    }
}
