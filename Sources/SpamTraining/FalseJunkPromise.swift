// Training: what can be said of wanted messages in Junk before anybody lost one.

import SpamEvaluation

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
    /// What a message costs on average by the cutoffs of all labels, at the costs asked for; `nil` where none were.
    public let meanCost: Double?
    /// What holds of the messages of protected labels; `nil` where no label is protected.
    public let protected: ProtectedPromise?

    /// How many groups the false junk is worth, each counting the share of it that is called junk, rounded up: with `independentWanted` what
    /// `upperLimit` is the limit of, and therefore not kept beside it.
    public var independentFalseJunk: Int { GroupedSample.groups(ofLimit: upperLimit, of: independentWanted) }

    /// Whether the limit is within the bound.
    public var isKept: Bool { upperLimit <= bound }

    /// How many groups of wanted messages, none of them called junk, it takes to promise the bound; `nil` where no number does, as for
    /// a bound of 0.
    public var wantedNeeded: Int? {
        guard bound > 0 else { return nil }
        return bound < 1 ? BinomialInterval.trialsNeeded(forUpperBound: bound) : 0
    }
}

/// What can be promised of messages of protected labels. The model protects those that it takes for such if they are not junk; one that it
/// takes for another kind has the cutoff of all.
public struct ProtectedPromise: Sendable, Hashable, Codable {
    /// Messages that were scored out of fold, of how many groups, and how many would be called junk.
    public let wanted: Int
    public let independentWanted: Int
    public let falseJunk: Int
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the rate of false junk among them.
    public let upperLimit: Double

    /// See `FalseJunkPromise.independentFalseJunk`.
    public var independentFalseJunk: Int { GroupedSample.groups(ofLimit: upperLimit, of: independentWanted) }

    init(groups: [UInt64], isCalledJunk: [Bool]) {
        let sample = GroupedSample(groups: groups)
        (wanted, independentWanted) = (sample.count, sample.independentCount)
        upperLimit = sample.upperLimit(sample.weight { isCalledJunk[$0] })
        falseJunk = isCalledJunk.count { $0 }
    }
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

    /// The weight of the messages that are called junk.
    func weight(where isCalledJunk: (Int) -> Bool) -> Double {
        weights.indices.reduce(0) { isCalledJunk($1) ? $0 + weights[$1] : $0 }
    }
}
