// Statistics: shares as people write them.

extension Double {
    /// Reads a share: `0.002`, or `0.2%` and `0.2 %`, which are the same number. `nil` for anything
    /// else, also for `nan`; the range is the caller's to check.
    public init?(share text: some StringProtocol) {
        var number = Substring(text)
        let isPercent = number.last == "%"
        if isPercent {
            number.removeLast()
            if number.last == " " { number.removeLast() }
        }
        // Divided in decimal: 0.1 / 100 in binary is not 0.001.
        guard let value = isPercent ? Double(number + "e-2") ?? Double(number).map({ $0 / 100 }) : Double(number), value.isFinite
        else { return nil }
        self = value
    }
}
