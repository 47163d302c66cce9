// Benchmarks: what the fixtures must answer. Integers that are the same on every machine; a change of the tokenizer or of the starter corpus
// changes them, and then they are updated in the same commit.

enum Expected {
    static let english = 34_921
    static let korean = 9917
    static let chinese = 23_704
    static let japanese = 4986
    static let mixed = 261_751
    /// Of N = 8, 16 … 4096 bytes.
    static let lengths = [10, 20, 36, 74, 146, 294, 586, 1169, 2337, 4672]
    static let oneWord = 100_097
    /// A run of pictures is one token in each window of 2,048.
    static let images = 17
    /// Marks on nothing are dropped.
    static let marks = 0
    static let jamo = 22_232

    /// Floors, not figures to quote: the starter corpus is made of templates. The share of the test part's junk that must be found, and of its
    /// wanted messages that may be called junk.
    static let leastJunkFound = 0.2
    static let mostFalseJunk = 0.05
}
