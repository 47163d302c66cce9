// Text: numbers, as shapes. A number says little, its form much: 1,000,000 and 2,500,000 are both 0:1,0:3,0:3.
// Rules: digits in groups joined by single . , : / - signs; masks of anonymised corpora (*, and x or ○ among Han, kana and Hangul)
// are digits. Features: the shape, the number of digits, and the shape with the sign before it (£, ¥, +, -, #).

extension MessageReader {
    /// Whether a digit, or a mask that stands for one, is at `i`.
    @inline(__always)
    private func isDigitLike(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        switch folded.scalar {
        case 0x2A, 0x25CB, 0x25CF: return true
        case 0x78: return window.holdsSyllabic
        default: return folded.kind == .digit
        }
    }

    /// The index behind the number that begins at `i`, or `nil` where none does.
    @inline(__always)
    mutating func endOfNumber(at i: Int) -> Int? {
        guard i >= numberlessUntil, isDigitLike(i) else { return nil }
        var end = i
        while end < window.count, isDigitLike(end) { end += 1 }
        // Part of a word: 2nite, xbox. A lone * or ○ is a sign.
        if end < window.count, window.scalars[end].kind == .letter {
            numberlessUntil = end
            return nil
        }
        if end - i == 1, window.scalars[i].kind == .symbol { return nil }
        return endOfGroups(end)
    }

    /// Goes on over groups of digits behind single joining signs.
    @inline(__always)
    private func endOfGroups(_ first: Int) -> Int {
        var end = first
        while end + 1 < window.count, isJoint(window.scalars[end].scalar), isDigitLike(end + 1) {
            var next = end + 1
            while next < window.count, isDigitLike(next) { next += 1 }
            if next < window.count, window.scalars[next].kind == .letter { break }
            end = next
        }
        return end
    }

    @inline(__always)
    private func isJoint(_ scalar: UInt32) -> Bool { scalar >= 0x2C && scalar <= 0x2F || scalar == 0x3A }

    @inline(__always)
    mutating func readNumber(at i: Int, end: Int) -> Int {
        var shape: UInt64 = 0
        var digits = 0
        var j = i
        while j < end {
            if isDigitLike(j) {
                let from = j
                while j < end, isDigitLike(j) { j += 1 }
                digits += j - from
                shape = FeatureHash.roll(shape, UInt32(min(j - from, 12)))
            } else {
                shape = FeatureHash.roll(shape, window.scalars[j].scalar)
                j += 1
            }
        }
        let token = FeatureHash.close(shape, .number)
        let start = window.starts[i], stop = window.starts[end]
        features.add(FeatureHash.close(UInt64(min(digits, 16)) &* FeatureHash.m2, .number), start: start, end: stop)
        if i > 0, window.scalars[i - 1].kind == .symbol {
            let sign = FeatureHash.roll(shape, window.scalars[i - 1].scalar)
            features.add(FeatureHash.close(sign &* FeatureHash.m4, .number), start: window.starts[i - 1], end: stop)
        }
        addUnit(token, start: start, end: stop)
        return end
    }
}
