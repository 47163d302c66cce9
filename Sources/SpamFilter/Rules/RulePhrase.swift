// Rules: the phrases of rules, folded, and where to look them up. In: phrases when rules are
// opened, then folded text. Out: which of them the text holds.

/// Folded phrases. Text is looked up by two scalars at a time: where a phrase may begin, all of it
/// is compared.
struct Phrases {
    /// A phrase among the scalars of all.
    struct Phrase: Hashable {
        let start: UInt32
        let count: UInt16
        /// Nothing of a word may stand beside it.
        let isWord: Bool
        /// The next phrase of the same slot; `none` at the end.
        fileprivate(set) var next: UInt16 = Phrases.none
    }

    static let none = UInt16.max

    private(set) var scalars: [UInt32] = []
    private var phrases: [Phrase] = []
    /// The first phrase of each slot, by the hash of its first two scalars; or of the only one.
    private var slots: [UInt16] = []
    private var mask: UInt32 = 0
    private var holdsSingles = false
    private var filter: PhraseFilter?

    var count: Int { phrases.count }

    var heapBytes: Int {
        scalars.capacity * MemoryLayout<UInt32>.size + phrases.capacity * MemoryLayout<Phrase>.stride
            + slots.capacity * MemoryLayout<UInt16>.size + (filter == nil ? 0 : PhraseFilter.heapBytes)
    }

    /// Adds a phrase, once. Returns its number.
    ///
    /// - Precondition: it has 1 to `Rule.longestPhrase` scalars, and there are fewer than 2^16 - 1
    ///   phrases.
    mutating func add(_ phrase: [UInt32], isWord: Bool, _ seen: inout SeenPlaces) -> UInt16 {
        // No scalar has the value of the mark.
        let hash = SeenPlaces.hash(phrase + [isWord ? 1 << 31 : 1 << 30])
        let number = seen.place(of: hash, new: phrases.count) { i in
            let before = phrases[i], start = Int(before.start)
            return before.isWord == isWord && scalars[start..<start + Int(before.count)].elementsEqual(phrase)
        }
        if number == phrases.count {
            phrases.append(Phrase(start: UInt32(scalars.count), count: UInt16(phrase.count), isWord: isWord))
            scalars += phrase
        }
        return UInt16(number)
    }

    /// Makes the slots, once all phrases are added.
    mutating func finish() {
        guard !phrases.isEmpty else { return }
        var size = 256
        while size < 4 * phrases.count { size *= 2 }
        mask = UInt32(size - 1)
        slots = [UInt16](repeating: Phrases.none, count: size)
        for (i, phrase) in phrases.enumerated() {
            let first = scalars[Int(phrase.start)]
            holdsSingles = holdsSingles || phrase.count == 1
            let slot = Int(Phrases.hash(first, phrase.count == 1 ? 0 : scalars[Int(phrase.start) + 1]) & mask)
            phrases[i].next = slots[slot]
            slots[slot] = UInt16(i)
        }
        let all = scalars
        filter = PhraseFilter(phrases.lazy.map { all[Int($0.start)..<Int($0.start) + Int($0.count)] })
    }

    /// Whether a body may hold a phrase. With few phrases it says no for most bodies, in a fraction
    /// of the time that `find` takes.
    func mayBe(in body: Window) -> Bool { filter?.passes(body) ?? true }

    @inline(__always)
    private static func hash(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let x = (a &* 0x9E37_79B1) ^ (b &* 0x85EB_CA77)
        return x ^ x &>> 15
    }

    /// Notes the phrases that begin in a part of a text.
    ///
    /// - Parameters:
    ///   - isEnd: whether the text ends with the part. A word at the end of another part is left
    ///     for the next part, which shows what stands behind it.
    @inline(__always)
    func find(in text: borrowing PhraseText, from first: Int, isEnd: Bool, _ found: inout FoundPhrases) {
        let count = text.count, scalars = text.scalars
        slots.withUnsafeBufferPointer { slots in
            var i = first
            while i < count {
                let here = scalars[i] & PhraseText.scalarMask
                // Behind the last scalar is a zero.
                let slot = slots[Int(Phrases.hash(here, scalars[i &+ 1] & PhraseText.scalarMask) & mask)]
                if slot != Phrases.none { compare(slot, text, at: i, isEnd: isEnd, &found) }
                if holdsSingles {
                    let slot = slots[Int(Phrases.hash(here, 0) & mask)]
                    if slot != Phrases.none { compare(slot, text, at: i, isEnd: isEnd, &found) }
                }
                i &+= 1
            }
        }
    }

