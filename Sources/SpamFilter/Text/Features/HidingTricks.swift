// Text: hiding as evidence. Each trick that reading undid adds one feature, by how often it was
// found. Ordinary writing is no trick: a full-width letter among kana, the joiner of an emoji, ① in
// a list.

/// A way to hide words from a filter.
public enum HidingTrick: Int, CaseIterable, Sendable {
    /// Invisible scalars inside a word.
    case invisible = 0
    /// Letters of another script in a Latin word, or Latin ones in a Cyrillic or Greek word.
    case lookAlike
    /// Circled, squared, mathematical… letters.
    case styled
    /// Letters pulled apart by spaces or marks.
    case spaced
    /// Digits and symbols for letters.
    case substitute
    /// Syllables written as stand-alone jamo.
    case jamo
    /// Marks heaped on a letter or struck through it.
    case stacked
    /// Full-width letters in a text without Han, kana and Hangul.
    case wide
    /// Words that mix Latin letters with those of another alphabet even when look-alikes are
    /// replaced.
    case scriptMix
    /// Letters, digits or characters written as numbers of HTML, such as `&#48152;`.
    case entity
}

extension HidingTrick {
    fileprivate static let mostBuckets = 4

    @inline(__always)
    fileprivate func feature(_ bucket: Int) -> UInt64 { FeatureHash.close(UInt64(rawValue) << 3 | UInt64(bucket), .hidden) }

    /// Whether a feature is one of this trick.
    func holds(_ hash: UInt64) -> Bool { (1...Self.mostBuckets).contains { feature($0) == hash } }
}

/// How often each trick was found in a message, and between which bytes.
struct HidingTricks {
    private var counts = SIMD16<UInt32>(repeating: 0)
    private var starts = SIMD16<UInt32>(repeating: .max)
    private var ends = SIMD16<UInt32>(repeating: 0)
    /// Whether any was: most messages hide nothing.
    private(set) var areFound = false

    mutating func count(_ trick: HidingTrick, _ start: UInt32, _ end: UInt32, by n: Int = 1) {
        let i = trick.rawValue
        areFound = true
        counts[i] &+= UInt32(truncatingIfNeeded: n)
        starts[i] = min(starts[i], start)
        ends[i] = max(ends[i], end)
    }

    /// The tricks found, in the order of `HidingTrick.allCases`.
    var found: [HidingTrick] { areFound ? HidingTrick.allCases.filter { counts[$0.rawValue] > 0 } : [] }

    /// Adds a feature for each trick found: which, and whether once, up to 3 times, up to 7 or
    /// more.
    ///
    /// Mutating, though it changes nothing: a borrowed value of this size would be copied.
    mutating func add(to features: inout FeatureBatch) {
        for trick in HidingTrick.allCases {
            let n = counts[trick.rawValue]
            if n == 0 { continue }
            let bucket = min(32 - n.leadingZeroBitCount, HidingTrick.mostBuckets)
            features.add(trick.feature(bucket), start: starts[trick.rawValue], end: ends[trick.rawValue])
        }
    }

    /// Counts the tricks that folding undid in a window.
    @inline(__always)
    mutating func count(in folded: inout FoldedWindow) {
        if folded.flags & HidingTricks.hidingFlags != 0 { countFlagged(&folded) }
        if folded.holdsReferences { countReferences(&folded) }
    }

    private static let hidingFlags: UInt32 =
        FoldedScalar.styledFlag | FoldedScalar.lookAlikeFlag | FoldedScalar.assembledFlag | FoldedScalar.interruptedFlag
        | FoldedScalar.stackedFlag

    @inline(never)
    private mutating func countFlagged(_ folded: inout FoldedWindow) {
        let window = folded.window, windowEnd = window.count
        if folded.mixedWords > 0 {
            count(
                .scriptMix, window.starts[folded.firstMixed], window.starts[folded.lastMixedEnd], by: folded.mixedWords)
        }
        var first = 0
        while first < windowEnd {
            // A bit for each of 64 scalars: no branch has to predict which are flagged.
            let last = min(first + 64, windowEnd)
            var flagged: UInt64 = 0
            for i in first..<last {
                let hiding = window[i].bits & (HidingTricks.hidingFlags | FoldedScalar.variantFlag)
                flagged |= UInt64((hiding &+ .max >> 1) >> 31) &<< UInt64(i - first)
            }
            while flagged != 0 {
                count(at: first + flagged.trailingZeroBitCount, window)
                flagged &= flagged &- 1
            }
            first = last
        }
    }

    /// Counts the characters written as numbers. What lies behind the window's end is read again.
    @inline(never)
    private mutating func countReferences(_ folded: inout FoldedWindow) {
        let window = folded.window
        for i in 0..<window.count where folded.references[i / 64] >> UInt64(i % 64) & 1 != 0 {
            count(.entity, window.starts[i], window.starts[i + 1])
        }
    }

    /// Counts the tricks that folding undid in a flagged scalar.
    @inline(__always)
    private mutating func count(at i: Int, _ window: Window) {
        let folded = window[i]
        let start = window.starts[i], end = window.starts[i + 1]
        if folded.isStacked { count(.stacked, start, end) }
        if folded.isAssembled { count(.jamo, start, end) }
        if folded.kind == .letter {
            let isASCII = folded.scalar < 0x80
            if folded.isStyled {
                // The variant flag of a look-alike, or of a letter that another script's replaced,
                // says nothing about its width.
                if !folded.isVariant || folded.isLookAlike || !isASCII {
                    count(.styled, start, end)
                } else if !window.holdsCJK {
                    count(.wide, start, end)
                }
            }
            // Look-alikes that stayed themselves hide nothing.
            let wasReplaced = folded.isLookAlike ? isASCII : folded.isVariant && !isASCII
            if wasReplaced { count(.lookAlike, start, end) }
        }
        // Below Hebrew: scripts behind it may need a joiner inside of words.
        if folded.isInterrupted, folded.scalar < 0x590 && folded.isAlphanumeric || folded.isCJK,
            window[i + 1].isAlphanumeric || window[i + 1].isCJK
        {
            count(.invisible, start, end)
        }
    }
}
