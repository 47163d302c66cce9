// Benchmarks: what rules, lists and a person's own examples add to a decision, on the same messages
// and in turn. No rule is met, so that every kind is looked at to the end.

import SpamFilter
import SpamFilterIO

/// A filter with some rules, and what it is called.
private func rulesOf(_ kind: String) -> RuleContent? {
    let senders = (0..<20).compactMap { Rule(.junk, sender: "SENDER\($0)") }
    let phrases = (0..<20).compactMap { Rule(.junk, contains: "jackpot \($0) gewinn") }
    let traits = [
        Rule(.junk, senderPrefix: "+999", senderCountry: "GB"), Rule(.junk, word: "zzjackpotzz"),
        Rule(.junk, senderKind: .premium),
        Rule(.junk, host: "bad.example"), Rule(.junk, hasLink: true, hasImage: true, longerThan: 5_000),
    ].compactMap { $0 }
    return switch kind {
    case "none": RuleContent()
    case "senders": RuleContent(rules: senders)
    case "phrases": RuleContent(rules: phrases)
    case "traits": RuleContent(rules: traits)
    case "lists": RuleContent(lists: lists())
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

/// A filter with a model, some rules, and own examples if asked.
private final class Filter {
    private var filter: MessageFilter
    private let rules: RuleFile

    init(_ kind: String, _ content: RuleContent, _ model: ModelView, own: PersonalOverlay?, folder: String) throws {
        let path = "\(folder)/\(kind).spamrules"
        try writeAtomically(content.encoded(), to: path)
        rules = try RuleFile(path)
        let matcher = try RuleMatcher(file: rules.view)
        if let own {
            filter = MessageFilter(try Classifier(model, overlay: own), rules: matcher)
        } else {
            filter = MessageFilter(Classifier(model), rules: matcher)
        }
    }

    func digest(_ messages: [Message]) -> UInt64 {
        var digest = Digest()
        for message in messages { digest.add(UInt64(filter.decide(message).answer.action.rawValue)) }
        return digest.value
    }
}

func ruleBenchmarks(_ fixture: Fixture, model: [UInt8], folder: String, _ effort: Effort) throws -> [Measurement] {
    guard effort.includes("rules/\(fixture.name)") else { return [] }
    try writeAtomically(model, to: "\(folder)/rules.spam")
    let file = try ModelFile("\(folder)/rules.spam")
    let messages = fixture.bodies.map { Message(body: $0, sender: "+1 202 555 0100", receiverCountry: "US") }
    var own = PersonalOverlay(for: file.view)
    for (i, message) in messages.prefix(20).enumerated() { try own.learn(message, as: i % 2 == 0 ? .junk : .allow) }
    var filters: [(name: String, filter: Filter)] = []
    for kind in ["none", "senders", "phrases", "traits", "lists", "all"] {
        guard let content = rulesOf(kind) else { continue }
        filters.append(("rules/\(fixture.name)/\(kind)", try Filter(kind, content, file.view, own: nil, folder: folder)))
    }
    let examples = try Filter("own", RuleContent(), file.view, own: own, folder: folder)
    filters.append(("rules/\(fixture.name)/none, 20 own examples", examples))
    let timings = timingsInTurn(
        runs: effort.runs, units: Double(messages.count),
        filters.map { filter in (filter.name, { filter.filter.digest(messages) }) })
    for (filter, timing) in zip(filters, timings) where filter.filter !== examples {
        require(timing.answer == timings[0].answer, "\(filter.name): a rule is met")
    }
    return zip(filters, timings).flatMap { Measurement.both($0.name, unit: "ns/message", $1, naive: nil) }
}
