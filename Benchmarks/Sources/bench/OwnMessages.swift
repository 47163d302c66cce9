// Benchmarks: decisions on messages and by a model that the caller gives, beside the peers, which
// are timed in the same way on the same messages.

import Corpus
import Foundation
import SpamFilter
import SpamFilterIO

/// Decides on every message of a corpus by itself, one after the other, in several sweeps. Prints
/// as JSON the p50 and p99 over the messages of each one's least time, in nanoseconds.
func timeDecisions(model path: String, corpus: String, sweeps: Int) throws {
    let file = try ModelFile(path)
    var classifier = Classifier(file.view)
    let reader = try CorpusReader(path: corpus)
    var messages: [Message] = []
    while let row = try reader.next() { messages.append(row.message) }
    require(!messages.isEmpty, "\(corpus): no messages")
    var digest = Digest()
    let timing = timingOfEach(messages.count, sweeps: sweeps) {
        digest.add(classifier.classify(messages[$0]).junkLogOdds.bitPattern)
    }
    print(
        "{\"p50\": \(timing.median), \"p99\": \(timing.p99 ?? timing.median), \"messages\": \(messages.count), \"answer\": \"\(digest.value)\"}"
    )
}
