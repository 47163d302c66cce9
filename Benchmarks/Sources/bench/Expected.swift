// Benchmarks: what the fixtures must answer. These integers are the same on every machine. A change
// of the tokenizer or of the starter corpus changes them; update them in the same commit.

enum Expected {
    static let english = 247_014
    static let korean = 75_632
    static let chinese = 101_713
    static let japanese = 41_089
    static let mixed = 1_390_729
    /// Of N = 8, 16 … 4096 bytes: one sentence repeated, whose words are given once.
    static let lengths = [11, 21, 38, 79, 120, 174, 272, 472, 855, 1614]
    /// All its windows are alike.
    static let oneWord = 2512
    /// How many there are, that they stand alone, and the length of the message.
    static let images = 3
    /// Marks on nothing are dropped.
    static let marks = 0
    static let jamo = 11_173

    /// Floors, not figures to quote, as the starter corpus is made of templates: the share of junk
    /// of the test part that must be found, and of its wanted messages that may be called junk.
    static let leastJunkFound = 0.2
    static let mostFalseJunk = 0.08
}
