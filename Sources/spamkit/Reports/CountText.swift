// Shares and counts as reports print them.

import Foundation
import Statistics

/// `1.414 %`, `2 %`: up to three decimals, or three significant digits for a share that would round
/// to 0.
func percentage(_ share: Double) -> String {
    let thousandths = (share * 100_000).rounded() / 1000
    return thousandths == 0 && share > 0 ? String(format: "%.3g %%", share * 100) : "\(thousandths.plain) %"
}

/// `allow 1,204, junk 310, no label 12`: the most frequent first.
func labelCounts(_ labels: [String: Int]) -> String {
    labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\($0.key.isEmpty ? "no label" : $0.key) \(grouped($0.value))"
    }
    .joined(separator: ", ")
}
