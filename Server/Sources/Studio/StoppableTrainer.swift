// Studio: a trainer that can be told to stop. What it learns after that is nothing, and thrown
// away.

import SpamTraining
import Synchronization

/// Learns as another trainer does, bit for bit, until its job is cancelled: then every fit that is
/// still to come is empty, and the training over soon.
struct StoppableTrainer: Trainer {
    let trainer: any Trainer
    let job: JobHandle
    /// Told after each fit how many there were.
    var didFit: @Sendable (Int) -> Void = { _ in }
    private let fits = FitCount()

    init(_ trainer: any Trainer, _ job: JobHandle, didFit: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.trainer = trainer
        self.job = job
        self.didFit = didFit
    }

    var name: String { trainer.name }
    var settingsByName: [String: String] { trainer.settingsByName }
    var scalesByInverseDocumentFrequency: Bool { trainer.scalesByInverseDocumentFrequency }
    var weighsFeaturesTogether: Bool { trainer.weighsFeaturesTogether }

    func fit(
        _ matrix: FeatureMatrix, classes: [UInt8], classCount: Int, rows: RowList, rowWeights: [Float]
    ) -> LinearWeights {
        if job.isCancelled { return LinearWeights(featureCount: matrix.columnCount, classCount: classCount) }
        let weights = trainer.fit(matrix, classes: classes, classCount: classCount, rows: rows, rowWeights: rowWeights)
        didFit(fits.next())
        return weights
    }
}

private final class FitCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}
