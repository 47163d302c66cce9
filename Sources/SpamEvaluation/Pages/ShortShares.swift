// Evaluation: shares in sentences: as many digits as the count carries. Rates in, words out.

import Statistics

/// `68 %` of 147, `2.6 %` of 2,781, `0.03 %` of 10,000: some two digits that tell.
package func shortPercent(_ rate: Rate) -> String {
    guard let value = rate.value else { return "none" }
    return "\(shortNumber(100 * value, of: rate.of)) %"
}

/// A percentage with two digits, or three of a thousand messages; more where it would round to 0.
package func shortNumber(_ percentage: Double, of count: Int) -> String {
    var places = percentage < 1 ? 2 : percentage < 10 || count >= 1000 ? 1 : 0
    func isLost(_ places: Int) -> Bool {
        let shown = Double(decimal(percentage, places: places)) ?? percentage
        // 99.6 % is not all.
        return percentage != 0 && shown == 0 || percentage != 100 && shown == 100
    }
    while places < 4, isLost(places) { places += 1 }
    return withoutZeros(decimal(percentage, places: places))
}

/// `0.2 %`, `5 %`: a limit as it was asked for.
package func shortShare(_ share: Double) -> String { "\(withoutZeros(decimal(100 * share, places: 3))) %" }

private func withoutZeros(_ number: String) -> String {
    guard number.contains(".") else { return number }
    var number = Substring(number)
    while number.last == "0" { number.removeLast() }
    if number.last == "." { number.removeLast() }
    return String(number)
}
