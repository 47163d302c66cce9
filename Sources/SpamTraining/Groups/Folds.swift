// Training: folds: which one each group is in.

import Statistics

/// The fold of every row, in 0..<count, by a hash of its group alone: as a corpus grows, its groups
/// keep their folds.
///
/// - Precondition: `count` is above 0.
package func folds(ofGroups groups: [UInt64], count: Int, seed: UInt64) -> [Int] {
    var random = SplitMix(seed: seed)
    let salt = random.next()
    return groups.map { group in
        var mix = SplitMix(seed: group ^ salt)
        return Int(mix.next() % UInt64(count))
    }
}
