// Private counts: a release in, sums to learn from out. All of this is computed from the release
// and nothing else, so that its promise stays.

import Foundation
import SpamFilter

/// Sums of values for each label, most of the noise taken out. In the unit of values.
///
/// With S[f, c] a noised sum, T[c] the sum over all f, t[c] = T[c] / sum of T, p[f] = the sum of
/// S[f, c] over c, s the noise of f:
///
/// - A feature is kept where p[f] is above 2 s sqrt(labels): the others are mostly noise.
/// - What it tells of the labels is shrunk towards nothing, p[f] t[c], by the positive part of
///   James & Stein's factor (Estimation with quadratic loss, 1961):
///
///       d[c] = S[f, c] - p[f] t[c]
///       sum  = p[f] t[c] + d[c] max(0, 1 - s^2 sum over c of (1 - 2 t[c] + labels t[c]^2)
///                                              / sum over c of d[c]^2)
///
/// - No sum is below a fiftieth of p[f] t[c], so that none is negative and none excludes a label.
///
/// It won over sums that are cut off at 0: Benchmarks/decisions/private-counts.md.
struct NoisedSums {
    /// The plan's features that are kept, in ascending order.
    private(set) var features: [UInt64] = []
    /// For each label the sums of these.
    private(set) var sums: [[Double]]
    /// For each label, 1 or more.
    let messages: [Int]
    let labels: [Label]

    /// Standard deviations of the sum over all labels, which a feature must have to be kept.
    private static let leastDeviations = 2.0
    private static let leastShare = 0.02

    /// - Throws: `PrivateCountsError.onlyNoise`.
    init(_ release: PrivateRelease) throws(PrivateCountsError) {
        let plan = release.plan, places = plan.labels.indices, count = Double(places.count)
        labels = plan.labels
        messages = places.map(release.messages)
        /// The noised value of a feature and its deviation.
        func unweighted(_ units: Double, _ feature: Int) -> Double {
            units / PrivateCountsLayout.unit * PrivateCountsLayout.weightUnit / Double(plan.weights[feature])
        }
        let noised = places.map { place in
            plan.features.indices.map { unweighted(Double(release.values[place * plan.stride + 1 + $0]), $0) }
        }
        let totals = noised.map { $0.reduce(0, +) }
        for (label, total) in zip(labels, totals) where total <= 0 { throw .onlyNoise(label: label) }
        let shares = totals.map { $0 / totals.reduce(0, +) }
        let spread = shares.reduce(0) { $0 + 1 - 2 * $1 + count * $1 * $1 }
        sums = places.map { _ in [] }
        for feature in plan.features.indices {
            let deviation = unweighted(release.noiseDeviation, feature)
            let whole = places.reduce(0) { $0 + noised[$1][feature] }
            guard whole > NoisedSums.leastDeviations * deviation * count.squareRoot() else { continue }
            let differences = places.map { noised[$0][feature] - whole * shares[$0] }
            let square = differences.reduce(0) { $0 + $1 * $1 }
            let kept = square > 0 ? max(0, 1 - deviation * deviation * spread / square) : 0
            features.append(plan.features[feature])
            for place in places {
                let expected = whole * shares[place]
                sums[place].append(max(expected + differences[place] * kept, expected * NoisedSums.leastShare))
            }
        }
        guard !features.isEmpty else { throw .onlyNoise(label: nil) }
    }
}
