// Statistics: messages of groups, as independent as their groups are.

/// Messages in groups: those of one group are not independent, so each group counts as one message.
///
/// Ten messages of one template are called junk or not together, and the next message is of an
/// unseen template. The false junk of a group is the share of it that is called junk. Kish's
/// effective sample size lost: Benchmarks/decisions/groups.md.
package struct GroupedSample {
    package let count: Int
    /// The number of groups.
    package let independentCount: Int
    /// The weight of each message: one over the size of its group.
    package let weights: [Double]

    /// - Parameter groups: the group of each message.
    package init(groups: [UInt64]) {
        count = groups.count
        let sizes = Dictionary(groups.lazy.map { ($0, 1) }, uniquingKeysWith: +)
        independentCount = sizes.count
        weights = groups.map { 1 / Double(sizes[$0]!) }
    }

    /// The one-sided upper 95 % limit (Clopper-Pearson) on the true rate if messages of this total
    /// weight are called junk; 1 without messages.
    package func upperLimit(_ weight: Double) -> Double {
        upperLimit(groups: GroupedSample.wholeGroups(weight))
    }

    private func upperLimit(groups: Int) -> Double {
        guard independentCount > 0 else { return 1 }
        return BinomialInterval.clopperPearsonUpper(successes: groups, trials: independentCount) ?? 1
    }

    /// A weight as a number of groups, rounded up. Thirds may add up to a little more than one.
    package static func wholeGroups(_ weight: Double) -> Int { max(0, Int((weight - 1e-9).rounded(.up))) }

    /// The most groups that may be called junk with the limit within a bound; -1 if even none may.
    ///
    /// - Complexity: log2(groups) limits.
    package func mostGroups(within bound: Double) -> Int {
        var kept = -1, tooMany = independentCount + 1
        while tooMany - kept > 1 {
            let groups = (kept + tooMany) / 2
            if upperLimit(groups: groups) <= bound { kept = groups } else { tooMany = groups }
        }
        return kept
    }

    /// The number of groups, out of `trials`, whose `upperLimit` this is.
    package static func groups(ofLimit limit: Double, of trials: Int) -> Int {
        // Limits rise with the number of groups, by far more than the rounding of a written limit.
        var fewest = 0, most = trials
        while fewest < most {
            let middle = (fewest + most) / 2
            let found = BinomialInterval.clopperPearsonUpper(successes: middle, trials: trials) ?? 1
            if found < limit * (1 - 1e-9) { fewest = middle + 1 } else { most = middle }
        }
        return fewest
    }

    /// How many groups, none called junk, bring the limit within a bound; `nil` if no number up to
    /// 2^40 does.
    package static func groupsNeeded(within bound: Double) -> Int? {
        guard bound > 0 else { return nil }
        return bound < 1 ? BinomialInterval.trialsNeeded(forUpperBound: bound) : 0
    }

    /// The weight of the messages that are called junk.
    package func weight(where isCalledJunk: (Int) -> Bool) -> Double {
        weights.indices.reduce(0) { isCalledJunk($1) ? $0 + weights[$1] : $0 }
    }
}
