// Page: the headline. Two rates in, what 1,000 wanted messages and 100 junk messages would meet,
// out.

import SpamEvaluation
import Statistics

/// The line at the top.
///
///     1 of 1,000 wanted in Junk (at most 4) · 93 of 100 junk caught
///
/// - Parameters:
///   - drawn: what a bootstrap found for false junk.
///   - groups: of the wanted messages. Their limit is said, as in the text, else the widest of the
///     others, and Wilson's.
func headline(
    falseJunk: Rate, caught: Rate, drawn: PercentileInterval? = nil, groups: WantedGroups? = nil
) -> String {
    if falseJunk.of == 0, caught.of == 0 { return "No messages in the test set" }
    let wanted =
        if let rate = falseJunk.value, let limits = falseJunk.widestLimits(drawn) {
            lost(rate, atMost: groups.map(\.upperLimit).flatMap { $0 > rate ? $0 : nil } ?? limits.upper)
        } else {
            "No wanted message in the test set"
        }
    return "\(wanted) · \(caught.value.map(found) ?? "no junk in the test set")"
}

private func lost(_ rate: Double, atMost limit: Double) -> String {
    // So many messages that the limit is more than one of them.
    var base = 1000
    while limit * Double(base) < 1, base < 1_000_000 { base *= 10 }
    let most = Int((limit * Double(base)).rounded(.up))
    return "\(number(rate, of: base)) of \(grouped(base)) wanted in Junk (at most \(grouped(most)))"
}

private func found(_ rate: Double) -> String {
    // As many digits as tell the rate from all.
    var base = 100
    while rate < 1, (rate * Double(base)).rounded() == Double(base), base < 1_000_000 { base *= 10 }
    return "\(number(rate, of: base)) of \(grouped(base)) junk caught"
}

private func number(_ rate: Double, of base: Int) -> String {
    let expected = rate * Double(base)
    return expected > 0 && expected < 1 ? "fewer than 1" : grouped(Int(expected.rounded()))
}
