// Page: what will happen on a phone, in one sentence. Two rates in, words out.

import SpamEvaluation
import Statistics

/// The sentence at the top.
///
///     Of 1,000 wanted messages, 2 would land in Junk (at most 4, with 95 % confidence);
///     of 100 junk messages, 93 would be caught (at least 91).
///
/// - Parameters:
///   - drawn: what a bootstrap found for both rates.
///   - groups: of the wanted messages. The widest of all these limits and Wilson's is said.
func phoneVerdict(
    falseJunk: Rate, caught: Rate, drawn: (falseJunk: PercentileInterval?, caught: PercentileInterval?) = (nil, nil),
    groups: WantedGroups? = nil
) -> String {
    if falseJunk.of == 0, caught.of == 0 { return "Nothing can be said: there are no messages in the test set." }
    let wanted =
        if let rate = falseJunk.value, let limits = falseJunk.widestLimits(drawn.falseJunk) {
            lost(
                rate, atMost: max(limits.upper, groups?.upperLimit ?? 0),
                groups.flatMap { $0.groups < falseJunk.of ? $0.groups : nil })
        } else {
            "What happens to wanted messages is not known, for there is none in the test set"
        }
    let junk =
        if let rate = caught.value, let limits = caught.widestLimits(drawn.caught) {
            found(rate, atLeast: limits.lower)
        } else {
            "how much junk would be caught is not known, for there is none in the test set"
        }
    return "\(wanted); \(junk)."
}

/// - Parameter groups: how many there are, where they are fewer than messages.
private func lost(_ rate: Double, atMost limit: Double, _ groups: Int?) -> String {
    let groups = groups.map { ", by \(grouped($0)) groups of like messages" } ?? ""
    // So many messages that the limit is more than one of them.
    var base = 1000
    while limit * Double(base) < 1, base < 1_000_000 { base *= 10 }
    let most = Int((limit * Double(base)).rounded(.up))
    return
        "Of \(grouped(base)) wanted messages, \(number(rate, of: base)) would land in Junk (at most \(grouped(most)), with 95 % confidence\(groups))"
}

private func found(_ rate: Double, atLeast limit: Double) -> String {
    // As many digits as tell the rate from all.
    var base = 100
    while rate < 1, (rate * Double(base)).rounded() == Double(base), base < 1_000_000 { base *= 10 }
    let least = Int((limit * Double(base)).rounded(.down))
    return "of \(grouped(base)) junk messages, \(number(rate, of: base)) would be caught (at least \(grouped(least)))"
}

private func number(_ rate: Double, of base: Int) -> String {
    let expected = rate * Double(base)
    if rate == 0 { return "none" }
    return expected < 1 ? "fewer than one" : grouped(Int(expected.rounded()))
}
