// Page: numbers as the page shows them. Values in, words out.

import Statistics

/// With sign and three decimals: `+1.078`.
func signed(_ value: Double) -> String {
    // Only a malicious model has such scores.
    guard abs(value) < 1e12 else { return "\(value)" }
    let digits = decimal(abs(value), places: 3)
    return (value < 0 ? "−" : "+") + digits
}

/// `10`, `0.2`.
func shortest(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Sentences with a space between, without those that are empty.
func sentences(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: " ") }
