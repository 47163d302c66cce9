// Training: the fold of each group in cross-validation.

import Statistics

/// The fold of a group, in 0..<count, by a hash of the group alone: as a corpus grows, its groups
/// keep their folds.
struct FoldOfGroup {
    private let count: UInt64
    private let salt: UInt64

    /// - Precondition: `count` is above 0.
    init(count: Int, seed: UInt64) {
        self.count = UInt64(count)
        var random = SplitMix(seed: seed)
        salt = random.next()
    }

    func callAsFunction(_ group: UInt64) -> Int {
        var mix = SplitMix(seed: group ^ salt)
        return Int(mix.next() % count)
    }
}

/// The fold of every row.
package func folds(ofGroups groups: [UInt64], count: Int, seed: UInt64) -> [Int] {
    let fold = FoldOfGroup(count: count, seed: seed)
    return groups.map { fold($0) }
}
