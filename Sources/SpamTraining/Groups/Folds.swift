// Training: which part of a corpus each group is in, when it is divided to train on some and score the rest.

import Statistics

/// The fold of every row, in 0..<count, by a hash of its group alone: a corpus that grows leaves the folds of its groups as they are.
package func folds(ofGroups groups: [UInt64], count: Int, seed: UInt64) -> [Int] {
    var random = SplitMix(seed: seed)
    let salt = random.next()
    return groups.map { group in
        var mix = SplitMix(seed: group ^ salt)
        return Int(mix.next() % UInt64(count))
    }
}
