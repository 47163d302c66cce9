// Drift: counts of messages against the profile of a model, facet by facet, with answers.

import Statistics

/// Messages compared with those that a model was trained on.
///
/// A facet differs where it lies above what training explains, by more than a tolerance. If nothing
/// has changed, the probability that any does is at most `level`: each facet has its part of it
/// (Bonferroni).
public struct DriftComparison: Sendable {
    /// What was counted.
    public let counts: TrafficCounts
    /// What was found of each facet, in the order of `DriftFacet`. Empty where there are no
    /// messages.
    public let findings: [DriftFinding]
    /// How many sources training had.
    let sources: Int

    /// The usual probability of a false alarm.
    public static let usualLevel = 0.01
    /// An index up to the first is no drift, and one above the second is much: the convention.
    static let (tolerableIndex, largeIndex) = (0.1, 0.25)
    /// A share up to so many times the expected one is no drift.
    static let tolerableRatio = 1.1

    /// `differs` where any facet does, `like` where all are.
    public var answer: DriftAnswer {
        if isAlarm { return .differs }
        return !findings.isEmpty && findings.allSatisfy { $0.answer == .like } ? .like : .cannotTell
    }
    /// Whether any facet differs.
    public var isAlarm: Bool { findings.contains(where: \.isAlarm) }
    /// The facets that differ, in the order of `findings`.
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
    ///   - sources: how many sources training had. Of several, messages of one may differ from the
    ///     mix though nothing has changed, and the advice says so.
    /// - Precondition: `level` and `looks` are in these ranges.
    public init(
        _ counts: TrafficCounts, _ profile: TrafficProfile, level: Double = usualLevel, looks: Int = 1, sources: Int = 1
    ) {
        precondition(level > 0 && level < 1 && looks > 0, "expected a level between 0 and 1, and looks")
        (self.counts, self.sources) = (counts, sources)
        guard counts.templates > 0, profile.new.templates > 0 else {
            findings = []
            return
        }
        let perLook = level / Double(looks)
        let facets = DriftFacet.allCases.filter { profile.isRecalibrated != true || $0.isOfFeatures }
        findings = facets.compactMap {
            FacetTest(counts, profile, tail: perLook * $0.partOfLevel).finding($0)
        }
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
        case .unknown: unknown
        case .newTemplates:
            share(
                facet, TemplateSum(found.unknown, newness: profile.new.newness),
                expected: TemplateSum(profile.new.unknown, newness: profile.new.newness), profile.clumping.newTemplates)
        case .unsure:
            share(
                facet, TemplateSum(found.unsure, of: found.templates),
                expected: TemplateSum(profile.new.unsure, of: profile.new.templates), profile.clumping.templates)
        case .scores: scores
        }
    }

    /// The mean share of unknown features. Its limits are those of a normal mean.
    private var unknown: DriftFinding {
        let (value, expected) = (found.unknownShare, profile.new.unknownShare)
        let ratio = DriftComparison.tolerableRatio
        // Of few messages alike no variance can be told: that of training holds.
        let usual = variance(profile.new.unknown)
        func errorSquare(_ counts: TrafficCounts) -> Double {
            max(usual, variance(counts.unknown)) / independent(counts.templates, profile.clumping.templates)
        }
        let error = z * (errorSquare(found) + ratio * ratio * errorSquare(profile.new)).squareRoot()
        return share(.unknown, value, (max(0, value - error), min(1, value + error)), expected, profile.clumping.templates)
    }

    /// The variance of a histogram over 0...1, with that of a bin.
    private func variance(_ counts: [Int]) -> Double {
        let all = Double(counts.reduce(0, +)), width = 1 / Double(counts.count)
        func sum(_ power: (Double) -> Double) -> Double {
            counts.indices.reduce(0) { $0 + power((Double($1) + 0.5) * width) * Double(counts[$1]) }
        }
        let mean = sum { $0 } / all
        return sum { ($0 - mean) * ($0 - mean) } / all + width * width / 12
    }

    /// The lower limit is that of the ratio to the expected share, so that it allows for chance in
    /// training: of so many successes of both, how many are of the first is binomial (Przyborowski
    /// & Wilenski, Homogeneity of results in testing samples from Poisson series, 1940). Limits are
    /// exact (Clopper & Pearson, 1934). A sum of weights counts as so many successes as have its
    /// mean and variance (Bohm & Zech, Statistics of weighted Poisson events, 2014).
    private func share(
        _ facet: DriftFacet, _ found: TemplateSum, expected: TemplateSum, _ clumping: Double
    ) -> DriftFinding {
        let value = found.weights / Double(found.of), share = expected.atLeastOne.weights / Double(expected.of)
        let weight = (found.squares + expected.atLeastOne.squares) / (found.weights + expected.atLeastOne.weights)
        let sizes = (found: independent(found.of, clumping), expected: independent(expected.of, clumping))
        let (successes, others) = (value * sizes.found / weight, Int((share * sizes.expected / weight).rounded(.up)))
        func upperLimit(_ successes: Int, of trials: Int) -> Double {
            BinomialInterval.clopperPearsonUpper(successes: successes, trials: trials, confidence: 1 - tail) ?? 1
        }
        let part = 1 - upperLimit(others, of: others + Int(successes))
        let lower = part < 1 ? share * part / (1 - part) * sizes.expected / sizes.found : 1
        let trials = max(1, Int(sizes.found))
        let upper = weight * upperLimit(min(trials, Int(successes.rounded(.up))), of: trials)
        return self.share(
            facet, value, (min(value, lower), min(1, max(value, upper))), share, clumping, count: found.weights)
    }

    private func share(
        _ facet: DriftFacet, _ value: Double, _ range: (Double, Double), _ expected: Double, _ clumping: Double,
        count: Double? = nil
    ) -> DriftFinding {
        DriftFinding(
            facet, value: value, range, expected: expected, limit: DriftComparison.tolerableRatio * expected,
            likeUpTo: expected + max(0.05, expected / 2), count: count, of: found.templates,
            moreWouldTell: moreWouldTell(clumping))
    }

    /// The index against the mixture of new and seen messages that is nearest to what was found.
    private var scores: DriftFinding? {
        let (new, seen, clumping) = (profile.new.scores, profile.seen.scores, profile.clumping.templates)
        let indexes = (0...10).compactMap { tenths in
            let learned = Double(tenths) / 10
            let expected: [Double] = new.indices.map { (1 - learned) * Double(new[$0]) + learned * Double(seen[$0]) }
            return StabilityIndex(
                expected: expected, found: found.scores.map(Double.init),
                expectedSize: independent(profile.new.templates, clumping),
                foundSize: independent(found.templates, clumping), leastShare: 0.02)
        }
        guard let index = indexes.min(by: { $0.value < $1.value }) else { return nil }
        return DriftFinding(
            .scores, value: index.value, index.interval(z), limit: DriftComparison.tolerableIndex,
            likeUpTo: DriftComparison.largeIndex, of: found.templates,
            moreWouldTell: moreWouldTell(clumping))
    }

    /// How many independent templates so many are worth; at most 1 / clumping.
    private func independent(_ templates: Int, _ clumping: Double) -> Double {
        Double(templates) / (1 + clumping * Double(templates))
    }

    /// Where training has no more templates, or clumps have half the say, it is training that makes
    /// ranges long.
    private func moreWouldTell(_ clumping: Double) -> Bool {
        found.templates < profile.new.templates && clumping * Double(found.templates) < 1
    }
}

/// Some of the templates, each with a weight.
private struct TemplateSum {
    var weights = 0.0
    /// The sum of the squares of the weights.
    var squares = 0.0
    /// How many templates there are, with and without weight.
    let of: Int

    init(_ count: Int, of: Int) { (weights, squares, self.of) = (Double(count), Double(count), of) }

    /// - Parameter newness: the weight of a template of each bin.
    init(_ unknown: [Int], newness: [Double]) {
        of = unknown.reduce(0, +)
        for (count, weight) in zip(unknown, newness) {
            weights += weight * Double(count)
            squares += weight * weight * Double(count)
        }
    }

    /// None of training is no proof that there are none.
    var atLeastOne: TemplateSum { weights < 1 ? TemplateSum(1, of: of) : self }
}
