// Benchmarks: what the fixtures must answer. Integers that are the same on every machine; a change of the tokenizer or of the starter corpus
// changes them, and then they are updated in the same commit.

enum Expected {
    static let english = 53_976
    static let korean = 13_745
    static let chinese = 41_917
    static let japanese = 6334
    static let mixed = 600_317
    /// Of N = 8, 16 … 4096 bytes.
    static let lengths = [11, 21, 38, 79, 156, 301, 582, 1140, 2244, 4445]
    static let oneWord = 100_532
    /// How many there are, that they stand alone, and the length of the message.
    static let images = 3
    /// Marks on nothing are dropped.
    static let marks = 0
    static let jamo = 22_281

    /// Floors, not figures to quote: the starter corpus is made of templates. The share of the test part's junk that must be found, and of its
    /// wanted messages that may be called junk.
    static let leastJunkFound = 0.2
    static let mostFalseJunk = 0.08
}
