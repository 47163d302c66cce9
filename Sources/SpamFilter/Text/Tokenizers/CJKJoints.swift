// Text: Han, kana and Hangul that were pulled apart: 加.微.信, 대 출. Their pairs are read across spaces
// and punctuation anyway (CJKTokenizer). Here joints are kept from being read as punctuation, and
// spaces between single characters are counted as a trick.
// Rule: one or two marks directly between two characters are joints, if the window has two such
// joints or more and one for every four characters. Why four: Benchmarks/decisions/punctuation.md
// Limit: a clean text with a comma at every third character looks the same.

/// Whether punctuation pulls the characters of a window apart, and how often spaces do.
struct CJKJoints {
    private enum PulledApart { case unknown, no, yes }

    let window: Window
    /// Whether the characters of this window are: looked at when the first such mark comes.
    private var pulledApart = PulledApart.unknown
    /// Single characters of the message behind a space and another single one.
    private var singles = 0

    init(_ window: Window) { self.window = window }

    /// For the next message.
    @inline(__always)
    mutating func forget() { singles = 0 }
    @inline(__always)
    mutating func beginWindow() { pulledApart = .unknown }

    /// The index behind the one or two marks at `i`, if they pull two characters apart; else `nil`.
    mutating func endOfJoint(at i: Int) -> Int? {
        guard let end = endOfSigns(at: i) else { return nil }
        if pulledApart == .unknown { pulledApart = areCharactersPulledApart() ? .yes : .no }
        return pulledApart == .yes ? end : nil
    }

    /// The index behind one or two marks directly between two characters.
    @inline(__always)
    private func endOfSigns(at i: Int) -> Int? {
        guard i > 0, window[i - 1].isCJK else { return nil }
        let end = window[i + 1].isOne(of: .secondJoint) ? i + 2 : i + 1
        return window[end].isCJK ? end : nil
    }

    /// Compares the joints that `endOfSigns` finds an end of with the characters. Without branches,
    /// as none could be predicted.
    ///
    /// - Complexity: O(scalars of the window), once a window.
    @inline(never)
    private func areCharactersPulledApart() -> Bool {
        let scalars = window.scalars, count = window.count
        guard mayBePulledApart(scalars, count) else { return false }
        var joints: UInt64 = 0, characters: UInt64 = 0
        var before: UInt64 = 0, here = scalars[0].jointRole, next = scalars[1].jointRole
        for i in 0..<count {
            let behind = scalars[i &+ 2].jointRole
            // A character, a joint, and a character or a second joint and a character.
            joints &+= before & here &>> 1 & (next | next &>> 2 & behind) & 1
            characters &+= here & 1
            before = here
            here = next
            next = behind
        }
        return joints >= 2 && characters <= 4 &* joints
    }

    /// Whether there are enough marks, in any place; most texts need no closer look. Bit masks
    /// would need a shift by a variable, which a compiler does not do for four scalars at once. So
    /// this compares the numbers of classes (Benchmarks/decisions/decision-speed.md).
    @inline(__always)
    private func mayBePulledApart(_ scalars: UnsafePointer<FoldedScalar>, _ count: Int) -> Bool {
        let lastOfText = UInt32(ScalarClass.jamo.rawValue)
        let firstOfCJK = UInt32(ScalarClass.han.rawValue), lastOfCJK = UInt32(ScalarClass.syllable.rawValue)
        var joints: UInt32 = 0, others: UInt32 = 0
        for i in 0..<count {
            let kind = scalars[i].bits & FoldedScalar.classMask
            // 1 for a symbol, the first class, and for those behind jamo that a window holds: emoji
            // and pictures.
            joints = joints &+ (((kind &- 1) | (lastOfText &- kind)) >> 31)
            others = others &+ (((kind &- firstOfCJK) | (lastOfCJK &- kind)) >> 31)
        }
        return UInt32(truncatingIfNeeded: count) &- others <= 4 &* joints
    }

    /// Counts the single character behind the space at `i`, if a single one precedes it too.
    @inline(__always)
    mutating func countSpaced(_ i: Int, _ emitter: inout TokenEmitter) {
        guard i > 0, window[i + 1].isCJK, window[i - 1].isCJK, !window[i + 2].isCJK, i == 1 || !window[i - 2].isCJK
        else { return }
        countSingle(i, &emitter)
    }

    @inline(never)
    private mutating func countSingle(_ i: Int, _ emitter: inout TokenEmitter) {
        // Korean has words of one syllable, but seldom four of them in a row.
        singles += 1
        if singles % 3 == 0 { emitter.tricks.count(.spaced, window.starts[i - 1], window.starts[i + 2]) }
    }
}
