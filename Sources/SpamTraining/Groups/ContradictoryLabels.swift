// Training: messages that read the same and are labelled both junk and wanted.

import SpamFilter
import Statistics

/// Messages with exactly the features of a message on the other side of junk: no model can be right
/// about both. Of each such group the messages of the rarer side are likely labelled wrong.
package struct ContradictoryLabels: Sendable, Hashable {
    /// How many messages are on the rarer side of their group, of those examined.
    package let messages: Rate

    /// At most about this many messages are examined, drawn by a hash of their features.
    private static let enough = 500_000
    /// The fewest messages in a thousand that are reported: most corpora have a few.
    private static let leastPerThousand = 5

    /// `nil` if there are few.
    ///
    /// - Complexity: O(entries).
    init?(_ matrix: FeatureMatrix, _ labels: [Label], enough: Int = enough) {
        /// How many wanted and junk messages have the same features, by their hash.
        var counts: [UInt64: (wanted: Int, junk: Int)] = [:]
        let stride = UInt64((labels.count + enough - 1) / max(1, enough))
        var lookedAt = 0
        matrix.forEachBlock(of: RowList(labels.indices)) { rows in
            for row in rows where matrix.entryCount(ofRow: row) > 0 {
                var sum: UInt64 = 0
                matrix.forEachEntry(ofRow: row) { entry in
                    var mix = SplitMix(seed: UInt64(entry.bits))
                    sum &+= mix.next()
                }
                guard stride < 2 || sum % stride == 0 else { continue }
                lookedAt += 1
                let isJunk = labels[row].action == .junk
                if isJunk { counts[sum, default: (0, 0)].junk += 1 } else { counts[sum, default: (0, 0)].wanted += 1 }
            }
        }
        let found = counts.values.reduce(0) { $0 + min($1.junk, $1.wanted) }
        guard found * 1000 >= lookedAt * ContradictoryLabels.leastPerThousand, found > 0 else { return nil }
        messages = Rate(found, of: lookedAt)
    }
}
