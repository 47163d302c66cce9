// Training: which features are used, if not all.

/// Selects the `count` features with the highest chi-squared (`ChiSquared`).
public struct FeatureSelection: Sendable, Hashable, CustomStringConvertible {
    /// How many features are kept; above 0.
    public let count: Int

    /// A selection of so many features.
    ///
    /// - Precondition: the count is above 0.
    public init(count: Int) {
        precondition(count > 0, "expected one feature or more, found \(count)")
        self.count = count
    }

    public var description: String { "chi2=\(count)" }

    /// The columns with the highest scores, ascending. Of equal scores the lower column wins.
    ///
    /// - Parameter scores: one for each column.
    func best(_ scores: [Double]) -> [Int] {
        scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }.prefix(count).sorted()
    }
}
