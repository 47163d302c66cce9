// Drift: counts of messages against the profile of a model, facet by facet, with alarms.

import Foundation
import SpamFilter
import Statistics

/// Messages compared with those that a model was trained on.
///
/// An alarm says that a facet lies above what training explains, by more than a tolerance. If
/// nothing has changed, the probability of any alarm is at most `level`: each facet has its part
/// of it (Bonferroni).
public struct DriftComparison: Sendable {
    public let counts: TrafficCounts
    /// In the order of `DriftFacet`; without those that cannot be told of no messages.
    public let findings: [DriftFinding]

    /// The usual probability of a false alarm.
    public static let usualLevel = 0.01
    /// An index up to this is no drift: the convention for a small change.
    static let tolerableIndex = 0.1
    /// A share up to so many times the expected one is no drift.
    static let tolerableRatio = 1.1

    public var isAlarm: Bool { findings.contains(where: \.isAlarm) }
    public var alarms: [DriftFinding] { findings.filter(\.isAlarm) }

    public subscript(facet: DriftFacet) -> DriftFinding? { findings.first { $0.facet == facet } }

    /// - Parameters:
    ///   - level: the probability of a false alarm, in 0...1, both ends left out.
    ///   - looks: of how many such comparisons the level is.
    public init(_ counts: TrafficCounts, _ profile: TrafficProfile, level: Double = usualLevel, looks: Int = 1) {
        precondition(level > 0 && level < 1 && looks > 0, "expected a level between 0 and 1, and looks")
        self.counts = counts
        guard counts.templates > 0, profile.new.templates > 0 else {
            findings = []
            return
        }
        let test = FacetTest(counts, profile, tail: level / Double(looks) / Double(DriftFacet.allCases.count))
        findings = DriftFacet.allCases.compactMap { test.finding($0) }
    }
}

/// Tests facets, each at one level.
private struct FacetTest {
    let found: TrafficCounts
    let profile: TrafficProfile
    /// The probability of a false alarm of one facet.
    let tail: Double
    let z: Double

    init(_ found: TrafficCounts, _ profile: TrafficProfile, tail: Double) {
        // No confidence that is a double is nearer to 1.
        (self.found, self.profile, self.tail) = (found, profile, max(tail, 1e-14))
        z = BinomialInterval.normalQuantile(ofTail: self.tail)
    }

    func finding(_ facet: DriftFacet) -> DriftFinding? {
        switch facet {
        case .unfamiliarTemplates:
            share(
                facet, of: unfamiliar(found.unknown), in: found.templates, expected: unfamiliar(profile.new.unknown),
                in: profile.new.templates, clumping: profile.clumping.unfamiliarTemplates)
        case .unfamiliarMessages:
            share(
                facet, of: unfamiliar(found.unknownOfAll), in: found.messages, expected: unfamiliar(profile.new.unknownOfAll),
                in: profile.new.messages, clumping: profile.clumping.unfamiliarMessages)
        case .unsure:
            share(
                facet, of: found.actions[Action.none.rawValue], in: found.templates,
                expected: profile.new.actions[Action.none.rawValue], in: profile.new.templates,
                clumping: profile.clumping.templates)
        case .unknown: unknown
        case .actions: index(facet, found.actions, new: profile.new.actions, seen: profile.seen.actions)
        case .scores: index(facet, found.scores, new: profile.new.scores, seen: profile.seen.scores)
        case .lengths: index(facet, found.lengths, new: profile.new.lengths)
        case .scripts: index(facet, found.scripts, new: profile.new.scripts)
        case .signals: index(facet, found.signals, new: profile.new.signals)
        }
    }

    private func unfamiliar(_ unknown: [Int]) -> Int { unknown[profile.unfamiliarBin...].reduce(0, +) }

    /// Exact limits (Clopper & Pearson) of both shares, put together as Newcombe does for a
    /// difference (Interval estimation for the difference between independent proportions, 1998).
    private func share(
        _ facet: DriftFacet, of count: Int, in all: Int, expected expectedCount: Int, in allExpected: Int, clumping: Double
    ) -> DriftFinding {
        let value = Double(count) / Double(all), expected = Double(expectedCount) / Double(allExpected)
        let ratio = DriftComparison.tolerableRatio
        let own = limits(value, of: all, clumping)
        let spread = ratio * (limits(expected, of: allExpected, clumping).upper - expected)
        func away(_ limit: Double) -> Double { ((value - limit) * (value - limit) + spread * spread).squareRoot() }
        return DriftFinding(
            facet, value: value, lower: max(0, value - away(own.lower)), upper: min(1, value + away(own.upper)),
            expected: expected, limit: ratio * expected)
    }

    private func limits(_ share: Double, of messages: Int, _ clumping: Double) -> (lower: Double, upper: Double) {
        let trials = max(1, Int(Double(messages) / Clumping.designEffect(clumping, messages: messages)))
        let successes = share * Double(trials)
        func upper(_ successes: Double) -> Double {
            BinomialInterval.clopperPearsonUpper(
                successes: min(trials, Int(successes.rounded(.up))), trials: trials, confidence: 1 - tail) ?? 1
        }
        return (1 - upper(Double(trials) - successes), upper(successes))
    }

    /// The mean share of unknown features. Its limits are those of a normal mean.
    private var unknown: DriftFinding? {
        let (own, expected) = (Moments(found.unknown), Moments(profile.new.unknown))
        let ratio = DriftComparison.tolerableRatio
        func variance(_ moments: Moments, _ messages: Int) -> Double {
            moments.variance / Double(messages) * Clumping.designEffect(profile.clumping.templates, messages: messages)
        }
        let error =
            (variance(own, found.templates) + ratio * ratio * variance(expected, profile.new.templates)).squareRoot()
        return DriftFinding(
            .unknown, value: own.mean, lower: max(0, own.mean - z * error), upper: min(1, own.mean + z * error),
            expected: expected.mean, limit: ratio * expected.mean)
    }

    /// The index against the mixture of new and seen messages that is nearest to what was found.
    private func index(_ facet: DriftFacet, _ counts: [Int], new: [Int], seen: [Int] = []) -> DriftFinding? {
        let foundSize = Double(counts.reduce(0, +)), expectedSize = Double(new.reduce(0, +))
        let clumping = profile.clumping.templates
        let mixtures = seen.isEmpty ? [0] : (0...10).map { Double($0) / 10 }
        let indexes = mixtures.compactMap { share in
            StabilityIndex(
                expected: new.indices.map { (1 - share) * Double(new[$0]) + (seen.isEmpty ? 0 : share * Double(seen[$0])) },
                found: counts.map(Double.init),
                expectedSize: expectedSize / Clumping.designEffect(clumping, messages: Int(expectedSize)),
                foundSize: foundSize / Clumping.designEffect(clumping, messages: Int(foundSize)))
        }
        guard let index = indexes.min(by: { $0.value < $1.value }) else { return nil }
        let interval = index.interval(z)
        return DriftFinding(
            facet, value: index.value, lower: interval.lower, upper: interval.upper, limit: DriftComparison.tolerableIndex)
    }
}

/// Of a histogram over 0...1, by the middles of its bins.
private struct Moments {
    let mean: Double
    let variance: Double

    init(_ counts: [Int]) {
        let all = Double(counts.reduce(0, +)), width = 1 / Double(counts.count)
        let middles = counts.indices.map { (Double($0) + 0.5) * width }
        let mean = zip(middles, counts).reduce(0) { $0 + $1.0 * Double($1.1) } / all
        variance = zip(middles, counts).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * Double($1.1) } / all
        self.mean = mean
    }
}
