// Benchmarks: rows in memory to the bytes of a model. The answer is a digest of those bytes: the
// same seed gives the same file.

import Corpus
import SpamFilter
import SpamTraining

func train(_ rows: [LabeledMessage], _ trainer: any Trainer, folds: Int) -> [UInt8] {
    var settings = TrainingSettings()
    settings.trainer = trainer
    settings.folds = folds
    do {
        return try TrainedModel(training: rows, settings).bytes
    } catch {
        fatalError("the starter corpus trains no model: \(error)")
    }
}

func trainingBenchmarks(_ rows: [LabeledMessage], labels: String, _ effort: Effort) -> [Measurement] {
    guard effort.includes("train") else { return [] }
    let rival = timings("train naive", runs: effort.trainings, units: 1e6) { UInt64(NaiveFilter(rows).weights.count) }
    let trainers: [any Trainer] = [NaiveBayes(), LogisticRegression()]
    return trainers.flatMap { trainer in
        [0, 4].flatMap { folds in
            let name = "train/\(trainer.name)-\(labels)-folds-\(folds)"
            let ours = timings(name, runs: effort.trainings, units: 1e6) {
                var digest = Digest()
                for byte in train(rows, trainer, folds: folds) { digest.add(UInt64(byte)) }
                return digest.value
            }
            return Measurement.both(name, unit: "ms", ours, naive: rival)
        }
    }
}
