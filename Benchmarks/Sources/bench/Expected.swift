// Benchmarks: what the fixtures must answer. Integers that are the same on every machine; a change of the tokenizer or of the starter corpus
// changes them, and then they are updated in the same commit.

enum Expected {
    static let english = 36_692
    static let korean = 10_358
    static let chinese = 24_575
    static let japanese = 5172
    static let mixed = 272_157
    /// Of N = 8, 16 … 4096 bytes.
    static let lengths = [10, 20, 36, 75, 148, 297, 593, 1183, 2366, 4730]
    static let oneWord = 100_521
    /// How many there are, and that they stand alone.
    static let images = 2
    /// Marks on nothing are dropped.
    static let marks = 0
    static let jamo = 22_280

    /// Floors, not figures to quote: the starter corpus is made of templates. The share of the test part's junk that must be found, and of its
    /// wanted messages that may be called junk.
    static let leastJunkFound = 0.2
    static let mostFalseJunk = 0.08
}
