// Training: what can be said of wanted messages in Junk before anybody lost one.

import SpamEvaluation

/// What was asked of false junk, and what the out-of-fold scores allow to promise.
public struct FalseJunkPromise: Sendable, Hashable, Codable {
    /// The bound asked for.
    public let bound: Double
    /// Wanted messages that were scored out of fold, how many independent ones they are worth, and how many the cutoff would call junk.
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
    /// What holds of the messages of protected labels; `nil` where no label is protected.
    public let protected: ProtectedPromise?

    /// Whether the limit is within the bound.
    public var isKept: Bool { upperLimit <= bound }

    /// How many independent wanted messages, none of them called junk, it takes to promise the bound; `nil` where no number does, as for
    /// a bound of 0.
    public var wantedNeeded: Int? {
        guard bound > 0 else { return nil }
        return bound < 1 ? BinomialInterval.trialsNeeded(forUpperBound: bound) : 0
    }
}

/// What can be promised of messages of protected labels. The model protects those that it takes for such if they are not junk; one that it
/// takes for another kind has the cutoff of all.
public struct ProtectedPromise: Sendable, Hashable, Codable {
    /// Messages that were scored out of fold, how many independent ones they are worth, and how many would be called junk.
    public let wanted: Int
    public let independentWanted: Int
    public let falseJunk: Int
    /// The one-sided upper 95 % limit (Clopper-Pearson) on the rate of false junk among them.
    public let upperLimit: Double

    init(groups: [UInt64], falseJunk: Int) {
        let sample = GroupedSample(groups: groups)
        (wanted, independentWanted, upperLimit) = (sample.count, sample.independentCount, sample.upperLimit(falseJunk))
        self.falseJunk = falseJunk
    }
}

/// Messages of which some are of one group, and so say little more than one of them.
///
/// Ten messages of one template are junk or not together. Counted as ten they would promise too much; so limits are those of
/// (sum of m)^2 / sum of m^2 independent messages, m the sizes of the groups (Kish, Survey Sampling, 1965, for full correlation
/// within groups): all of them where each message is its own group, the number of groups where all are of one size.
struct GroupedSample {
    let count: Int
    let independentCount: Int

    /// - Parameter groups: the group of each message.
    init(groups: [UInt64]) {
        count = groups.count
        let sizes = Dictionary(groups.lazy.map { ($0, 1) }, uniquingKeysWith: +).values
        let squares = sizes.reduce(0) { $0 + $1 * $1 }
        independentCount = squares == 0 ? 0 : count * count / squares
    }

    /// The one-sided upper 95 % limit on the true rate when `k` of the messages are called junk; 1 without messages.
    func upperLimit(_ k: Int) -> Double {
        guard independentCount > 0 else { return 1 }
        let independent = (Double(k) * Double(independentCount) / Double(count)).rounded(.up)
        return BinomialInterval.clopperPearsonUpper(successes: Int(independent), trials: independentCount) ?? 1
    }
}
