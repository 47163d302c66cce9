// Training: messages that read the same and are called junk here, wanted there. One of the labels is wrong, and no model can be right about both.

import SpamFilter
import Statistics

/// Messages whose features, and how often each occurs, are those of a message on the other side of junk.
public struct ContradictoryLabels: Sendable, Hashable {
    /// How many there are, on both sides, of how many that were looked at.
    public let messages: Rate

    /// So many messages are looked at, of more those drawn by what they read as.
    private static let enough = 500_000
    /// From how many messages in a thousand on it is worth a word: a few there are in most corpora.
    private static let worthAWord = 5

    /// `nil` where there are few.
    ///
    /// - Complexity: O(entries).
    init?(_ matrix: FeatureMatrix, _ labels: [Label], enough: Int = enough) {
        /// By what they read as: how many messages of it are wanted, and how many junk.
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
        let found = counts.values.reduce(0) { $1.junk > 0 && $1.wanted > 0 ? $0 + $1.junk + $1.wanted : $0 }
        guard found * 1000 >= lookedAt * ContradictoryLabels.worthAWord, found > 0 else { return nil }
        messages = Rate(found, of: lookedAt)
    }
}
