// Store: the digits of a message that no surrogate may repeat.

/// All strings of five digits of the places to be masked, read across the signs between them.
struct DigitRuns {
    private static let length = 5
    private var runs: Set<Int> = []

    init(_ body: [Unicode.Scalar], _ spans: [PersonalSpan], _ sender: [Unicode.Scalar], _ senderSpans: [PersonalSpan]) {
        for span in spans { DigitRuns.forEach(in: body[span.range]) { runs.insert($0) } }
        for span in senderSpans { DigitRuns.forEach(in: sender[span.range]) { runs.insert($0) } }
    }

    /// Whether one of them is in a surrogate.
    func occur(in surrogate: [Unicode.Scalar]) -> Bool {
        var isFound = false
        DigitRuns.forEach(in: surrogate[...]) { isFound = isFound || runs.contains($0) }
        return isFound
    }

    /// Values below 10^5 of five digits one behind another.
    private static func forEach(in text: ArraySlice<Unicode.Scalar>, _ body: (Int) -> Void) {
        var run = 0, count = 0
        for scalar in text {
            guard let digit = Digits.value(scalar) else { continue }
            run = (10 * run + digit) % 100_000
            count += 1
            if count >= length { body(run) }
        }
    }
}