    @inline(never)
    private func compare(_ slot: UInt16, _ text: borrowing PhraseText, at i: Int, isEnd: Bool, _ found: inout FoundPhrases) {
        var number = slot
        while number != Phrases.none {
            let phrase = phrases[Int(number)]
            if !found.holds(number), stands(phrase, in: text, at: i, isEnd: isEnd) { found.insert(number) }
            number = phrase.next
        }
    }

    private func stands(_ phrase: Phrase, in text: borrowing PhraseText, at i: Int, isEnd: Bool) -> Bool {
        let length = Int(phrase.count), end = i + length
        guard end <= text.count else { return false }
        for k in 0..<length where text.scalars[i + k] & PhraseText.scalarMask != scalars[Int(phrase.start) + k] { return false }
        guard phrase.isWord else { return true }
        if end == text.count, !isEnd { return false }
        if i > 0, text.scalars[i - 1] & PhraseText.wordFlag != 0 { return false }
        return end == text.count || text.scalars[end] & PhraseText.wordFlag == 0
    }
}

/// Tells bodies that hold no phrase, by three or two scalars in a row of each phrase that are no
/// space (a Bloom filter with one hash: Bloom, CACM 1970). Of long words it holds several rows, and
/// then looks only at every second to fourth place of a body.
private struct PhraseFilter {
    private static let size = 1 << 15
    /// With so many, half of the bodies of 100 scalars pass by chance.
    private static let mostPhrases = 256
    private static let longestStep = 4
    static let heapBytes = size / 8

    private var bits = [UInt64](repeating: 0, count: size / 64)
    /// Of the scalars that are compared, 21 bits each, the first one highest.
    private let mask: UInt64
    private let step: Int

    /// `nil` where a phrase has no two such scalars, or there are too many.
    init?(_ phrases: some Collection<ArraySlice<UInt32>>) {
        guard phrases.count <= PhraseFilter.mostPhrases else { return nil }
        let words = phrases.compactMap { phrase in phrase.split(separator: 0x20).max { $0.count < $1.count } }
        guard words.count == phrases.count, let shortest = words.lazy.map({ $0.count }).min(), shortest >= 2 else { return nil }
        let length = min(shortest, 3)
        mask = ~0 << UInt64(21 * (3 - length))
        step = min(shortest - length + 1, PhraseFilter.longestStep)
        for word in words {
            for start in word.indices.prefix(step) {
                let third = start + 2 < word.endIndex ? word[start + 2] : 0
                let place = PhraseFilter.place(word[start], word[start + 1], third, mask)
                bits[place >> 6] |= 1 << UInt64(place & 63)
            }
        }
    }

    /// False where a body surely holds no phrase. A letter beyond ASCII passes: it may look like an
    /// ASCII letter.
    func passes(_ body: Window) -> Bool {
        let scalars = body.scalars
        var found: UInt64 = 0
        bits.withUnsafeBufferPointer { bits in
            var i = 0
            // Spaces follow the last scalar.
            while i < body.count {
                let place = PhraseFilter.place(scalars[i].scalar, scalars[i &+ 1].scalar, scalars[i &+ 2].scalar, mask)
                found |= bits[place >> 6] &>> UInt64(truncatingIfNeeded: place)
                i &+= step
            }
        }
        if found & 1 != 0 || body.isSingleBytes { return found & 1 != 0 }
        // Letters alone have codes beyond ASCII.
        var codes: UInt32 = 0
        for i in 0..<body.count { codes |= scalars[i].code }
        return codes >= 0x80
    }

    @inline(__always)
    private static func place(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ mask: UInt64) -> Int {
        let row = (UInt64(a) &<< 42 | UInt64(b) &<< 21 | UInt64(c)) & mask
        return Int(truncatingIfNeeded: (row &* 0x9E37_79B9_7F4A_7C15) >> 49)
    }
}

/// Which phrases a message holds.
struct FoundPhrases: ~Copyable {
    private let bits: UnsafeMutablePointer<UInt64>
    private let words: Int
    private(set) var list: UnsafeMutablePointer<UInt16>
    private(set) var count = 0

    init(capacity: Int) {
        words = (capacity + 63) / 64
        bits = .allocate(capacity: max(1, words))
        bits.initialize(repeating: 0, count: words)
        list = .allocate(capacity: max(1, capacity))
    }

    deinit {
        bits.deallocate()
        list.deallocate()
    }

    /// For the next message.
    mutating func forget() {
        for i in 0..<count { bits[Int(list[i] / 64)] = 0 }
        count = 0
    }

    @inline(__always)
    func holds(_ phrase: UInt16) -> Bool { bits[Int(phrase / 64)] >> UInt64(phrase % 64) & 1 == 1 }

    mutating func insert(_ phrase: UInt16) {
        bits[Int(phrase / 64)] |= 1 << UInt64(phrase % 64)
        list[count] = phrase
        count += 1
    }
}
