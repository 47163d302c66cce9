// Text: one table of all lists of words that hosts are looked up in (WordLists).

/// Where each word of each list is, by a hash of its scalars. Made once in a program, with the
/// first reader: 4 KiB. A hash table, as binary search is ten times slower
/// (Benchmarks/decisions/decision-speed.md).
struct WordTable: @unchecked Sendable {
    static let shared = WordTable()
    static let heapBytes = (1 << Int(bits)) * MemoryLayout<UInt16>.stride

    private static let bits: UInt64 = 11
    private static let offsetBits: UInt16 = 13

    /// Never changed once made. The list of a word in the upper bits, its place in the text in the
    /// lower; 0 in a free slot, as texts begin with a space.
    private let slots: UnsafeMutablePointer<UInt16>

    private init() {
        slots = .allocate(capacity: 1 << WordTable.bits)
        slots.initialize(repeating: 0, count: 1 << WordTable.bits)
        for list in WordList.allCases { add(list) }
    }

    /// 920 words in 2,048 slots.
    private func add(_ list: WordList) {
        let text = list.text.utf8Start
        var start: UInt16 = 1
        var hash = WordTable.seed(list)
        for end in 1..<UInt16(list.text.utf8CodeUnitCount) {
            let byte = text[Int(end)]
            if byte != UInt8(ascii: " ") {
                hash = FeatureHash.roll(hash, UInt32(byte))
                continue
            }
            var slot = WordTable.slot(hash)
            while slots[slot] != 0 { slot = WordTable.next(slot) }
            slots[slot] = list.rawValue << WordTable.offsetBits | start
            start = end + 1
            hash = WordTable.seed(list)
        }
    }

    /// Whether the `length` scalars from `word` on are one of the list's words.
    ///
    /// - Complexity: O(length).
    func contains(_ word: UnsafePointer<FoldedScalar>, _ length: Int, in list: WordList) -> Bool {
        guard length > 0 else { return false }
        var hash = WordTable.seed(list)
        for i in 0..<length { hash = FeatureHash.roll(hash, word[i].scalar) }
        var slot = WordTable.slot(hash)
        while slots[slot] != 0 {
            let entry = slots[slot]
            if entry >> WordTable.offsetBits == list.rawValue {
                let text = list.text.utf8Start + Int(entry & (1 << WordTable.offsetBits - 1))
                var same = 0
                // A space ends the word, and no scalar of a host is one.
                while same < length, text[same] != UInt8(ascii: " "), UInt32(text[same]) == word[same].scalar { same += 1 }
                if same == length, text[same] == UInt8(ascii: " ") { return true }
            }
            slot = WordTable.next(slot)
        }
        return false
    }

    @inline(__always)
    private static func seed(_ list: WordList) -> UInt64 { UInt64(list.rawValue) }
    @inline(__always)
    private static func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> (64 - bits)) }
    @inline(__always)
    private static func next(_ slot: Int) -> Int { (slot + 1) & (1 << Int(bits) - 1) }
}

/// Well-known public shorteners, whole hosts, which hide where a link goes. Senders cannot be told
/// by them, but how they write can.
enum Shortener {
    static func holds(_ host: UnsafePointer<FoldedScalar>, _ count: Int, _ words: WordTable) -> Bool {
        count <= longest && words.contains(host, count, in: .shorteners)
    }

    /// Scalars of the longest.
    private static var longest: Int { 18 }
}
