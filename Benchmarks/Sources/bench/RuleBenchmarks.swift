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

/// Phrases alone, per scalar of a body that meets none: a few, many, and those that a sender who
/// knows the rules would choose a body for.
func phraseBenchmarks(_ effort: Effort) -> [Measurement] {
    func alike(_ count: Int, _ phrase: (Int) -> String) -> [Rule] { (0..<count).compactMap { Rule(.junk, contains: phrase($0)) } }
    let words = String(repeating: "your parcel waits at the counter until noon ", count: 40)
    let letters = String(repeating: "a", count: 1_600)
    let rows: [(name: String, rules: [Rule], body: String)] = [
        ("3 phrases", alike(3) { "jackpot \($0)" }, words), ("20 phrases", alike(20) { "jackpot \($0) gewinn" }, words),
        ("1,000 phrases", alike(1_000) { "\($0) gewinne" }, words),
        ("249 of one letter", alike(249) { String(repeating: "a", count: $0 + 1) + "b" }, letters),
        ("249 words of one letter", (1..<250).compactMap { Rule(.junk, word: "b" + String(repeating: "a", count: $0)) }, letters),
        ("250 of 200 letters in common", alike(250) { String(repeating: "a", count: 200) + "b\($0)" }, letters),
        ("6,000 of 20 letters in common", alike(6_000) { String(repeating: "a", count: 20) + "b\($0)" }, letters),
    ]
    return rows.filter { effort.includes("phrases/\($0.name)") }.flatMap { name, rules, body in
        var filter = MessageFilter(rules: RuleMatcher(rules))
        let message = Message(body: body), units = 10
        let ours = timings("phrases/\(name)", runs: effort.runs, units: Double(units * body.utf8.count)) {
            var digest = Digest()
            for _ in 0..<units { digest.add(UInt64(filter.decide(message).answer.action.rawValue)) }
            return digest.value
        }
        require(filter.decide(message).rule == nil, "phrases/\(name): a rule is met")
        return Measurement.both("phrases/\(name)", unit: "ns/scalar", ours, naive: nil)
    }
}
