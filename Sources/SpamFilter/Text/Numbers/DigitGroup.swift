// Text: what replaces a digit, and where. In: a window index. Out: where a group of digits ends.
// No feature is made here.
// Rules, each looks at neighbours only, so a message reads alike wherever a window of it ends:
//   * ○ ●     in any number; a lone one is a symbol;
//   # _       2 to 8 in a group, no letter before: more is a rule across the page;
//   x         next to a CJK character; xx and longer may have up to two marks or spaces between.
//             Also behind a currency, three or more among digits (010xxxx), or in groups joined by
//             - / : (xxx-xxxx). `xxx` alone is kisses;
//   ×         as x, up to 20 in a group. Else it is a symbol, and 2 × 3 are two numbers;
//   o, l, i   between digits: 5oo0, 1o:30, 2,ooo. 2oo, o2o, 20l are words.

struct DigitGroup {
    /// Whether a number may begin at `i`: the cheap test that every word and symbol takes.
    @inline(__always)
    static func canBegin(at i: Int, _ window: Window) -> Bool {
        let folded = window[i]
        switch folded.scalar {
        case "x", "×", "*", "#", "_", "○", "●": return true
        case "o": return i + 1 < window.count && window[i + 1].kind == .digit
        default: return folded.kind == .digit
        }
    }

    /// The index behind the group of digits that begins at `i`; where there is none, minus the
    /// index behind what was searched.
    @inline(__always)
    static func end(from i: Int, behindJoint: Bool, _ window: Window) -> Int {
        let count = window.count
        var end = i
        while end < count, window[end].kind == .digit { end += 1 }
        guard end < count else { return end > i ? end : -end }
        switch window[end].kind {
        case .letter, .symbol: break
        default: return end > i ? end : -end
        }
        switch window[end].scalar {
        case "x", "×", "*", "#", "_", "○", "●", "o", "l", "i":
            return DigitGroup(window: window, begin: i, digitsUntil: end, behindJoint: behindJoint).endOfMasked()
        // Part of a word: 2nite.
        default: return window[end].kind == .letter || end == i ? -end : end
        }
    }

    private let window: Window
    private let begin: Int
    private let digitsUntil: Int
    private let behindJoint: Bool

    @inline(never)
    private func endOfMasked() -> Int {
        var end = digitsUntil
        var digits = end - begin, stars = 0, lines = 0, crosses = 0, times = 0, ohs = 0, strokes = 0
        scan: while end < window.count {
            switch window[end].scalar {
            case "*", "○", "●": stars += 1
            case "#", "_": lines += 1
            case "x": crosses += 1
            case "×": times += 1
            case "o": ohs += 1
            case "l", "i": strokes += 1
            default:
                guard window[end].kind == .digit else { break scan }
                digits += 1
            }
            end += 1
            if lines > 0 && end - begin > 8 || times > 0 && end - begin > 20 { return endOfDigitsAlone }
        }
        if end < window.count, window[end].kind == .letter { return times > 0 ? endOfDigitsAlone : -end }
        if lines > 0 {
            guard lines > 1, crosses + times + ohs + strokes == 0, begin == 0 || window[begin - 1].kind != .letter else {
                return endOfDigitsAlone
            }
            return end
        }
        if times > 0 {
            let isMask = ohs + strokes == 0 && areMasks(until: end, digits + stars, crosses + times)
            return isMask ? end : endOfDigitsAlone
        }
        if ohs + strokes > 0 {
            return crosses + stars == 0 && areDigitsByLook(until: end, digits, ohs) ? end : -end
        }
        if crosses > 0 { return areMasks(until: end, digits + stars, crosses) ? end : -end }
        return end - begin == 1 && digits == 0 && !behindJoint ? -end : end
    }

    /// The digits before symbols are a number of their own, 5__ and 100#, and those behind them
    /// too: #1.
    private var endOfDigitsAlone: Int {
        digitsUntil > begin && window[digitsUntil].kind != .letter ? digitsUntil : -begin
    }

    private func areDigitsByLook(until end: Int, _ digits: Int, _ ohs: Int) -> Bool {
        if behindJoint, digits == 0 { return ohs >= 2 && ohs == end - begin }
        guard digits > 0 else { return false }
        let goesOn = end + 1 < window.count && FoldedNumber.isJoint(window[end].scalar) && window[end + 1].kind == .digit
        let begins = window[begin].kind == .digit || window[begin].scalar == "o" && (behindJoint || end - begin > 2)
        return begins && (window[end - 1].kind == .digit || goesOn)
    }

    private func areMasks(until end: Int, _ digits: Int, _ crosses: Int) -> Bool {
        let length = end - begin
        if behindJoint, length > 1 { return true }
        if isCJKNear(begin - 1, -1, length > 1) || isCJKNear(end, 1, length > 1) { return true }
        guard length > 1 else { return false }
        if digits > 0, crosses > 2 { return true }
        if begin > 0, Currency.id(ofSign: window[begin - 1].scalar) != 0 { return true }
        guard end + 2 < window.count else { return false }
        switch window[end].scalar {
        case "-", "/", ":": return isDigitOrCross(end + 1) && isDigitOrCross(end + 2)
        default: return false
        }
    }

    private func isDigitOrCross(_ i: Int) -> Bool {
        window[i].kind == .digit || window[i].scalar == "x" || window[i].scalar == "×"
    }

    /// Whether a CJK character is at `i`, or up to two marks or spaces further on.
    private func isCJKNear(_ i: Int, _ step: Int, _ passing: Bool) -> Bool {
        var j = i
        for _ in 0..<(passing ? 3 : 1) {
            guard j >= 0, j < window.count else { return false }
            let folded = window[j]
            if folded.isCJK { return true }
            guard folded.kind == .space || folded.kind == .symbol else { return false }
            j += step
        }
        return false
    }
}
