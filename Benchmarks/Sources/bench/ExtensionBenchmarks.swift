// Benchmarks: a query through the extension's handler, warm: a look at the shared folder, rules,
// the mapped model. The decision core alone is measured on the same messages: the difference is
// what the extension adds.

import MessageFilterExtension
import SpamFilter
import SpamFilterIO

/// - Parameter folder: an empty folder.
func extensionBenchmarks(_ fixture: Fixture, model: [UInt8], folder: String, _ effort: Effort) throws -> [Measurement] {
    guard effort.includes("extension") else { return [] }
    let shared = FilterFolder(folder)
    try shared.install(model: model)
    let rules =
        (0..<20).compactMap { Rule(.allow, sender: "SENDER\($0)") }
        + [Rule(.junk, senderPrefix: "+999", contains: "jackpot")]
        .compactMap { $0 }
    require(rules.count == 21, "a rule is none")
    try shared.save(FilterSettings(rules: rules))
    let handler = FilterHandler(shared)
    let messages = fixture.bodies.map { Message(body: $0, sender: "+1 202 555 0100", receiverCountry: "US") }

    let file = try ModelFile(shared.path + "/model-1.spam")
    var classifier = Classifier(file.view)
    let through = timings("extension", runs: effort.runs, units: Double(messages.count)) {
        var digest = Digest()
        for message in messages { digest.add(UInt64(handler.offlineAnswer(to: message).answer.action.rawValue)) }
        return digest.value
    }
    let alone = timings("extension core", runs: effort.runs, units: Double(messages.count)) {
        var digest = Digest()
        for message in messages { digest.add(UInt64(classifier.classify(message).action.rawValue)) }
        return digest.value
    }
    require(through.answer == alone.answer, "extension: the handler decides otherwise than the core")
    let each = timingOfEach(messages.count, sweeps: effort.sweeps) { keep(handler.offlineAnswer(to: messages[$0])) }
    let eachAlone = timingOfEach(messages.count, sweeps: effort.sweeps) { keep(classifier.classify(messages[$0])) }
    return Measurement.both("extension", unit: "ns/message", through, naive: nil)
        + Measurement.both("extension core", unit: "ns/message", alone, naive: nil)
        + [
            Measurement(benchmark: "extension", clock: .each, unit: "ns/message", timing: each, ratioToNaive: nil),
            Measurement(benchmark: "extension core", clock: .each, unit: "ns/message", timing: eachAlone, ratioToNaive: nil),
        ]
}
