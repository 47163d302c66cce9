// Training: which messages are of one template, where the corpus does not say.
//
// Near duplicates must not be on both sides of a fold, nor count as independent: ten parcel notices
// that differ in a name are one message ten times.

import Prefetch

/// Groups messages with similar sets of features, by MinHash and banding (Broder 1997; Leskovec,
/// Rajaraman & Ullman, Mining of Massive Datasets, chapter 3). Each candidate pair is checked.
///
/// Messages that agree in a band are compared with the first such message. Pairs with a Jaccard
/// similarity of at least `similarity` are joined, and groups are the connected components. At that
/// similarity, two messages agree in one of 16 bands with probability 1 - (1 - 0.4^2)^16 = 94 %.
struct NearDuplicates: ~Copyable {
    /// The Jaccard similarity (shared features over all features of both) of near duplicates. With
    /// a higher one, confidence limits on false junk come out too low:
    /// Benchmarks/decisions/groups.md.
    static let similarity = 0.4

    private let sketches: MessageSketches
    private let matrix: FeatureMatrix
    /// The row of the matrix of every message with a sketch.
    private let rows: [UInt32]
    private var columns = ColumnSet()

    /// Look-ups run this many messages ahead of comparisons, so that their cache misses overlap.
    private static let ahead = 64

    /// For each message the first message of its group. One without features is its own group.
    ///
    /// - Parameters:
    ///   - rows: the matrix row of each message, at most 2^32 - 1.
    ///   - matrix: with the features of the sketches. Features forgotten since count as not shared.
    /// - Complexity: O(16 messages) look-ups, each with at most one comparison of two rows; the
    ///   sketches decide most of them.
    static func representatives(of sketches: MessageSketches, rows: [UInt32], in matrix: FeatureMatrix) -> [UInt32] {
        var search = NearDuplicates(sketches: sketches, matrix: matrix, rows: rows)
        var groups = MessageGroups(count: rows.count)
        let messages = (0..<UInt32(rows.count)).filter { sketches.featureCount(Int($0)) > 0 }
        // The key above the message + 1; at most three quarters full.
        var slots = [UInt64].zeros(1 << (Int.bitWidth - (messages.count / 3 * 4 + 4).leadingZeroBitCount))
        for band in 0..<MessageSketches.bands {
            if band > 0 { slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }
            slots.withUnsafeMutableBufferPointer { slots in
                messages.withUnsafeBufferPointer { search.join($0, band: band, slots, &groups) }
            }
        }
        return groups.representatives()
    }

    /// Joins each message with the first one that agrees with it in a band, if they are alike.
    ///
    /// The order of look-ups does not change which pairs are joined, nor the groups.
    private mutating func join(
        _ messages: UnsafeBufferPointer<UInt32>, band: Int, _ slots: UnsafeMutableBufferPointer<UInt64>,
        _ groups: inout MessageGroups
    ) {
        let mask = slots.count &- 1
        func home(_ key: UInt32) -> Int { Int(truncatingIfNeeded: UInt64(key) &* 0x9E37_79B1) & mask }
        // Pairs to compare: the first message in the upper half, the other in the lower.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: NearDuplicates.ahead) { found in
            for start in stride(from: 0, to: messages.count, by: NearDuplicates.ahead) {
                let lot = messages[start..<min(messages.count, start + NearDuplicates.ahead)]
                for message in messages[lot.endIndex..<min(messages.count, lot.endIndex + NearDuplicates.ahead)] {
                    prefetch(slots.baseAddress! + home(sketches.key(Int(message), band: band)))
                }
                var pairs = 0
                for message in lot {
                    let key = sketches.key(Int(message), band: band)
                    var slot = home(key)
                    while slots[slot] != 0, slots[slot] >> 32 != UInt64(key) { slot = (slot &+ 1) & mask }
                    let first = slots[slot]
                    guard first != 0 else {
                        slots[slot] = UInt64(key) << 32 | UInt64(message &+ 1)
                        continue
                    }
                    found[pairs] = (first & 0xFFFF_FFFF &- 1) << 32 | UInt64(message)
                    sketches.prefetchMarks(Int(first & 0xFFFF_FFFF &- 1))
                    pairs &+= 1
                }
                var maybeAlike = 0
                for i in 0..<pairs {
                    let (a, b) = NearDuplicates.pair(found[i])
                    guard groups.root(of: a) != groups.root(of: b), isAlike(sketches.roughlyMostShared(a, b), a, b),
                        isAlike(sketches.mostShared(a, b), a, b)
                    else { continue }
                    if sketches.areEqual(a, b) {
                        groups.join(a, b)
                        continue
                    }
                    found[maybeAlike] = found[i]
                    maybeAlike &+= 1
                }
                joinIfAlike(found[..<maybeAlike], &groups)
            }
        }
    }

    /// Compares pairs feature by feature.
    private mutating func joinIfAlike(_ pairs: Slice<UnsafeMutableBufferPointer<UInt64>>, _ groups: inout MessageGroups) {
        func places(_ pair: UInt64) -> (RowPlace, RowPlace) {
            let (a, b) = NearDuplicates.pair(pair)
            return (RowPlace(Int(rows[a]), of: matrix), RowPlace(Int(rows[b]), of: matrix))
        }
        for pair in pairs {
            matrix.prefetch(places(pair).0)
            matrix.prefetch(places(pair).1)
        }
        for pair in pairs {
            let (a, b) = NearDuplicates.pair(pair)
            guard groups.root(of: a) != groups.root(of: b) else { continue }
            let (placeA, placeB) = places(pair)
            if isAlike(columns.shared(matrix.entries(placeA), matrix.entries(placeB)), a, b) { groups.join(a, b) }
        }
    }

    @inline(__always)
    private static func pair(_ found: UInt64) -> (Int, Int) { (Int(found >> 32), Int(found & 0xFFFF_FFFF)) }

    /// Whether two messages that share this many features are near duplicates.
    @inline(__always)
    private func isAlike(_ shared: Int, _ a: Int, _ b: Int) -> Bool {
        NearDuplicates.isAlike(shared, of: sketches.featureCount(a), sketches.featureCount(b))
    }

    /// Whether messages of so many features that share some are near duplicates.
    @inline(__always)
    static func isAlike(_ shared: Int, of countA: Int, _ countB: Int) -> Bool {
        Double(shared) >= similarity * Double(countA + countB - shared)
    }
}

