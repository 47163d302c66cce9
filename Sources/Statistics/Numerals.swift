// Statistics: numbers as people write them, without Foundation and the same in every locale.

/// `decimal(0.9318, places: 3)` is `0.932`. A value too large for exact decimals is as Swift prints
/// it, such as `1e+300`.
package func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { power, _ in power * 10 }
    let shifted = (abs(value) * Double(scale)).rounded()
    guard shifted < 0x1p53 else { return "\(value)" }
    let scaled = Int(shifted)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    return "\(sign)\(scaled / scale).\(zeroPadded(scaled % scale, to: places))"
}

/// `percent(0.9318)` is `93.18`. Without the percent sign.
package func percent(_ rate: Double) -> String {
    decimal(100 * rate, places: 2)
}

/// `grouped(1204)` is `1,204`. For counts.
public func grouped(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count)" }
    return "\(grouped(count / 1000)),\(zeroPadded(count % 1000, to: 3))"
}

/// `estimated(5.43)` is `5.4`, `estimated(108.2)` is `108`. For counts that are expected.
package func estimated(_ count: Double) -> String {
    count == 0 || count >= 10 ? grouped(Int(count.rounded())) : decimal(count, places: 1)
}

private func zeroPadded(_ number: Int, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// `1 row`, `2,000 rows`.
public func counted(_ count: Int, _ noun: String) -> String { "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")" }

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
