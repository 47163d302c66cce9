// Text: bracketed tags, [Web발신] (광고) 【Gold Bank】 <promo> *sale*, with up to 12 letters and digits
// inside. Spaces and marks inside are skipped: (광 고) is (광고), and [★광고★] is [광고]. The kind of
// bracket is no part of the tag.
// Features: the tag with its position (the message's start, its end, a line's start), and whether
// the message opens or closes with a signature in 【】 or []. A bracket inside a line is no tag. A
// tag that is the whole message is at its start.

struct TagTokenizer {
    /// What a bracket holds: the index behind its closing one (-1 where there is none), and its
    /// letters and digits.
    private struct Bracketed {
        var end: Int
        /// Rolled over letters, and digits as 0.
        var hash: UInt64 = 0
        var length = 0
        /// The first letter and the index behind the last one.
        var first = 0
        var last = 0
    }

    let window: Window
    /// Only tags and spaces up to this index, counted from the message's beginning; -1 behind
    /// anything else.
    private var until = 0

    init(_ window: Window) { self.window = window }

    /// For the next message.
    @inline(__always)
    mutating func forget() { until = 0 }

    /// At the end of a window that another follows.
    mutating func leaveWindow() {
        until = until >= 0 && window.indexBehindSpaces(until) == window.count ? 0 : -1
    }

    /// Adds the tag or the placeholder that begins with a bracket at `i`. What is inside is read
    /// afterwards, as any text is.
    @inline(__always)
    mutating func add(at i: Int, _ emitter: inout TokenEmitter) {
        let opening = window[i].scalar
        switch opening {
        case "(", "*", "<", "[", "{", "【", "〔", "〖": addBracketed(at: i, opening, &emitter)
        default: break
        }
    }

    @inline(never)
    private mutating func addBracketed(at i: Int, _ opening: UInt32, _ emitter: inout TokenEmitter) {
        let inside = bracketed(i + 1, opening)
        guard inside.end > i else { return }
        let start = window.starts[i], stop = window.starts[inside.end]
        if opening != "*", inside.last - inside.first == inside.length || inside.length == 0 {
            if let placeholder = Placeholder(in: window, from: inside.first, to: inside.last, opening) {
                placeholder.add(to: &emitter, start: start, end: stop)
                return
            }
        }
        if inside.length == 0 { return }
        let isSignature = opening == "[" || opening == "【"
        let before = window.indexBeforeSpaces(i)
        let tag = inside.hash &* FeatureHash.m3
        func add(_ value: UInt64) { emitter.add(FeatureHash.close(value, .tag), start: start, end: stop) }
        if before == until {
            until = inside.end
            add(tag &+ FeatureHash.m1)
            if isSignature { add(1) }
        } else if window.isLast, window.indexBehindSpaces(inside.end) == window.count {
            add(tag &+ FeatureHash.m2)
            if isSignature { add(2) }
        } else if (before..<i).contains(where: { isLineEnd($0) }) {
            add(tag &+ FeatureHash.m5)
        }
    }

    @inline(__always)
    private func isLineEnd(_ i: Int) -> Bool { window[i].scalar == "\n" || window[i].scalar == "\r" }

    /// Looks at no more than 24 scalars.
    private func bracketed(_ begin: Int, _ opening: UInt32) -> Bracketed {
        let none = Bracketed(end: -1)
        var inside = Bracketed(end: -1, first: begin, last: begin)
        let closing = TagTokenizer.closing(of: opening)
        let count = window.count
        var j = begin
        while j < count, j - begin <= 24 {
            let folded = window[j]
            if folded.scalar == closing {
                inside.end = j + 1
                return inside
            }
            if folded.isCJK || folded.isAlphanumeric {
                if inside.length == 0 { inside.first = j }
                inside.last = j + 1
                inside.length += 1
                if inside.length > 12 { return none }
                inside.hash = FeatureHash.roll(inside.hash, folded.kind == .digit ? FoldedScalar.digitCode : folded.scalar)
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

    private static func closing(of opening: UInt32) -> Unicode.Scalar {
        switch opening {
        case "(": ")"
        case "*": "*"
        case "<": ">"
        case "[": "]"
        case "{": "}"
        case "【": "】"
        case "〔": "〕"
        default: "〗"
        }
    }
}
