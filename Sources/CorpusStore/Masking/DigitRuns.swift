// Store: the digits of a message that no surrogate may repeat.

/// All strings of five digits of the places to be masked, read across the signs between them.
struct DigitRuns {
    private static let length = 5
    /// Where a message has more of them, a surrogate may not repeat its own digits only: a tenth of
    /// all strings would be excluded, and all that begin with a common prefix.
    private static let most = 200
    /// An array, since most messages have few.
    private var runs: [Int] = []

    init(_ body: [Unicode.Scalar], _ spans: [PersonalSpan], _ sender: [Unicode.Scalar], _ senderSpans: [PersonalSpan]) {
        for (text, spans) in [(body, spans), (sender, senderSpans)] {
            // Across the places too: two of them may be parts of one number.
            DigitRuns.forEach(in: spans.lazy.flatMap { text[$0.range] }) {
                if runs.count <= DigitRuns.most, !runs.contains($0) { runs.append($0) }
            }
            if runs.count > DigitRuns.most {
                runs = []
                return
            }
        }
    }

    /// The runs of what a surrogate stands for.
    static func of(_ original: [Unicode.Scalar]) -> [Int] {
        var own: [Int] = []
        forEach(in: original) { own.append($0) }
        return own
    }

    /// Whether a surrogate repeats five digits of the message or of its original, together with the
    /// digits before it.
    func occur(in surrogate: [Unicode.Scalar], behind before: [Unicode.Scalar], own: [Int]) -> Bool {
        var isFound = false
        DigitRuns.forEach(in: [before, surrogate].joined()) { isFound = isFound || own.contains($0) || runs.contains($0) }
        return isFound
    }

    /// The digits that can make five with the next ones.
    static func end(of digits: [Unicode.Scalar], _ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        Array((digits + text.filter { Digits.valueWithHan($0) != nil }).suffix(length - 1))
    }

    /// Values below 10^5 of five digits one behind another.
    private static func forEach(in text: some Sequence<Unicode.Scalar>, _ body: (Int) -> Void) {
        var run = 0, count = 0
        for scalar in text {
            guard let digit = Digits.valueWithHan(scalar) else { continue }
            run = (10 * run + digit) % 100_000
            count += 1
            if count >= length { body(run) }
        }
    }
}