/// Which messages are joined, directly or through others (union-find). A root is its group's first
/// message.
struct MessageGroups: ~Copyable {
    private let parent: UnsafeMutableBufferPointer<UInt32>

    init(count: Int) {
        parent = .allocate(capacity: count)
        for message in 0..<count { parent[message] = UInt32(message) }
    }

    deinit { parent.deallocate() }

    /// The first message of a message's group so far; halves the path on the way.
    @inline(__always)
    mutating func root(of message: Int) -> Int {
        var message = message
        while Int(parent[message]) != message {
            parent[message] = parent[Int(parent[message])]
            message = Int(parent[message])
        }
        return message
    }

    mutating func join(_ a: Int, _ b: Int) {
        let a = root(of: a), b = root(of: b)
        parent[max(a, b)] = UInt32(min(a, b))
    }

    /// The first message of every message's group.
    consuming func representatives() -> [UInt32] { (0..<parent.count).map { UInt32(root(of: $0)) } }
}

/// The columns of one message, in a hash table small enough for the first-level cache.
struct ColumnSet {
    /// A column, and above it the round in which it was added. At most half full.
    private var slots: [UInt64] = .zeros(1 << 10)
    private var round: UInt64 = 0

    /// Consecutive columns, as new features of a message have, would fill one long run of slots.
    /// Multiplied by an odd number they spread without collisions:
    /// Benchmarks/decisions/training-speed.md.
    @inline(__always)
    private static func home(_ column: Int) -> Int { column &* 0x1E37_79B9 }

    /// How many columns two rows share.
    ///
    /// - Parameters: the entries of the rows.
    /// - Complexity: O(entries of both).
    mutating func shared(_ a: UnsafeBufferPointer<UInt32>, _ b: UnsafeBufferPointer<UInt32>) -> Int {
        let room = 2 * b.count
        round += 1
        if room > slots.count || round > UInt32.max {
            slots = .zeros(max(slots.count, 1 << (Int.bitWidth - room.leadingZeroBitCount)))
            round = 1
        }
        var shared = 0
        let mark = round << 32
        slots.withUnsafeMutableBufferPointer { slots in
            let mask = slots.count &- 1
            for bits in b {
                let column = MatrixEntry(bits: bits).column
                var slot = ColumnSet.home(column) & mask
                while slots[slot] >= mark { slot = (slot &+ 1) & mask }
                slots[slot] = mark | UInt64(truncatingIfNeeded: column)
            }
            for bits in a {
                let column = MatrixEntry(bits: bits).column, sought = mark | UInt64(truncatingIfNeeded: column)
                var slot = ColumnSet.home(column) & mask
                while slots[slot] >= mark, slots[slot] != sought { slot = (slot &+ 1) & mask }
                shared &+= slots[slot] == sought ? 1 : 0
            }
        }
        return shared
    }
}
