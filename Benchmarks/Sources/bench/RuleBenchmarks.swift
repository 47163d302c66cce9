// Benchmarks: what rules and lists add to a decision. The model alone is measured on the same
// messages. No rule is met, so that every kind is looked at to the end.

import SpamFilter
import SpamFilterIO

/// A filter with some rules, and what it is called.
private func rulesOf(_ kind: String) -> RuleContent? {
    let senders = (0..<20).compactMap { Rule(.junk, sender: "SENDER\($0)") }
    let phrases = (0..<20).compactMap { Rule(.junk, contains: "jackpot \($0) gewinn") }
    let traits = [
        Rule(.junk, senderPrefix: "+999", senderCountry: "GB"), Rule(.junk, word: "jackpot"), Rule(.junk, senderKind: .premium),
        Rule(.junk, host: "bad.example"), Rule(.junk, hasLink: true, hasImage: true, longerThan: 5_000),
    ].compactMap { $0 }
    return switch kind {
    case "none": RuleContent()
    case "senders": RuleContent(rules: senders)
    case "phrases": RuleContent(rules: phrases)
    case "all":
        RuleContent(
            allow: Array(senders.prefix(5)), deny: Array(phrases.prefix(5)), rules: senders + phrases + traits, lists: lists())
    default: nil
    }
}

/// A million senders and a hundred thousand hosts, none of them of the messages.
private func lists() -> [RuleContent.List] {
    let senders = (0..<1_000_000).map { 999_000_000_000 + UInt64($0) * 97 % 1_000_000_000 }
    let hosts = (0..<100_000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    return [
        .init(isAllowed: false, name: "senders", bytes: KeyList.encoded(.senders, .exact, senders)),
        .init(isAllowed: false, name: "hosts", bytes: KeyList.encoded(.hosts, .exact, hosts)),
    ]
}

func ruleBenchmarks(_ fixture: Fixture, model: [UInt8], folder: String, _ effort: Effort) throws -> [Measurement] {
    guard effort.includes("rules") else { return [] }
    try writeAtomically(model, to: "\(folder)/rules.spam")
    let file = try ModelFile("\(folder)/rules.spam")
    let messages = fixture.bodies.map { Message(body: $0, sender: "+1 202 555 0100", receiverCountry: "US") }
    var found: [Measurement] = [], alone: UInt64?
    for kind in ["none", "senders", "phrases", "all"] {
        guard let content = rulesOf(kind) else { continue }
        let path = "\(folder)/\(kind).spamrules"
        try writeAtomically(content.encoded(), to: path)
        let rules = try RuleFile(path)
        var filter = MessageFilter(Classifier(file.view), rules: try RuleMatcher(file: rules.view))
        let timing = timings("rules \(kind)", runs: effort.runs, units: Double(messages.count)) {
            var digest = Digest()
            for message in messages { digest.add(UInt64(filter.decide(message).action.rawValue)) }
            return digest.value
        }
        require(alone == nil || timing.answer == alone, "rules \(kind): a rule is met")
        alone = timing.answer
        found += Measurement.both("rules \(kind)", unit: "ns/message", timing, naive: nil)
    }
    return found
}
