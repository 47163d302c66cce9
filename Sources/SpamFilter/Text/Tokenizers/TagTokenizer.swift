// Text: bracketed tags, [Web발신] (광고) 【Gold Bank】 <promo> *sale*, with up to 12 letters and digits inside; spaces and signs inside are
// passed over, so that (광 고) and [★광고★] are (광고) and [광고] but for the bracket, which is no part of the tag.
// Features: the tag with its position (the message's start, its end, a line's start), and whether the message opens or closes with a
// signature in 【】 or []. What stands inside is read as any text is. A bracket inside a line is no tag. A tag that is the whole message is
// at its start.

extension MessageReader {
    /// What a bracket at `i` holds: the index behind its closing one (-1 where there is none), and its letters and digits.
    private struct Bracketed {
        var end: Int
        /// Rolled over letters, and digits as 0.
        var hash: UInt64 = 0
        var length = 0
        /// The first letter and the index behind the last one; what is between them is one word.
        var first = 0
        var last = 0
    }

    /// Adds the tag or the placeholder that begins with a bracket at `i`. What stands inside is read afterwards, as any text is.
    @inline(__always)
    mutating func addBracketed(at i: Int) {
        let opening = window.scalars[i].scalar
        switch opening {
        case 0x28, 0x2A, 0x3C, 0x5B, 0x7B, 0x3010, 0x3014, 0x3016, 0x26: readBracketed(at: i, opening)
        default: break
        }
    }

    @inline(never)
    private mutating func readBracketed(at i: Int, _ opening: UInt32) {
        // <URL> that went through HTML: &lt;URL&gt;
        let isEntity = opening == 0x26
        if isEntity, !isLetters(i + 1, 0x6C, 0x74) { return }
        let inside = bracketed(isEntity ? i + 4 : i + 1, opening)
        guard inside.end > i else { return }
        if opening != 0x2A, inside.last - inside.first == inside.length || inside.length == 0 {
            if let kind = placeholder(from: inside.first, to: inside.last, opening) {
                addPlaceholder(kind, start: window.starts[i], end: window.starts[inside.end])
                return
            }
        }
        if isEntity || inside.length == 0 { return }
        let start = window.starts[i], stop = window.starts[inside.end]
        let isSignature = opening == 0x5B || opening == 0x3010
        let before = indexBeforeSpaces(i)
        let tag = inside.hash &* FeatureHash.m3
        if before == tagsUntil {
            tagsUntil = inside.end
            features.add(FeatureHash.close(tag &+ FeatureHash.m1, .tag), start: start, end: stop)
            if isSignature { features.add(FeatureHash.close(1, .tag), start: start, end: stop) }
        } else if isLastWindow, indexBehindSpaces(inside.end) == window.count {
            features.add(FeatureHash.close(tag &+ FeatureHash.m2, .tag), start: start, end: stop)
            if isSignature { features.add(FeatureHash.close(2, .tag), start: start, end: stop) }
        } else if (before..<i).contains(where: { isLineEnd($0) }) {
            features.add(FeatureHash.close(tag &+ FeatureHash.m5, .tag), start: start, end: stop)
        }
    }

    @inline(__always)
    private func isLineEnd(_ i: Int) -> Bool { window.scalars[i].scalar == 0x0A || window.scalars[i].scalar == 0x0D }

    private mutating func isLetters(_ i: Int, _ a: UInt32, _ b: UInt32) -> Bool {
        i + 2 < window.count && window.scalars[i].scalar == a && window.scalars[i + 1].scalar == b
            && window.scalars[i + 2].scalar == 0x3B
    }

    /// Looks at no more than 24 scalars.
    private mutating func bracketed(_ begin: Int, _ opening: UInt32) -> Bracketed {
        let none = Bracketed(end: -1)
        var inside = Bracketed(end: -1, first: begin, last: begin)
        let closing: UInt32 =
            switch opening {
            case 0x28: 0x29
            case 0x2A: 0x2A
            case 0x26: 0x26
            case 0x3C: 0x3E
            default: opening + (opening > 0x3000 ? 1 : 2)
            }
        var j = begin
        while j < window.count, j - begin <= 24 {
            let folded = window.scalars[j]
            if folded.scalar == closing {
                inside.end = closing == 0x26 ? (isLetters(j + 1, 0x67, 0x74) ? j + 4 : -1) : j + 1
                return inside
            }
            if folded.isSyllabic || folded.isAlphanumeric {
                if inside.length == 0 { inside.first = j }
                inside.last = j + 1
                inside.length += 1
                if inside.length > 12 { return none }
                inside.hash = FeatureHash.roll(inside.hash, folded.kind == .digit ? 0x30 : folded.scalar)
            } else if folded.scalar == opening || isLineEnd(j) {
                return none
            } else if inside.length == 0 {
                inside.first = j + 1
                inside.last = j + 1
            }
            j += 1
        }
        return none
    }
}
