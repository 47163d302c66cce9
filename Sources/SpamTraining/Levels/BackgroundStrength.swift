// Training: how much the background is listened to, chosen on own messages out of fold.

import Foundation

/// The choice of `Background.strength`.
enum BackgroundStrength {
    /// 0 first: the background may be of no use.
    static let choices = [0, 0.05, 0.1, 0.2]

    /// The strength that won on four phones: the background is worth ten messages, and a tenth of
    /// own messages at most. Another is chosen only if it is better by more than its standard
    /// error: Benchmarks/decisions/background.md.
    static func usual(ownMessages count: Int) -> Double {
        let wanted = min(0.1, 10 / Double(max(1, count)))
        return choices.min { abs($0 - wanted) < abs($1 - wanted) }!
    }

    /// - Parameters:
    ///   - losses: for each of `choices`, of every message.
    ///   - groups: of every message.
    static func chosen(_ losses: [[Double]], groups: [UInt64], ownMessages: Int) -> Double {
        let usual = usual(ownMessages: ownMessages), place = choices.firstIndex(of: usual)!
        guard !groups.isEmpty else { return usual }
        let means = losses.map { $0.reduce(0, +) / Double(groups.count) }
        let best = choices.indices.filter { isBetter(losses[$0], than: losses[place], groups) }.min { means[$0] < means[$1] }
        return choices[best ?? place]
    }

    /// Whether losses are lower by more than a standard error. Messages of a group are no
    /// independent evidence, so their differences are added up first.
    private static func isBetter(_ losses: [Double], than others: [Double], _ groups: [UInt64]) -> Bool {
        var gainOfGroup: [UInt64: Double] = [:]
        for (i, group) in groups.enumerated() { gainOfGroup[group, default: 0] += others[i] - losses[i] }
        // In an order of their own: sums of floats depend on it.
        let gains = gainOfGroup.sorted { $0.key < $1.key }.map(\.value)
        let n = Double(gains.count), mean = gains.reduce(0, +) / n
        let variance = gains.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, n - 1)
        return mean > (variance / n).squareRoot()
    }
}
