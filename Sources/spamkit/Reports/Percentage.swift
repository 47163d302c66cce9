// Shares as the reports of training print them.

import Foundation

/// `1.414 %`, `2 %`: up to three decimals, or three significant digits for a share that would round
/// to 0.
func percentage(_ share: Double) -> String {
    let thousandths = (share * 100_000).rounded() / 1000
    return thousandths == 0 && share > 0 ? String(format: "%.3g %%", share * 100) : "\(thousandths.plain) %"
}
