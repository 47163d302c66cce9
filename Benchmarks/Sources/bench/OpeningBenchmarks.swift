// Benchmarks: from a file to a first decision, as an extension does when the system starts it. The
// file is in the page cache; a cold disk is not measured.

import Foundation
import SpamFilter
import SpamFilterIO

func openingBenchmarks(_ path: String, _ first: Message, naive: NaiveFilter, naivePath: String, _ effort: Effort) throws
    -> [Measurement]
{
    guard effort.includes("open") else { return [] }
    try naive.text.write(toFile: naivePath, atomically: true, encoding: .utf8)
    let features = try ModelFile(path).view.features.count
    let open = timings("open", runs: effort.openings, units: 1000) {
        UInt64(try! ModelFile(path).view.features.count)
    }
    require(open.answer == UInt64(features) && features > 1000, "open: expected \(features) features, found \(open.answer)")
    let openAndDecide = timings("open and first decision", runs: effort.openings, units: 1000) {
        let file = try! ModelFile(path)
        var classifier = Classifier(file.view)
        return classifier.classify(first).junkLogOdds.bitPattern
    }
    let rival = timings("open naive", runs: effort.naiveRuns, units: 1000) {
        UInt64(NaiveFilter(text: try! String(contentsOfFile: naivePath, encoding: .utf8)).weights.count)
    }
    require(rival.answer == UInt64(naive.weights.count), "the naive model is not read back whole")
    return Measurement.both("open", unit: "us", open, naive: rival)
        + Measurement.both("open and first decision", unit: "us", openAndDecide, naive: rival)
}
