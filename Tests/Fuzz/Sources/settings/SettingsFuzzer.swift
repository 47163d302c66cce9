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
    var rules = RuleMatcher(settings.rules)
    precondition(rules.heapBytes <= FilterSettings.mostRuleBytes, "rules of more memory than an extension has")
    for text in ["", "free gold \u{FFFC}", String(decoding: json.prefix(2_000), as: UTF8.self)] {
        let label = rules.label(for: Message(body: text, sender: String(text.prefix(20)), receiverCountry: "US"))
        precondition(label == nil || settings.rules.contains { $0.label == label }, "a label that no rule has")
    }
    // Every phrase meets itself, however it folds.
    for rule in settings.rules.prefix(20) where rule.sender == nil && rule.senderPrefix == nil && !rule.hasImage {
        var alone = RuleMatcher([rule])
        precondition(alone.label(for: Message(body: rule.contains ?? "")) == rule.label, "a phrase that does not meet itself")
    }
    return 0
}
