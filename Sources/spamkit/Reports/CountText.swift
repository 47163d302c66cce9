// Shares and counts as reports print them.

import Foundation
import SpamEvaluation
import Statistics

/// `0.125 %`, `2 %`: a share as it was asked for, with up to three decimals, or three significant
/// digits where it would round to 0.
func percentage(_ share: Double) -> String {
    let thousandths = (share * 100_000).rounded() / 1000
    return thousandths == 0 && share > 0 ? String(format: "%.3g %%", share * 100) : "\(thousandths.plain) %"
}

/// `2.6 %` for 72 of 2,781, as in the report of `evaluate`. Only all of them are 100 %.
func share(_ count: Int, of all: Int) -> String { shortPercent(Rate(count, of: max(1, all))) }

/// `0.13 %`: the end of an interval, with as many digits as the rate of so many messages has.
func limitWords(_ limit: Double, of all: Int) -> String { "\(shortNumber(100 * limit, of: all)) %" }

/// `allow 1,204, junk 310, no label 12`: the most frequent first.
func labelCounts(_ labels: [String: Int]) -> String {
    labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\($0.key.isEmpty ? "no label" : $0.key) \(grouped($0.value))"
    }
    .joined(separator: ", ")
}
