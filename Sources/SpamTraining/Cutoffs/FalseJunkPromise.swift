// Training: what can be said of wanted messages in Junk before anybody lost one.

import SpamFilter
import Statistics

/// What was asked of false junk, and what the out-of-fold scores allow to promise.
public struct FalseJunkPromise: Sendable, Hashable, Codable {
    /// The bound asked for.
    public let bound: Double
    /// Wanted messages that were scored out of fold, of how many groups, and how many the cutoff would call junk.
    public let wanted: Int
    public let independentWanted: Int
    public let falseJunk: Int
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the rate of false junk.
    public let upperLimit: Double
    /// Junk messages that were scored, and how many the cutoff finds.
    public let junk: Int
    public let found: Int
    /// Messages that could not be scored, as all other messages of their action share their fold.
    public let unscored: Int
    /// What a message costs on average, at the costs asked for; `nil` where none were.
    public let meanCost: Double?
    /// What holds of the messages of each protected label; `nil` where no label is protected.
    public let protectedLabels: [ProtectedPromise]?

    /// How many groups the false junk is worth, each counting the share of it that is called junk, rounded up: with `independentWanted` what
    /// `upperLimit` is the limit of, and therefore not kept beside it.
    public var independentFalseJunk: Int { GroupedSample.groups(ofLimit: upperLimit, of: independentWanted) }

    /// Whether the limit is within the bound.
    public var isKept: Bool { upperLimit <= bound }

    /// How many groups of wanted messages, none of them called junk, it takes to promise the bound; `nil` where no number does, as for
    /// a bound of 0, or more than there are messages.
    public var wantedNeeded: Int? { GroupedSample.groupsNeeded(within: bound) }

    /// What a policy does with messages scored out of fold.
    init(_ asked: JunkCutoffs, _ policy: DecisionPolicy, junk: [ScoredMessage], wanted: [ScoredMessage], unscored: Int) {
        let sample = GroupedSample(groups: wanted.map(\.group))
        bound = asked.maxFalseJunk
        (self.wanted, independentWanted) = (wanted.count, sample.independentCount)
        falseJunk = wanted.count(where: policy.callsJunk)
        upperLimit = sample.upperLimit(sample.weight { policy.callsJunk(wanted[$0]) })
        self.junk = junk.count
        found = junk.count(where: policy.callsJunk)
        self.unscored = unscored
        meanCost = asked.costs.map { policy.meanCost($0, junk: junk, wanted: wanted) }
        protectedLabels =
            asked.protected.isEmpty
            ? nil
            : asked.protected.map { label in ProtectedPromise(label, policy, wanted.filter { label.protects($0.label) }) }
    }
}

extension DecisionPolicy {
    /// What a message costs on average.
    fileprivate func meanCost(_ costs: MistakeCosts, junk: [ScoredMessage], wanted: [ScoredMessage]) -> Double {
        func cost(_ message: ScoredMessage, asJunk: Double, asWanted: Double) -> Double {
            callsJunk(message) ? asJunk : message.logOdds >= Double(unsureCutoff) ? costs.unsure : asWanted
        }
        var sum = junk.reduce(0) { $0 + cost($1, asJunk: 0, asWanted: costs.missedJunk) }
        sum += wanted.reduce(0) { $0 + cost($1, asJunk: costs.falseJunk, asWanted: 0) }
        return sum / Double(max(1, junk.count + wanted.count))
    }
}

/// What can be promised of messages of a protected label. The model protects those that it takes for one of a protected label if they are not
/// junk; one that it takes for another kind has the cutoff of all.
public struct ProtectedPromise: Sendable, Hashable, Codable {
    public let label: String
    /// The bound asked for; `nil` where none was.
    public let bound: Double?
    /// Messages that were scored out of fold, of how many groups, and how many would be called junk.
    public let wanted: Int
    public let independentWanted: Int
    public let falseJunk: Int
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the rate of false junk among them.
    public let upperLimit: Double

    /// See `FalseJunkPromise.independentFalseJunk`.
    public var independentFalseJunk: Int { GroupedSample.groups(ofLimit: upperLimit, of: independentWanted) }

