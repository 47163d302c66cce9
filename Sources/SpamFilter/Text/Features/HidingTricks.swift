// Text: what was hidden stays known. Each trick that reading undid adds one feature, by how often it was found in the message, so that
// hiding is evidence; what ordinary writing does is no trick: a full-width letter among kana, the joiner of an emoji, ① in a list.

/// A way to hide words from a filter.
public enum HidingTrick: Int, CaseIterable, Sendable {
    /// Invisible scalars inside a word.
    case invisible = 0
    /// Letters of another script in a Latin word, or Latin ones in a Cyrillic or Greek word.
    case lookAlike
    /// Circled, squared, mathematical… letters.
    case styled
    /// Letters pulled apart by spaces or signs.
    case spaced
    /// Digits and signs for letters.
    case substitute
    /// Syllables written as stand-alone jamo.
    case jamo
    /// Marks heaped on a letter or struck through it.
    case stacked
    /// Full-width letters in a text without Han, kana and Hangul.
    case wide
    /// Words that mix Latin letters with those of another alphabet even when look-alikes are replaced.
    case scriptMix
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

    @inline(__always)
    static func feature(_ trick: HidingTrick, bucket: UInt64) -> UInt64 {
        FeatureHash.close(UInt64(trick.rawValue) << 3 | bucket, .hidden)
    }

    /// Adds a feature for each trick found: which, and whether once, up to 3 times, up to 7 or more often.
    ///
    /// Mutating, though it changes nothing: see `MessageReader`.
    mutating func add(to features: inout FeatureBatch) {
        for trick in HidingTrick.allCases {
            let n = counts[trick.rawValue]
            if n == 0 { continue }
            let bucket = UInt64(min(32 - n.leadingZeroBitCount, 4))
            features.add(HidingTricks.feature(trick, bucket: bucket), start: starts[trick.rawValue], end: ends[trick.rawValue])
        }
    }
}

extension MessageReader {
    /// Counts the tricks that folding undid in this window.
    mutating func countHidden() {
        let hiding =
            FoldedScalar.styledFlag | FoldedScalar.lookAlikeFlag | FoldedScalar.assembledFlag | FoldedScalar.interruptedFlag
            | FoldedScalar.stackedFlag
        guard window.flags & hiding != 0 else { return }
        if window.mixedWords > 0 {
            tricks.count(
                .scriptMix, window.starts[window.firstMixed], window.starts[window.lastMixedEnd], by: window.mixedWords)
        }
        var first = 0
        while first < window.count {
            // A bit for each of 64 scalars, so that nobody has to foretell which are flagged.
            let last = min(first + 64, window.count)
            var flagged: UInt64 = 0
            for i in first..<last {
                let isFlagged = (window.scalars[i].bits & (hiding | FoldedScalar.variantFlag) &+ .max >> 1) >> 31
                flagged |= UInt64(isFlagged) &<< UInt64(i - first)
            }
            while flagged != 0 {
                countHidden(at: first + flagged.trailingZeroBitCount)
                flagged &= flagged &- 1
            }
            first = last
        }
    }

    /// Counts the tricks that folding undid in a flagged scalar.
    @inline(__always)
    private mutating func countHidden(at i: Int) {
        let folded = window.scalars[i]
        let start = window.starts[i], end = window.starts[i + 1]
        if folded.isStacked { tricks.count(.stacked, start, end) }
        if folded.isAssembled { tricks.count(.jamo, start, end) }
        if folded.kind == .letter {
            if folded.isStyled {
                // Of a look-alike, and of what became a letter of another script, the variant flag is not about its width.
                if !folded.isVariant || folded.isLookAlike || folded.scalar >= 0x80 {
                    tricks.count(.styled, start, end)
                } else if !window.holdsSyllabic {
                    tricks.count(.wide, start, end)
                }
            }
            // Look-alikes that stayed themselves are no hiding.
            let wasReplaced = folded.isLookAlike ? folded.scalar < 0x80 : folded.isVariant && folded.scalar >= 0x80
            if wasReplaced { tricks.count(.lookAlike, start, end) }
        }
        if folded.isInterrupted, folded.scalar < 0x590 && folded.isAlphanumeric || folded.isSyllabic,
            window.scalars[i + 1].isAlphanumeric || window.scalars[i + 1].isSyllabic
        {
            tricks.count(.invisible, start, end)
        }
    }
}
