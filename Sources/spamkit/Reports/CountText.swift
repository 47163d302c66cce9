// Shares and counts as reports print them.

import Foundation
import Statistics

/// `1.414 %`, `2 %`: up to three decimals, or three significant digits for a share that would round
/// to 0.
func percentage(_ share: Double) -> String {
    let thousandths = (share * 100_000).rounded() / 1000
    return thousandths == 0 && share > 0 ? String(format: "%.3g %%", share * 100) : "\(thousandths.plain) %"
}

/// `2.6 %` for 72 of 2,781: two digits. Only all of them are 100 %.
func share(_ count: Int, of all: Int) -> String {
    let percent = 100 * Double(count) / Double(max(1, all))
    guard percent < 10 else { return "\(count == all ? 100 : min(99, Int(percent.rounded()))) %" }
    return "\(decimal(percent, places: percent >= 1 ? 1 : percent >= 0.1 ? 2 : 3).withoutZeros) %"
}

extension String {
    /// `2` for `2.0`.
    fileprivate var withoutZeros: String {
        guard contains(".") else { return self }
        return String(reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }
}

/// `allow 1,204, junk 310, no label 12`: the most frequent first.
func labelCounts(_ labels: [String: Int]) -> String {
    labels.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        "\($0.key.isEmpty ? "no label" : $0.key) \(grouped($0.value))"
    }
    .joined(separator: ", ")
}
