// Fuzzing: any bytes as an extension's settings, read from its folder. Reading must give a typed
// error, or settings that are the same when written and read again, of bounded memory.

import Foundation
import MessageFilterExtension
import SpamFilter

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let json = Data(UnsafeBufferPointer(start: start, count: count))
    _ = try? FilterSettings.leftOut(of: json)
    guard let settings = try? FilterSettings(json: json) else { return 0 }
    precondition((try? FilterSettings(json: settings.json())) == settings, "settings that are others when they are saved")
    guard let rules = try? RuleMatcher(settings: settings.content) else { fatalError("settings that make no rules") }
    precondition(rules.heapBytes <= FilterSettings.mostRuleBytes, "rules of more memory than an extension has")
    var filter = MessageFilter(rules: rules)
    for text in ["", "free gold \u{FFFC}", String(decoding: json.prefix(2_000), as: UTF8.self)] {
        let rule = filter.decide(Message(body: text, sender: String(text.prefix(20)), receiverCountry: "US")).rule
        let all = settings.allow + settings.deny + settings.rules
        precondition(rule == nil || !all.isEmpty, "a rule that there is not")
    }
    // Every phrase meets itself, however it folds.
    for rule in settings.rules.prefix(20) {
        guard let phrase = rule.conditions.contains.first, Rule(rule.label, contains: phrase) == rule else { continue }
        var alone = MessageFilter(rules: RuleMatcher([rule]))
        precondition(alone.decide(Message(body: phrase)).rule?.label == rule.label, "a phrase that does not meet itself")
    }
    _ = try? RuleDocument(json: json)
    return 0
}
