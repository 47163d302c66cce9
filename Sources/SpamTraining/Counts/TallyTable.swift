// Counts: the features of one cell with what is known of each, while messages come by.

/// Tallies by feature, in places found by the feature's hash: open addressing, linear probing.
///
/// A tally lies in the table itself, so that a feature is one look into memory that is nowhere near. With numbers from a `Vocabulary` and tallies
/// beside it there were four, and counting took 1.6 times as long (200,000 rows of the starter corpus, 2026-11-22).
struct TallyTable {
    /// A place without messages is free. Never more than two thirds full.
    private var places = [(feature: UInt64, tally: FeatureTally)](repeating: (0, .none), count: 64)
    private var count = 0

    /// Adds to the tally of a feature, new or known; whether its sum had room.
    @inline(__always)
    mutating func add(_ tally: FeatureTally, to feature: UInt64) -> Bool {
        let place = TallyTable.place(of: feature, in: places)
        if places[place].tally.messages > 0 { return places[place].tally.add(tally) }
        places[place] = (feature, tally)
        count += 1
        if count * 3 > places.count * 2 { grow() }
        return true
    }

    /// Ends the collecting, and hands over what there is in ascending order of features. The table is empty then.
    ///
    /// - Complexity: O(n log n).
    mutating func takeSorted() -> [(feature: UInt64, tally: FeatureTally)] {
        var entries: [(feature: UInt64, tally: FeatureTally)] = []
        // Not a copy of what may be most of the memory.
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
