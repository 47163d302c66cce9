// Evaluation: messages drawn again, by group. Outcomes and the numbers of their groups in, weights
// of groups out.

/// Groups drawn with replacement, as many as there are (Efron 1979; by cluster: Field & Welsh
/// 2007). Groups with junk and groups without are drawn apart, so that no round lacks junk by
/// chance.
///
/// Messages of one template are right or wrong together, so they are drawn together.
struct GroupResampling {
    /// The group of each outcome, from 0 in the order of their first messages.
    let groupOfRow: [UInt32]
    /// The groups of each stratum.
    private let strata: [[UInt32]]
    private let junk: [Int]
    private let wanted: [Int]

    var groupCount: Int { junk.count }

    /// - Parameter groups: a number for each outcome, equal in one group.
    init(_ outcomes: [Outcome], groups: [UInt64]) {
        precondition(
            groups.count == outcomes.count, "expected a group for each of \(outcomes.count) outcomes, found \(groups.count)")
        var indexOf: [UInt64: UInt32] = [:]
        var junk: [Int] = [], wanted: [Int] = []
        groupOfRow = zip(outcomes, groups).map { outcome, group in
            let index = indexOf[group] ?? UInt32(junk.count)
            if Int(index) == junk.count {
                indexOf[group] = index
                junk.append(0)
                wanted.append(0)
            }
            if outcome.truth.action == .junk { junk[Int(index)] += 1 } else { wanted[Int(index)] += 1 }
            return index
        }
        let all = junk.indices.map { UInt32($0) }
        strata = [all.filter { junk[Int($0)] > 0 }, all.filter { junk[Int($0)] == 0 }]
        self.junk = junk
        self.wanted = wanted
    }

    /// Sets how often each group was drawn, and returns how many messages that is.
    ///
    /// - Complexity: O(groups).
    func draw(_ weights: inout [UInt32], using random: inout some RandomNumberGenerator) -> (junk: Int, wanted: Int) {
        for i in weights.indices { weights[i] = 0 }
        var drawn = (junk: 0, wanted: 0)
        for stratum in strata {
            let count = UInt64(stratum.count)
            for _ in stratum {
                // The standard library's random(in:) promises no numbers across versions.
                let group = Int(stratum[Int(random.next().multipliedFullWidth(by: count).high)])
                weights[group] += 1
                drawn.junk += junk[group]
                drawn.wanted += wanted[group]
            }
        }
        return drawn
    }
}

extension RankedOutcomes {
    /// What was drawn, measured.
    ///
    /// - Parameter groupOfRank: the group of each of `rows`.
    func measurements(weights: [UInt32], groupOfRank: [UInt32], drawn: (junk: Int, wanted: Int)) -> Measurements {
        var sums = FigureSums(junk: drawn.junk, wanted: drawn.wanted)
        for rank in cells.indices {
            let weight = weights[Int(groupOfRank[rank])]
            if weight > 0 { sums.add(rank: rank, of: self, weight: Int(weight)) }
        }
        return sums.measurements(self)
    }
}
