// Benchmarks: work whose instructions are counted under callgrind, a piece at a time:
// `make instructions`. Nothing is timed. The answers are printed, and must not depend on callgrind.

import Corpus
import Foundation
import SpamFilter
import SpamFilterIO
import SpamTraining

/// How many pieces were begun and ended. Written, so that the compiler cannot drop the calls.
nonisolated(unsafe) private var begun = 0, ended = 0

/// Callgrind, which knows functions by their names, forgets all counts where this one begins …
@_silgen_name("beginCount")
@inline(never)
func beginCount() { begun += 1 }

/// … and writes them down where this one begins.
@_silgen_name("endCount")
@inline(never)
func endCount() { ended += 1 }

/// One piece: its name, in how many units its instructions are divided, and what it answers.
private func count(_ name: String, units: Int, _ work: () -> UInt64) {
    beginCount()
    let answer = work()
    endCount()
    require(begun == ended, "\(name): a count within a count")
    print("\(name)\t\(units)\t\(String(answer, radix: 16))")
}

/// Messages that training is counted on: few, since callgrind takes some fifty times as long.
private let trainedRows = 1000

/// Decides on clean messages of three scripts, reads messages for training, and trains on them.
///
/// - Parameters:
///   - path: the model to decide with. If it is not there it is trained and written first, and
///     nothing is counted: that takes minutes under callgrind.
///   - root: the repository.
func countWork(model path: String, root: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
        let rows = try binaryRows(root + "/Datasets/starter/train.jsonl", most: .max)
        try Data(train(rows, LogisticRegression(), folds: 4)).write(to: URL(fileURLWithPath: path))
        return
    }
    let file = try ModelFile(path)
    var classifier = Classifier(file.view)
    let reader = try CorpusReader(path: root + "/Datasets/starter/test.jsonl")
    var test: [CorpusRow] = []
    while let row = try reader.next() { test.append(row) }
    for fixture in Fixture.scripts(test) where ["english", "chinese", "korean"].contains(fixture.name) {
        let messages = fixture.bodies.map { Message(body: $0) }
        func decideAll() -> UInt64 {
            var digest = Digest()
            for message in messages { digest.add(classifier.classify(message).junkLogOdds.bitPattern) }
            return digest.value
        }
        let warm = decideAll()
        count("decide/\(fixture.name)", units: messages.count) {
            let again = decideAll()
            require(again == warm, "decide/\(fixture.name): other answers the second time")
            return again
        }
    }
    let rows = try binaryRows(root + "/Datasets/starter/train.jsonl", most: trainedRows)
    for (name, trainer) in [("nb", NaiveBayes() as any Trainer), ("lr", LogisticRegression())] {
        var settings = TrainingSettings()
        settings.trainer = trainer
        settings.folds = 0
        settings.threads = 1
        var run = Optional(TrainingRun(settings))
        func readAll() -> UInt64 {
            for row in rows { run?.add(row) }
            return UInt64(rows.count)
        }
        // Read the same way by all trainers.
        if name == "nb" { count("train/read", units: rows.count, readAll) } else { _ = readAll() }
        count("train/\(name)", units: rows.count) {
            guard let read = run.take(), let model = try? read.finish() else { return 0 }
            var digest = Digest()
            for byte in model.bytes { digest.add(UInt64(byte)) }
            return digest.value
        }
    }
}

/// The first rows of a corpus, as junk or not.
private func binaryRows(_ path: String, most: Int) throws -> [LabeledMessage] {
    let reader = try CorpusReader(path: path)
    var rows: [LabeledMessage] = []
    while rows.count < most, let row = try reader.next() {
        guard var message = LabeledMessage(row) else { continue }
        message.label = message.label.action == .junk ? .junk : .allow
        rows.append(message)
    }
    return rows
}
