// Benchmarks: a message to a verdict. The answer is a digest of every log-odds, bit by bit, and the
// number of messages called junk.

import SpamFilter

/// - Parameter kind: which model, for the name.
func decidingBenchmarks(_ fixtures: [Fixture], _ model: ModelView, kind: String, naive: NaiveFilter, _ effort: Effort)
    -> [Measurement]
{
    var classifier = Classifier(model)
    return fixtures.filter { effort.includes("\(kind)/\($0.name)") }.flatMap { fixture in
        let name = "\(kind)/\(fixture.name)"
        let messages = fixture.bodies.map { Message(body: $0) }
        let repeats = effort.repeats(ofBytes: fixture.bytes)
        let ours = timings(name, runs: effort.runs, units: Double(messages.count * repeats)) {
            var digest = Digest()
            for _ in 0..<repeats {
                digest = Digest()
                for message in messages { digest.add(classifier.classify(message).junkLogOdds.bitPattern) }
            }
            return digest.value
        }
        let naiveRepeats = effort.naiveRepeats(ofBytes: fixture.bytes)
        let rival = timings("\(name) naive", runs: effort.naiveRuns, units: Double(messages.count * naiveRepeats)) {
            var digest = Digest()
            for _ in 0..<naiveRepeats { for body in fixture.bodies { digest.add(UInt64(naive.junkLogOdds(body).bitPattern)) } }
            return digest.value
        }
        var found = Measurement.both(name, unit: "ns/message", ours, naive: rival)
        guard messages.count > 1 else { return found }
        var junk = 0
        let each = timingOfEach(messages.count, sweeps: effort.sweeps) { i in
            let verdict = classifier.classify(messages[i])
            if verdict.action == .junk { junk += 1 }
        }
        require(junk % effort.sweeps == 0, "\(name): a message changed its verdict between sweeps")
        let naiveEach = timingOfEach(messages.count, sweeps: effort.naiveRuns) { keep(naive.junkLogOdds(fixture.bodies[$0])) }
        found.append(
            Measurement(
                benchmark: name, clock: .each, unit: "ns/message", timing: each, ratioToNaive: each.median / naiveEach.median))
        return found
    }
}

/// How many rows of a corpus are most probably junk, of the junk and of the rest. The cutoffs of so
/// small a corpus call almost nothing junk.
/// Floors on quality, so that a model that says nothing is not measured.
func checkVerdicts(
    _ model: ModelView, _ rows: [(message: Message, isJunk: Bool)]
) -> (found: Int, falseJunk: Int, digest: String) {
    var classifier = Classifier(model)
    var found = 0, falseJunk = 0
    var digest = Digest()
    for row in rows {
        let verdict = classifier.classify(row.message)
        digest.add(verdict.junkLogOdds.bitPattern)
        guard verdict.label.action == .junk else { continue }
        if row.isJunk { found += 1 } else { falseJunk += 1 }
    }
    let junk = rows.count(where: \.isJunk)
    require(Double(found) > Expected.leastJunkFound * Double(junk), "the model finds \(found) of \(junk) junk messages")
    require(
        Double(falseJunk) < Expected.mostFalseJunk * Double(rows.count - junk),
        "the model calls \(falseJunk) of \(rows.count - junk) wanted messages junk")
    return (found, falseJunk, String(digest.value, radix: 16))
}
