// Store: the digits of a message that no surrogate may repeat.

/// All strings of five digits of the places to be masked, read across the signs between them.
struct DigitRuns {
    private static let length = 5
    /// Where a message has more of them, a surrogate may not repeat its own digits only: a tenth of
    /// all strings would be excluded, and all that begin with a common prefix.
    private static let most = 200
    private var runs: Set<Int> = []

    init(_ body: [Unicode.Scalar], _ spans: [PersonalSpan], _ sender: [Unicode.Scalar], _ senderSpans: [PersonalSpan]) {
        for (text, spans) in [(body, spans), (sender, senderSpans)] {
            for span in spans {
                DigitRuns.forEach(in: text[span.range]) { runs.insert($0) }
                if runs.count > DigitRuns.most {
                    runs = []
                    return
                }
            }
        }
    }

    /// The runs of what a surrogate stands for.
    static func of(_ original: [Unicode.Scalar]) -> Set<Int> {
        var own: Set<Int> = []
        forEach(in: original[...]) { own.insert($0) }
        return own
    }

    /// Whether a surrogate repeats five digits of the message or of its original.
    func occur(in surrogate: [Unicode.Scalar], own: Set<Int>) -> Bool {
        var isFound = false
        DigitRuns.forEach(in: surrogate[...]) { isFound = isFound || own.contains($0) || runs.contains($0) }
        return isFound
    }

    /// Values below 10^5 of five digits one behind another.
    private static func forEach(in text: ArraySlice<Unicode.Scalar>, _ body: (Int) -> Void) {
        var run = 0, count = 0
        for scalar in text {
            guard let digit = Digits.valueWithHan(scalar) else { continue }
            run = (10 * run + digit) % 100_000
            count += 1
            if count >= length { body(run) }
        }
    }
}
