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
    /// What was counted.
    public let counts: TrafficCounts
    /// What was found of each facet, in the order of `DriftFacet`. Empty where there are no
    /// messages; without facets that few messages cannot tell of.
    public let findings: [DriftFinding]

    /// The usual probability of a false alarm.
    public static let usualLevel = 0.01
    /// An index up to this is no drift: the convention for a small change.
    static let tolerableIndex = 0.1
    /// A share or ratio up to so many times the expected one is no drift.
    static let tolerableRatio = 1.1
    /// The same of all messages, whose shares vary with the size of campaigns.
    static let tolerableRatioOfAll = 1.5

    /// Whether any facet is in alarm.
    public var isAlarm: Bool { findings.contains(where: \.isAlarm) }
    /// The facets in alarm, in the order of `findings`.
    public var alarms: [DriftFinding] { findings.filter(\.isAlarm) }

    /// The finding of one facet; `nil` where it was not compared.
    public subscript(facet: DriftFacet) -> DriftFinding? { findings.first { $0.facet == facet } }

    /// Compares what was counted with what training leads to expect.
    ///
    /// - Parameters:
    ///   - profile: what the model was trained on.
    ///   - counts: what was counted.
    ///   - level: the probability of a false alarm, in 0...1, both ends left out.
    ///   - looks: of how many such comparisons the level is, 1 or more.
    /// - Precondition: `level` and `looks` are in these ranges.
    public init(_ counts: TrafficCounts, _ profile: TrafficProfile, level: Double = usualLevel, looks: Int = 1) {
        precondition(level > 0 && level < 1 && looks > 0, "expected a level between 0 and 1, and looks")
        self.counts = counts
        guard counts.templates > 0, profile.new.templates > 0 else {
            findings = []
            return
        }
        let perLook = level / Double(looks)
        findings = DriftFacet.allCases.compactMap { FacetTest(counts, profile, tail: perLook * $0.partOfLevel).finding($0) }
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
            unfamiliar(
                facet, found.unknown, profile.new.unknown,
                clumping: max(profile.clumping.unfamiliarTemplates, profile.clumping.templates),
                tolerable: DriftComparison.tolerableRatio)
        case .unfamiliarMessages:
            unfamiliar(
                facet, found.unknownOfAll, profile.new.unknownOfAll, clumping: profile.clumping.messages,
                tolerable: DriftComparison.tolerableRatioOfAll)
        case .unfamiliarity: unfamiliarity
        case .unsure:
            share(
                facet, of: found.actions[Action.none.rawValue], in: found.templates,
                expected: profile.new.actions[Action.none.rawValue], in: profile.new.templates,
                clumping: profile.clumping.templates, tolerable: DriftComparison.tolerableRatio, tail: tail)
        case .unknown: unknown
        case .actions: index(facet, found.actions, new: profile.new.actions, seen: profile.seen.actions)
        case .scores: index(facet, found.scores, new: profile.new.scores, seen: profile.seen.scores)
        case .lengths: index(facet, found.lengths, new: profile.new.lengths)
        case .scripts: index(facet, found.scripts, new: profile.new.scripts)
        case .signals: index(facet, found.signals, new: profile.new.signals)
        }
    }

    /// At the threshold that tells most.
    private func unfamiliar(
        _ facet: DriftFacet, _ found: [Int], _ expected: [Int], clumping: Double, tolerable: Double
    ) -> DriftFinding? {
        TrafficProfile.unfamiliarOf.map { of in
            let bin = TrafficProfile.unfamiliarBin(profile.new.unknown, oneIn: of)
            return share(
                facet, of: found[bin...].reduce(0, +), in: found.reduce(0, +), expected: expected[bin...].reduce(0, +),
                in: expected.reduce(0, +), clumping: clumping, tolerable: tolerable,
                tail: tail / Double(TrafficProfile.unfamiliarOf.count))
        }.max { $0.lower - $0.limit < $1.lower - $1.limit }
    }

    /// A message counts more the farther it is beyond the others: Benchmarks/decisions/drift.md.
    private var unfamiliarity: DriftFinding? {
        let clumping = max(profile.clumping.unfamiliarity, profile.clumping.templates)
        guard
            let test = TailRankTest(
                expected: profile.new.unknown, found: found.unknown, tail: TrafficProfile.unfamiliarTail, clumping: clumping)
        else { return nil }
        let range = test.range(z)
        return DriftFinding(
            .unfamiliarity, value: test.ratio, lower: range.lower, upper: range.upper, expected: 1,
            limit: DriftComparison.tolerableRatio)
    }

    /// The limits of a share by those of its ratio to the expected one: of so many successes of
    /// both, how many are of the first is binomial (Przyborowski & Wilenski, Homogeneity of results
    /// in testing samples from Poisson series, 1940), with exact limits (Clopper & Pearson, 1934).
    private func share(
        _ facet: DriftFacet, of count: Int, in all: Int, expected expectedCount: Int, in allExpected: Int, clumping: Double,
        tolerable: Double, tail: Double
    ) -> DriftFinding {
        let value = Double(count) / Double(all), expected = Double(max(1, expectedCount)) / Double(allExpected)
        func effect(_ messages: Int) -> Double { Clumping.designEffect(clumping, messages: messages) }
        let successes = Int(Double(count) / effect(all))
        let others = Int((Double(max(1, expectedCount)) / effect(allExpected)).rounded(.up))
        let sizes = Double(all) / effect(all) / (Double(allExpected) / effect(allExpected))
        func upper(_ successes: Int) -> Double {
            BinomialInterval.clopperPearsonUpper(
                successes: successes, trials: successes + others, confidence: 1 - tail) ?? 1
        }
        /// The share whose part of the successes is this.
        func share(_ part: Double) -> Double { part < 1 ? min(1, expected * part / (1 - part) / sizes) : 1 }
        let lowerPart =
            1 - (BinomialInterval.clopperPearsonUpper(successes: others, trials: successes + others, confidence: 1 - tail) ?? 1)
        return DriftFinding(
            facet, value: value, lower: min(value, share(lowerPart)), upper: max(value, share(upper(successes))),
            expected: expected, limit: tolerable * expected)
    }

    /// The mean share of unknown features. Its limits are those of a normal mean.
    private var unknown: DriftFinding? {
        let (value, expected) = (found.unknownShare, profile.new.unknownShare)
        let ratio = DriftComparison.tolerableRatio
        // Of few messages alike no variance can be told: that of training holds.
        let usual = variance(profile.new.unknown)
        func errorSquare(_ counts: TrafficCounts) -> Double {
            max(usual, variance(counts.unknown)) / Double(counts.templates)
                * Clumping.designEffect(profile.clumping.templates, messages: counts.templates)
        }
        let error = (errorSquare(found) + ratio * ratio * errorSquare(profile.new)).squareRoot()
        return DriftFinding(
            .unknown, value: value, lower: max(0, value - z * error), upper: min(1, value + z * error), expected: expected,
            limit: ratio * expected)
    }

    /// Of a histogram over 0...1, with that of a bin.
    private func variance(_ counts: [Int]) -> Double {
        let all = Double(counts.reduce(0, +)), width = 1 / Double(counts.count)
        func sum(_ power: (Double) -> Double) -> Double {
            counts.indices.reduce(0) { $0 + power((Double($1) + 0.5) * width) * Double(counts[$1]) }
        }
        let mean = sum { $0 } / all
        return sum { ($0 - mean) * ($0 - mean) } / all + width * width / 12
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
                foundSize: foundSize / Clumping.designEffect(clumping, messages: Int(foundSize)),
                leastShare: facet == .scores || facet == .lengths ? 0.02 : 0)
        }
        guard let index = indexes.min(by: { $0.value < $1.value }) else { return nil }
        let interval = index.interval(z)
        return DriftFinding(
            facet, value: index.value, lower: interval.lower, upper: interval.upper, limit: DriftComparison.tolerableIndex)
    }
}