    init(_ asked: ProtectedLabel, _ policy: DecisionPolicy, _ messages: [ScoredMessage]) {
        let sample = GroupedSample(groups: messages.map(\.group))
        (label, bound) = (asked.label.description, asked.maxFalseJunk)
        (wanted, independentWanted) = (sample.count, sample.independentCount)
        falseJunk = messages.count(where: policy.callsJunk)
        upperLimit = sample.upperLimit(sample.weight { policy.callsJunk(messages[$0]) })
    }

    /// How many groups, none of them called junk, it takes to promise a rate; `nil` where no number does.
    public static func wantedNeeded(within bound: Double) -> Int? { GroupedSample.groupsNeeded(within: bound) }
}

/// Messages of which some are of one group, and so say little more than one of them.
///
/// Ten messages of one template are junk or not together, and the next message is of a template that nobody has seen. So each group is one
/// message, whose false junk is the share of the group that is called junk. Lost: counting messages, worth (sum of m)^2 / sum of m^2 of them
/// for groups of m (Kish, Survey Sampling, 1965): one group of thousands of like messages leaves a corpus of ten thousand others worth six
/// hundred, too few to promise anything.
struct GroupedSample {
    let count: Int
    /// The number of groups.
    let independentCount: Int
    /// What each message counts: one over the size of its group.
    let weights: [Double]

    /// - Parameter groups: the group of each message.
    init(groups: [UInt64]) {
        count = groups.count
        let sizes = Dictionary(groups.lazy.map { ($0, 1) }, uniquingKeysWith: +)
        independentCount = sizes.count
        weights = groups.map { 1 / Double(sizes[$0]!) }
    }

    /// The one-sided upper 95 % limit (Clopper-Pearson) on the true rate when messages of so much weight are called junk; 1 without
    /// messages.
    func upperLimit(_ weight: Double) -> Double {
        upperLimit(groups: GroupedSample.wholeGroups(weight))
    }

    private func upperLimit(groups: Int) -> Double {
        guard independentCount > 0 else { return 1 }
        return BinomialInterval.clopperPearsonUpper(successes: groups, trials: independentCount) ?? 1
    }

    /// A weight in groups, a part of one counting whole. Thirds of a group may add up to a little more than one.
    static func wholeGroups(_ weight: Double) -> Int { max(0, Int((weight - 1e-9).rounded(.up))) }

    /// The most groups that may be called junk for the limit to lie within a bound; -1 where even none are too many.
    ///
    /// - Complexity: some log2(groups) limits, where one for each message took 7 s for 150,000 of them.
    func mostGroups(within bound: Double) -> Int {
        var kept = -1, tooMany = independentCount + 1
        while tooMany - kept > 1 {
            let groups = (kept + tooMany) / 2
            if upperLimit(groups: groups) <= bound { kept = groups } else { tooMany = groups }
        }
        return kept
    }

    /// The number of groups, out of `trials`, whose `upperLimit` this is.
    static func groups(ofLimit limit: Double, of trials: Int) -> Int {
        // Limits rise with the number of groups, by far more than what is lost in writing one down.
        var fewest = 0, most = trials
        while fewest < most {
            let middle = (fewest + most) / 2
            let found = BinomialInterval.clopperPearsonUpper(successes: middle, trials: trials) ?? 1
            if found < limit * (1 - 1e-9) { fewest = middle + 1 } else { most = middle }
        }
        return fewest
    }

    /// How many groups, none of them called junk, it takes for the limit to lie within a bound; `nil` where no number does, or more than 2^40.
    static func groupsNeeded(within bound: Double) -> Int? {
        guard bound > 0 else { return nil }
        return bound < 1 ? BinomialInterval.trialsNeeded(forUpperBound: bound) : 0
    }

    /// The weight of the messages that are called junk.
    func weight(where isCalledJunk: (Int) -> Bool) -> Double {
        weights.indices.reduce(0) { isCalledJunk($1) ? $0 + weights[$1] : $0 }
    }
}
