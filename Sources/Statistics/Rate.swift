// Statistics: a share with its counts.

/// `count` out of `of`, with the 95 % Wilson interval. Prints as `0.932 [0.917, 0.944]
/// 1,204/1,292`.
///
/// Out of nothing there is no rate: `value` and `interval95` are then `nil`, and it prints as
/// `undefined (0 of 0)`.
///
/// As JSON `{"count": 1204, "of": 1292, "rate": 0.9318…, "lower": 0.9168…, "upper": 0.9443…}`; if
/// undefined, the last three null.
public struct Rate: Hashable, Sendable {
    /// How many were counted, in 0...of.
    public let count: Int
    /// Out of how many; 0 or more.
    public let of: Int

    /// A count out of a total.
    ///
    /// - Precondition: 0 <= count <= of.
    public init(_ count: Int, of: Int) {
        precondition(0 <= count && count <= of, "expected 0 <= count <= of, found \(count) of \(of)")
        self.count = count
        self.of = of
    }

    /// `count / of`, in 0...1; `nil` out of nothing.
    public var value: Double? { value(of: 1) }

    /// As a part of 100, say. 7 of 1,000 are exactly 0.7 then, which 100 times the rounded quotient
    /// is not.
    package func value(of whole: Double) -> Double? {
        of > 0 ? whole * Double(count) / Double(of) : nil
    }

    /// Whether several were counted, and these are half of all or more.
    package var isMostOfSeveral: Bool { count > 1 && 2 * count >= of }

    /// The 95 % Wilson interval; `nil` out of nothing.
    public var interval95: BinomialInterval? {
        .wilson(successes: count, trials: of)
    }
}

extension Rate: CustomStringConvertible {
    public var description: String {
        of > 0 ? "\(share(places: 3)) \(grouped(count))/\(grouped(of))" : "undefined (0 of 0)"
    }

    /// `0.932 [0.917, 0.944]`, or `93.2 [91.7, 94.4]` of 100; `-` if undefined.
    package func share(places: Int, of whole: Double = 1) -> String {
        value(of: whole).map { "\(decimal($0, places: places)) \(interval(places: places, of: whole))" } ?? "-"
    }

    /// `[0.917, 0.944]`, or nothing.
    package func interval(places: Int, of whole: Double = 1) -> String {
        interval95.map { "[\(decimal(whole * $0.lower, places: places)), \(decimal(whole * $0.upper, places: places))]" } ?? ""
    }
}

extension Rate: Codable {
    enum CodingKeys: String, CodingKey {
        case count, of, rate, lower, upper
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(count, forKey: .count)
        try fields.encode(of, forKey: .of)
        try fields.encode(value, forKey: .rate)
        try fields.encode(interval95?.lower, forKey: .lower)
        try fields.encode(interval95?.upper, forKey: .upper)
    }

    /// Reads the two counts; the rest follows from them.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let count = try fields.decode(Int.self, forKey: .count)
        let of = try fields.decode(Int.self, forKey: .of)
        guard 0 <= count, count <= of else {
            throw DecodingError.dataCorruptedError(
                forKey: .count, in: fields, debugDescription: "expected a count in 0...of, found \(count) of \(of)")
        }
        self.init(count, of: of)
    }
}
