// Rules: the phrases of rules, folded. In: phrases when rules are made, then a text, scalar by
// scalar. Out: which of them the text holds.

/// Phrases as an automaton (Aho and Corasick, CACM 1975): one pass over a text finds all of them,
/// at most two look-ups for each of its scalars, however alike the phrases are.
///
/// A node is a beginning of phrases. Nodes stand in the order of their length: those that continue
/// one stand side by side, by their last scalar. Why this: Benchmarks/decisions/rule-phrases.md.
struct Phrases {
    struct Node {
        /// The last scalar.
        let scalar: UInt32
        /// The first node that continues this one; the last stands before that of the next node.
        var continued: UInt32 = 0
        /// The longest other node that this one ends with.
        let shorter: UInt32
        /// The longest phrases that this one ends with, which may have anything beside them, and
        /// nothing of a word.
        var phrase = Phrases.none
        var word = Phrases.none
    }

    struct Phrase {
        let count: UInt16
        /// The longest other phrase of its kind that it ends with.
        let shorter: UInt16
    }

    static let none = UInt16.max

    private(set) var nodes: [Node] = []
    private(set) var phrases: [Phrase] = []
    private(set) var holdsWords = false
    /// The node of each ASCII scalar alone; 0 where there is none.
    private var firsts: [UInt32] = []

    var count: Int { phrases.count }

    var heapBytes: Int {
        nodes.capacity * MemoryLayout<Node>.stride + phrases.capacity * MemoryLayout<Phrase>.stride + 4 * firsts.capacity
    }

    // MARK: Making

    /// Makes the automaton. Returns the number of each phrase; equal ones have one.
    ///
    /// - Throws: `tooLarge` where it takes more than `mostBytes`, with what takes `own` beside it.
    mutating func make(_ texts: PhraseTexts, beside own: Int, mostBytes: Int) throws(RuleFileError) -> [UInt16] {
        guard texts.count > 0 else { return [] }
        var order = Array(0..<texts.count), numbers = [UInt16](repeating: Phrases.none, count: texts.count)
        order.sort { texts[$0].lexicographicallyPrecedes(texts[$1]) }
        // The phrases that begin with each node, of those in order.
        var ranges = [0..<UInt16(order.count)], node = 0, length = 0, end = 1
        nodes = [Node(scalar: 0, shorter: 0)]
        while node < ranges.count {
            if node == end { (length, end) = (length + 1, nodes.count) }
            inherit(node)
            nodes[node].continued = UInt32(nodes.count)
            var next = Int(ranges[node].lowerBound)
            let last = Int(ranges[node].upperBound)
            while next < last, texts.length(order[next]) == length {
                numbers[order[next]] = note(texts.isWord(order[next]), length, at: node)
                next += 1
            }
            while next < last {
                let scalar = texts.scalar(length, of: order[next]), start = next
                while next < last, texts.scalar(length, of: order[next]) == scalar { next += 1 }
                let shorter = node == 0 ? 0 : self.node(behind: Int(nodes[node].shorter), scalar)
                nodes.append(Node(scalar: scalar, shorter: UInt32(shorter)))
                ranges.append(UInt16(start)..<UInt16(next))
            }
            let bytes = own + nodes.count * MemoryLayout<Node>.stride
            guard bytes <= mostBytes else { throw .tooLarge(most: mostBytes, found: bytes) }
            if node == 0 { noteFirsts() }
            node += 1
        }
        nodes.append(Node(scalar: 0, continued: UInt32(nodes.count), shorter: 0))
        // Without the room that growing left, up to half of it.
        nodes = nodes.map { $0 }
        return numbers
    }

    private mutating func inherit(_ node: Int) {
        let shorter = nodes[Int(nodes[node].shorter)]
        (nodes[node].phrase, nodes[node].word) = (shorter.phrase, shorter.word)
    }

    /// Notes that a phrase is a node, once of each kind.
    private mutating func note(_ isWord: Bool, _ length: Int, at node: Int) -> UInt16 {
        let before = isWord ? nodes[node].word : nodes[node].phrase
        if before != Phrases.none, Int(phrases[Int(before)].count) == length { return before }
        phrases.append(Phrase(count: UInt16(length), shorter: before))
        let number = UInt16(phrases.count - 1)
        if isWord { nodes[node].word = number } else { nodes[node].phrase = number }
        holdsWords = holdsWords || isWord
        return number
    }

    private mutating func noteFirsts() {
        firsts = [UInt32](repeating: 0, count: 0x80)
        for (i, node) in nodes.enumerated().dropFirst() where node.scalar < 0x80 { firsts[Int(node.scalar)] = UInt32(i) }
    }

    // MARK: Reading

