// Counts: the sums for each feature of one cell while messages are counted.

/// Tallies by feature, in places found by the feature's hash: open addressing, linear probing.
///
/// Tallies are in the table itself, so that a feature costs one cache miss:
/// Benchmarks/decisions/training-speed.md.
struct TallyTable {
    /// A place without messages is free. At most two thirds are full.
    private var places = [(feature: UInt64, tally: FeatureTally)](repeating: (0, .none), count: 64)
    private var count = 0

    /// Adds to the tally of a feature, new or known. Returns whether its sum had room.
    @inline(__always)
    mutating func add(_ tally: FeatureTally, to feature: UInt64) -> Bool {
        let place = TallyTable.place(of: feature, in: places)
        if places[place].tally.messages > 0 { return places[place].tally.add(tally) }
        places[place] = (feature, tally)
        count += 1
        if count * 3 > places.count * 2 { grow() }
        return true
    }

    /// Empties the table. Returns its tallies in ascending order of features.
    ///
    /// - Complexity: O(n log n).
    mutating func takeSorted() -> [(feature: UInt64, tally: FeatureTally)] {
        var entries: [(feature: UInt64, tally: FeatureTally)] = []
        // Without a copy: this may be most of the memory.
        swap(&entries, &places)
        entries.removeAll { $0.tally.messages == 0 }
        entries.sort { $0.feature < $1.feature }
        self = TallyTable()
        return entries
    }

    @inline(__always)
    private static func place(of feature: UInt64, in places: [(feature: UInt64, tally: FeatureTally)]) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: feature >> 20) & mask
        while places[place].tally.messages > 0, places[place].feature != feature { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        var larger = [(feature: UInt64, tally: FeatureTally)](repeating: (0, .none), count: places.count * 2)
        for entry in places where entry.tally.messages > 0 { larger[TallyTable.place(of: entry.feature, in: larger)] = entry }
        places = larger
    }
}
