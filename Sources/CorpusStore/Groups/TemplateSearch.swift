// Store: near duplicates in near-linear time: MinHash and banding over the features that models are
// made of, which read numbers as shapes (Broder 1997; one-permutation hashing with borrowed bins,
// Li, Owen & Zhang 2012, Shrivastava & Li 2014).

import Corpus
import SpamFilter

/// Takes messages in the order of their ids, each once, and joins similar ones.
struct TemplateSearch: ~Copyable {
    /// From so many equal bins of 64 on, two messages are of one group. The share of equal bins
    /// estimates the Jaccard similarity of the features with a standard error of 0.06.
    private static let leastAgreeing = 32
    private static let bins = 64
    /// With fewer features a sketch says little: only messages with equal features are joined.
    private static let leastFeatures = 12

    private var key = TemplateKey()
    private(set) var exact = 0
    private(set) var folded = 0
    private var texts: Set<UInt64> = []
    private var firstOfFeatures: [UInt64: Int] = [:]
    private var firstOfTemplate: [String: Int] = [:]
    private var ids: [Int64] = []
    private var known: [Int64?] = []
    private var parent: [UInt32] = []
    private var keys: [UInt64] = []
    /// Rows with a sketch, and the sketches: `bins` numbers each.
    private var sketched: [UInt32] = []
    private var sketches: [UInt16] = []
    private var groupOfRoot: [Int: Int64] = [:]
    private var firstOfGroup: [Int64: Int] = [:]

    var count: Int { ids.count }

    /// - Parameter group: the number of the group that it is known to be of.
    mutating func add(_ found: CorpusRow, number: Int64, group: Int64?) {
        let row = ids.count
        ids.append(number)
        known.append(group)
        parent.append(UInt32(row))
        var text = SipHash(key: (7, 0))
        text.add(found.message.body)
        if !texts.insert(text.value).inserted { exact += 1 }
        let key = key.key(of: found.message)
        keys.append(key)
        if let group {
            groupOfRoot[row] = group
            if let first = firstOfGroup[group] { join(first, row) } else { firstOfGroup[group] = row }
        }
        if let template = found.group {
            // In any source: a corpus in two files has messages of a template in both.
            if let first = firstOfTemplate[template] { join(first, row) } else { firstOfTemplate[template] = row }
        }
        if let first = firstOfFeatures[key] {
            folded += 1
            join(first, row)
        } else {
            firstOfFeatures[key] = row
            if self.key.features.hashes.count >= Self.leastFeatures { sketch(row) }
        }
    }

    private mutating func sketch(_ row: Int) {
        var least = [UInt16](repeating: .max, count: Self.bins)
        var isFull: UInt64 = 0
        for feature in key.features.hashes {
            // The hashes of a tokenizer need not be uniform in every bit.
            let mixed = feature &* 0x9E37_79B9_7F4A_7C15
            let bin = Int(mixed >> 58)
            least[bin] = min(least[bin], UInt16(truncatingIfNeeded: mixed >> 32))
            isFull |= 1 << UInt64(bin)
        }
        for bin in 0..<Self.bins where isFull >> UInt64(bin) & 1 == 0 {
            // Borrowed from the next full bin, and changed by the distance to it.
            var next = bin, distance: UInt16 = 0
            repeat {
                next = (next + 1) % Self.bins
                distance += 1
            } while isFull >> UInt64(next) & 1 == 0
            least[bin] = least[next] &+ distance &* 0x9E37
        }
        sketched.append(UInt32(row))
        sketches += least
    }

    /// The groups of all that was added.
    mutating func finish() -> FoundGroups {
        var first: [UInt32: UInt32] = [:]
        for band in 0..<Self.bins / 2 {
            first.removeAll(keepingCapacity: true)
            first.reserveCapacity(sketched.count)
            for i in sketched.indices {
                let at = i * Self.bins + 2 * band
                let key = UInt32(sketches[at]) << 16 | UInt32(sketches[at + 1])
                if let earlier = first[key] { joinIfAlike(Int(earlier), i) } else { first[key] = UInt32(i) }
            }
        }
        let roots = ids.indices.map { root(of: $0) }
        return FoundGroups(ids: ids, known: known, roots: roots, keys: keys, groupOfRoot: groupOfRoot)
    }

    private mutating func joinIfAlike(_ a: Int, _ b: Int) {
        let rowA = Int(sketched[a]), rowB = Int(sketched[b])
        guard root(of: rowA) != root(of: rowB) else { return }
        var agreeing = 0
        for bin in 0..<Self.bins where sketches[a * Self.bins + bin] == sketches[b * Self.bins + bin] { agreeing += 1 }
        if agreeing >= Self.leastAgreeing { join(rowA, rowB) }
    }

    /// Joins two groups, unless both were known before and apart: a split may have put them on
    /// different sides.
    private mutating func join(_ a: Int, _ b: Int) {
        let rootA = root(of: a), rootB = root(of: b)
        guard rootA != rootB else { return }
        let groupA = groupOfRoot[rootA], groupB = groupOfRoot[rootB]
        if let groupA, let groupB, groupA != groupB { return }
        let (first, second) = (min(rootA, rootB), max(rootA, rootB))
        parent[second] = UInt32(first)
        groupOfRoot[second] = nil
        groupOfRoot[first] = groupA ?? groupB
    }

    private mutating func root(of row: Int) -> Int {
        var row = row
        while Int(parent[row]) != row {
            parent[row] = parent[Int(parent[row])]
            row = Int(parent[row])
        }
        return row
    }
}

/// Equal for messages with the same features, in any order; without features, with the same text.
struct TemplateKey: ~Copyable {
    /// The features of the last message.
    private(set) var features = FeatureReader()

    mutating func key(of message: Message) -> UInt64 {
        features.read(Message(body: message.body))
        guard features.hashes.isEmpty else { return features.hashes.reduce(0) { $0 &+ $1 &* ($1 | 1) } }
        var text = SipHash(key: (7, 0))
        text.add(message.body)
        return text.value
    }
}

/// Rows and the roots of their groups.
struct FoundGroups {
    let ids: [Int64]
    /// The group that each row had before.
    let known: [Int64?]
    let roots: [Int]
    let keys: [UInt64]
    let groupOfRoot: [Int: Int64]
}