    /// The longest node that a text ends with, by that of the text without its last scalar.
    @inline(__always)
    func node(behind node: Int, _ scalar: UInt32) -> Int {
        nodes.withUnsafeBufferPointer { nodes in
            var node = node
            while node != 0 || scalar >= 0x80 {
                var low = Int(nodes[node].continued), left = Int(nodes[node &+ 1].continued) &- low
                while left > 0 {
                    let half = left &>> 1, found = nodes[low &+ half].scalar
                    if found == scalar { return low &+ half }
                    if found < scalar { (low, left) = (low &+ half &+ 1, left &- half &- 1) } else { left = half }
                }
                if node == 0 { return 0 }
                node = Int(nodes[node].shorter)
            }
            return Int(firsts[Int(scalar)])
        }
    }
}

/// The folded phrases of rules, one behind the other.
struct PhraseTexts {
    private var scalars: [UInt32] = []
    /// The end of each, and whether nothing of a word may stand beside it.
    private var phrases: [(end: UInt32, isWord: Bool)] = []

    var count: Int { phrases.count }
    var heapBytes: Int { 4 * scalars.count + 8 * phrases.count }

    /// Adds a phrase of 1 to `Rule.longestPhrase` scalars, of fewer than 2^16 - 1.
    mutating func add(_ phrase: [UInt32], isWord: Bool) {
        scalars += phrase
        phrases.append((UInt32(scalars.count), isWord))
    }

    subscript(i: Int) -> ArraySlice<UInt32> { scalars[start(i)..<Int(phrases[i].end)] }

    func isWord(_ i: Int) -> Bool { phrases[i].isWord }
    func length(_ i: Int) -> Int { Int(phrases[i].end) - start(i) }
    func scalar(_ place: Int, of i: Int) -> UInt32 { scalars[start(i) + place] }

    private func start(_ i: Int) -> Int { i == 0 ? 0 : Int(phrases[i - 1].end) }
}

/// Which phrases a message holds.
struct FoundPhrases: ~Copyable {
    /// Scalars that are remembered: more than the longest phrase and the one before it.
    private static let remembered = 512

    private let bits: UnsafeMutablePointer<UInt64>
    /// Whether each scalar that is remembered is of a word, by its position.
    private let areOfWord: UnsafeMutablePointer<Bool>
    private(set) var list: UnsafeMutablePointer<UInt16>
    private(set) var count = 0

    // Of the text at hand:
    private var text = PhraseText()
    private var node = 0
    private var position = 0

    init(capacity: Int) {
        let words = (capacity + 63) / 64
        bits = .allocate(capacity: max(1, words))
        bits.initialize(repeating: 0, count: words)
        areOfWord = .allocate(capacity: FoundPhrases.remembered)
        areOfWord.initialize(repeating: false, count: FoundPhrases.remembered)
        list = .allocate(capacity: max(1, capacity))
    }

    deinit {
        bits.deallocate()
        areOfWord.deallocate()
        list.deallocate()
    }

    /// For the next message.
    mutating func forget() {
        for i in 0..<count { bits[Int(list[i] / 64)] = 0 }
        (count, text, node, position) = (0, PhraseText(), 0, 0)
    }

    @inline(__always)
    func holds(_ phrase: UInt16) -> Bool { bits[Int(phrase / 64)] >> UInt64(phrase % 64) & 1 == 1 }

    /// Reads the first `end` scalars of a window.
    mutating func read(_ window: Window, _ end: Int, _ phrases: borrowing Phrases) {
        var text = self.text, node = self.node, position = self.position
        let holdsWords = phrases.holdsWords
        text.read(window, end) { scalar, isOfWord in
            if holdsWords {
                if !isOfWord, phrases.nodes[node].word != Phrases.none { noteWords(at: node, position, phrases) }
                areOfWord[position % FoundPhrases.remembered] = isOfWord
            }
            node = phrases.node(behind: node, scalar)
            position &+= 1
            if phrases.nodes[node].phrase != Phrases.none { notePhrases(at: node, phrases) }
        }
        (self.text, self.node, self.position) = (text, node, position)
    }

    /// Ends the text: nothing stands behind its last word.
    mutating func end(_ phrases: borrowing Phrases) {
        if phrases.count > 0 { noteWords(at: node, position, phrases) }
    }

    /// What a phrase that was found ends with was found with it.
    @inline(never)
    private mutating func notePhrases(at node: Int, _ phrases: borrowing Phrases) {
        var number = phrases.nodes[node].phrase
        while number != Phrases.none, !holds(number) {
            insert(number)
            number = phrases.phrases[Int(number)].shorter
        }
    }

    /// - Parameter position: behind the words.
    @inline(never)
    private mutating func noteWords(at node: Int, _ position: Int, _ phrases: borrowing Phrases) {
        var number = phrases.nodes[node].word
        while number != Phrases.none {
            let phrase = phrases.phrases[Int(number)], before = position - Int(phrase.count) - 1
            if !holds(number), before < 0 || !areOfWord[before % FoundPhrases.remembered] { insert(number) }
            number = phrase.shorter
        }
    }

    private mutating func insert(_ phrase: UInt16) {
        bits[Int(phrase / 64)] |= 1 << UInt64(phrase % 64)
        list[count] = phrase
        count += 1
    }
}
