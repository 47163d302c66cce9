// Benchmarks: a message to features, without a model. The answer is the number of features, which
// is the same on every machine.

import SpamFilter

/// Counts features and does nothing else.
private struct CountingSink: FeatureSink {
    var count = 0
    mutating func add(_ features: UnsafeBufferPointer<Feature>) { count += features.count }
}

/// Ends the program unless every fixture is read into as many features as it should.
func checkFeatures(_ fixtures: [Fixture]) {
    var reader = MessageReader(TokenizerSettings())
    var wrong: [String] = []
    for fixture in fixtures {
        var sink = CountingSink()
        for body in fixture.bodies { reader.read(Message(body: body), into: &sink) }
        if sink.count != fixture.features {
            wrong.append(
                "\(fixture.name): \(fixture.bodies.count) messages, expected \(fixture.features) features, found \(sink.count)")
        }
    }
    require(
        wrong.isEmpty,
        wrong.joined(separator: "\n") + "\nif the tokenizer or the corpus was meant to change, update Expected.swift")
}

func readingBenchmarks(_ fixtures: [Fixture], _ effort: Effort) -> [Measurement] {
    var reader = MessageReader(TokenizerSettings())
    return fixtures.filter { effort.includes("read/\($0.name)") }.flatMap { fixture in
        let messages = fixture.bodies.map { Message(body: $0) }
        let repeats = effort.repeats(ofBytes: fixture.bytes)
        let units = Double(messages.count * repeats)
        let ours = timings("read/\(fixture.name)", runs: effort.runs, units: units) {
            var sink = CountingSink()
            for _ in 0..<repeats { for message in messages { reader.read(message, into: &sink) } }
            return UInt64(sink.count / repeats)
        }
        require(ours.answer == UInt64(fixture.features), "read/\(fixture.name): found \(ours.answer) features")
        let naiveRepeats = effort.naiveRepeats(ofBytes: fixture.bytes)
        let naive = timings("read/\(fixture.name) naive", runs: effort.naiveRuns, units: Double(messages.count * naiveRepeats)) {
            var count = 0
            for _ in 0..<naiveRepeats { for body in fixture.bodies { count += NaiveFilter.tokens(of: body).count } }
            return UInt64(count)
        }
        var found = Measurement.both("read/\(fixture.name)", unit: "ns/message", ours, naive: naive)
        if messages.count > 1 {
            let each = timingOfEach(messages.count, sweeps: effort.sweeps) { i in
                var sink = CountingSink()
                reader.read(messages[i], into: &sink)
                keep(sink.count)
            }
            found.append(
                Measurement(benchmark: "read/\(fixture.name)", clock: .each, unit: "ns/message", timing: each, ratioToNaive: nil))
        }
        return found
    }
}
