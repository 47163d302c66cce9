// Training: which features are looked at, if not all.

/// So many features, those that tell the labels apart best.
public struct FeatureSelection: Sendable, Hashable, CustomStringConvertible {
    public enum Measure: String, Sendable, CaseIterable {
        /// In the corpus as a whole: `ChiSquared`.
        case chiSquared = "chi2"
        /// Within its sources, none of which may contradict: `SourceAgreement`.
        case agreement = "agree"
    }

    public let measure: Measure
    public let count: Int

    /// - Precondition: the count is above 0.
    public init(_ measure: Measure, count: Int) {
        precondition(count > 0, "expected one feature or more, found \(count)")
        self.measure = measure
        self.count = count
    }

    public var description: String { "\(measure.rawValue)=\(count)" }

    /// The columns with the highest scores, in order; of equal scores the lower column.
    ///
    /// - Parameter scores: of every column.
    func best(_ scores: [Double]) -> [Int] {
        scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }.prefix(count).sorted()
    }
}
