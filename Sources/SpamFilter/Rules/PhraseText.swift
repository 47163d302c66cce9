// Rules: a body as phrases are compared with it, a part at a time. In: a folded window. Out: its
// scalars, with what of a word stands where.

/// A part of a body. Every look-alike is the ASCII letter it looks like, in any context, and a run
/// of white space is one space: so a phrase reads the same alone and in every body.
struct PhraseText: ~Copyable {
    /// A letter or digit of any script.
    static let wordFlag: UInt32 = 1 << 31
    static let scalarMask: UInt32 = 0x1F_FFFF
    /// What of a part is read again with the next: all but one scalar of the longest phrase, and
    /// the two that may stand beside it.
    static let overlap = Rule.longestPhrase + 1
    private static let capacity = overlap + Window.capacity + Window.slack + 1

    static let heapBytes = capacity * MemoryLayout<UInt32>.stride

    private let table: FoldingTable
    /// A zero follows the last one.
    let scalars: UnsafeMutablePointer<UInt32>
    private(set) var count = 0
    private var isAfterSpace = false
    /// Whether something stood before the first scalar.
    private var hasSlid = false

    init(_ table: FoldingTable) {
        self.table = table
        scalars = .allocate(capacity: PhraseText.capacity)
        scalars.initialize(repeating: 0, count: PhraseText.capacity)
    }

    deinit { scalars.deallocate() }

    mutating func clear() { (count, isAfterSpace, hasSlid) = (0, false, false) }

    /// Keeps of the part before what the next one needs. Returns where a phrase may begin that was
    /// not compared whole.
    mutating func slide() -> Int {
        // A part of white space alone may add nothing. What was dropped before stays dropped.
        guard count > PhraseText.overlap else { return hasSlid ? 1 : 0 }
        hasSlid = true
        for i in 0..<PhraseText.overlap { scalars[i] = scalars[count - PhraseText.overlap + i] }
        count = PhraseText.overlap
        return 1
    }

    /// Adds the first `end` scalars of a window.
    @inline(__always)
    mutating func add(_ window: Window, _ end: Int) {
        let source = window.scalars
        var n = count, wasSpace = isAfterSpace
        for i in 0..<end {
            let folded = source[i]
            let isSpace = folded.kind == .space
            if isSpace, wasSpace { continue }
            wasSpace = isSpace
            let own = isSpace ? 0x20 : folded.scalar < 0x80 ? folded.scalar : twin(of: folded)
            scalars[n] = own | folded.bit(of: PhraseText.wordClasses) &<< 31
            n &+= 1
        }
        scalars[n] = 0
        count = n
        isAfterSpace = wasSpace
    }

    private static var wordClasses: ScalarClasses { [.letter, .digit, .han, .kana, .syllable, .jamo] }

    /// The ASCII letter that a letter looks like, or the scalar itself.
    private func twin(of folded: FoldedScalar) -> UInt32 {
        guard folded.kind == .letter else { return folded.scalar }
        // Looked up again: the window may have read a Latin letter as one of another script, whose
        // flag is not set.
        let own = table.fold(folded.scalar)
        return own.isLookAlike ? table.lookAlike(of: own) : folded.scalar
    }
}

extension FoldedWindow {
    /// The scalars of a phrase, as texts are compared with it; at most one more than
    /// `Rule.longestPhrase`.
    mutating func folded(_ phrase: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        var text = PhraseText(table), scalars: [UInt32] = []
        forEachPart(of: phrase, into: &text) { text, first, isEnd in
            // Behind the first window the text has slid: only its newest scalars are new.
            let known = first == 0 ? scalars.count : PhraseText.overlap
            for i in min(known, text.count)..<text.count where scalars.count <= Rule.longestPhrase {
                scalars.append(text.scalars[i] & PhraseText.scalarMask)
            }
            return scalars.count <= Rule.longestPhrase
        }
        return scalars
    }

    /// Calls `body` with a text part by part, each behind the end of the one before, until it
    /// returns false. With the part come the index from which phrases are new, and whether the text
    /// ends with it.
    ///
    /// A window's last scalar is read again with the next window, as a scalar behind it may combine
    /// with it.
    mutating func forEachPart(
        of text: UnsafeBufferPointer<UInt8>, into part: inout PhraseText,
        _ body: (borrowing PhraseText, Int, Bool) -> Bool
    ) {
        part.clear()
        var next = 0, first = 0
        while next < text.count {
            let start = next
            next = fill(text, from: start)
            var end = count
            if next < text.count {
                // Scalars that one character folds to begin at the same byte, and stay together.
                while end > 0, starts[end - 1] == starts[count - 1] { end -= 1 }
                if end > 0, Int(starts[end]) > start { next = Int(starts[end]) } else { end = count }
            }
            part.add(window, end)
            if !body(part, first, next >= text.count) { return }
            first = part.slide()
        }
    }
}
