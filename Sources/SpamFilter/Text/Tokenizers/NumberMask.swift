// Text: what stands for a digit, and where. In: a window index. Out: where a group of digits ends. No feature is made here.
// Rules, each looks at neighbours only, so that a message reads alike wherever a window of it ends:
//   * ○ ●     in any number, but a lone one is a sign;
//   # _       2 to 8 in a group, no letter before: more is a rule across the page;
//   x         at a Han, kana or Hangul character (for xx and more up to two signs or spaces may lie between), behind a currency, three
//             or more among digits (010xxxx), or in groups joined by - / : (xxx-xxxx); `xxx` alone is kisses;
//   ×         as x, to 20 in a group: else it is a sign, and 2 × 3 are two numbers;
//   o, l, i   between digits: 5oo0, 1o:30, 2,ooo. 2oo, o2o, 20l are words.

extension MessageReader {
    /// Whether a number may begin at `i`: the cheap test that every word and sign takes.
    @inline(__always)
    func canBeginNumber(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        switch folded.scalar {
        case 0x78, 0xD7, 0x2A, 0x23, 0x5F, 0x25CB, 0x25CF: return true
        case 0x6F: return i + 1 < window.count && window.scalars[i + 1].kind == .digit
        default: return folded.kind == .digit
        }
    }

    /// The index behind the group of digits that begins at `i`; where there is none, minus the index behind what was looked through.
    @inline(__always)
    mutating func endOfGroup(_ i: Int, behindJoint: Bool) -> Int {
        var end = i
        while end < window.count, window.scalars[end].kind == .digit { end += 1 }
        guard end < window.count else { return end > i ? end : -end }
        switch window.scalars[end].kind {
        case .letter, .symbol: break
        default: return end > i ? end : -end
        }
        switch window.scalars[end].scalar {
        case 0x78, 0xD7, 0x2A, 0x23, 0x5F, 0x25CB, 0x25CF, 0x6F, 0x6C, 0x69:
            return endOfMaskedGroup(i, digitsUntil: end, behindJoint)
        // Part of a word: 2nite.
        default: return window.scalars[end].kind == .letter || end == i ? -end : end
        }
    }

    private mutating func endOfMaskedGroup(_ i: Int, digitsUntil: Int, _ behindJoint: Bool) -> Int {
        var end = digitsUntil
        var digits = end - i, stars = 0, lines = 0, crosses = 0, times = 0, ohs = 0, strokes = 0
        scan: while end < window.count {
            switch window.scalars[end].scalar {
            case 0x2A, 0x25CB, 0x25CF: stars += 1
            case 0x23, 0x5F: lines += 1
            case 0x78: crosses += 1
            case 0xD7: times += 1
            case 0x6F: ohs += 1
            case 0x6C, 0x69: strokes += 1
            default:
                guard window.scalars[end].kind == .digit else { break scan }
                digits += 1
            }
            end += 1
            if lines > 0 && end - i > 8 || times > 0 && end - i > 20 { return digitsBefore(digitsUntil, i) }
        }
        if end < window.count, window.scalars[end].kind == .letter { return times > 0 ? digitsBefore(digitsUntil, i) : -end }
        if lines > 0 {
            guard lines > 1, crosses + times + ohs + strokes == 0, i == 0 || window.scalars[i - 1].kind != .letter else {
                return digitsBefore(digitsUntil, i)
            }
            return end
        }
        if times > 0 {
            let isMask = ohs + strokes == 0 && areMasks(i, end, digits + stars, crosses + times, behindJoint)
            return isMask ? end : digitsBefore(digitsUntil, i)
        }
        if ohs + strokes > 0 {
            return crosses + stars == 0 && areDigitsByLook(i, end, digits, ohs, behindJoint) ? end : -end
        }
        if crosses > 0 { return areMasks(i, end, digits + stars, crosses, behindJoint) ? end : -end }
        return end - i == 1 && digits == 0 && !behindJoint ? -end : end
    }

    /// What stands in front of signs is a number of its own, 5__ and 100#, and what stands behind them too: #1.
    private mutating func digitsBefore(_ digitsUntil: Int, _ i: Int) -> Int {
        digitsUntil > i && window.scalars[digitsUntil].kind != .letter ? digitsUntil : -i
    }

    private mutating func areDigitsByLook(_ i: Int, _ end: Int, _ digits: Int, _ ohs: Int, _ behindJoint: Bool) -> Bool {
        if behindJoint, digits == 0 { return ohs >= 2 && ohs == end - i }
        guard digits > 0 else { return false }
        let goesOn =
            end + 1 < window.count && FoldedNumber.isJoint(window.scalars[end].scalar) && window.scalars[end + 1].kind == .digit
        let begins = window.scalars[i].kind == .digit || window.scalars[i].scalar == 0x6F && (behindJoint || end - i > 2)
        return begins && (window.scalars[end - 1].kind == .digit || goesOn)
    }

    private mutating func areMasks(_ i: Int, _ end: Int, _ digits: Int, _ crosses: Int, _ behindJoint: Bool) -> Bool {
        let length = end - i
        if behindJoint, length > 1 { return true }
        if isSyllabicNear(i - 1, -1, length > 1) || isSyllabicNear(end, 1, length > 1) { return true }
        guard length > 1 else { return false }
        if digits > 0, crosses > 2 { return true }
        if i > 0, currencySign(window.scalars[i - 1].scalar) != 0 { return true }
        guard end + 2 < window.count else { return false }
        switch window.scalars[end].scalar {
        case 0x2D, 0x2F, 0x3A:
            return isDigitOrCross(end + 1) && isDigitOrCross(end + 2)
        default: return false
        }
    }

    private mutating func isDigitOrCross(_ i: Int) -> Bool {
        window.scalars[i].kind == .digit || window.scalars[i].scalar == 0x78 || window.scalars[i].scalar == 0xD7
    }

    /// Whether a Han, kana or Hangul character stands at `i`, or up to two signs and spaces further on.
    private mutating func isSyllabicNear(_ i: Int, _ step: Int, _ passing: Bool) -> Bool {
        var j = i
        for _ in 0..<(passing ? 3 : 1) {
            guard j >= 0, j < window.count else { return false }
            let folded = window.scalars[j]
            if folded.isSyllabic { return true }
            guard folded.kind == .space || folded.kind == .symbol else { return false }
            j += step
        }
        return false
    }
}
