// Text: the currency of a number, before it or behind it, as a symbol, a word or a character.

/// The currency of a number: its id and the bytes it spans; id 0 where there is none.
struct Currency {
    let id: UInt32
    let start: UInt32
    let end: UInt32

    private init(_ id: UInt32, _ start: UInt32, _ end: UInt32) { (self.id, self.start, self.end) = (id, start, end) }

    /// - Parameters:
    ///   - i: the index at which the number begins.
    ///   - end: the index behind it.
    @inline(__always)
    static func of(_ i: Int, _ end: Int, _ window: Window) -> Currency {
        let start = window.starts[i], none = Currency(0, start, start)
        if i > 0, window[i - 1].kind == .symbol {
            let id = id(ofSign: window[i - 1].scalar)
            if id != 0 { return Currency(id, window.starts[i - 1], start) }
        }
        let word = word(before: i, window)
        if word.id != 0 { return Currency(word.id, window.starts[word.start], start) }
        let count = window.count
        var j = end
        if j + 1 < count, window[j].kind == .space { j += 1 }
        guard j < count else { return none }
        let behind = window[j]
        if behind.isCJK {
            // 5万元, 3만원: ten thousand, and a hundred million.
            let isUnit = behind.scalar == "万" || behind.scalar == "만" || behind.scalar == "億" || behind.scalar == "억"
            let k = isUnit && j + 1 < count ? j + 1 : j
            let id = id(ofSign: window[k].scalar)
            return id == 0 ? none : Currency(id, start, window.starts[k + 1])
        }
        if behind.kind == .symbol {
            let id = id(ofSign: behind.scalar)
            return id == 0 || j > end ? none : Currency(id, start, window.starts[j + 1])
        }
        guard behind.kind == .letter else { return none }
        let length = lengthOfWord(j, atMost: 4, window)
        guard length == 2 || length == 3 else { return none }
        let id = id(ofWord: j, length, window)
        return id == 0 ? none : Currency(id, start, window.starts[j + length])
    }

    /// Whether Rp, Rs, RM or TL is at `i`, directly before a digit: Rp50.000 is a number, not a
    /// word.
    @inline(__always)
    static func isPrefix(at i: Int, _ window: Window) -> Bool {
        let first = window[i].scalar
        guard first == "r" || first == "t", i + 2 < window.count, window[i + 2].kind == .digit else { return false }
        return id(ofWord: i, 2, window) != 0 && (i == 0 || !window[i - 1].isAlphanumeric)
    }

    /// The id of the currency whose two or three letters begin at `i`: tl, kr, rp, rs, rm, usd,
    /// eur; else 0.
    private static func id(ofWord i: Int, _ length: Int, _ window: Window) -> UInt32 {
        let second = window[i + 1].scalar
        switch (window[i].scalar, second, length) {
        case ("t", "l", 2): return scalarValue("₺")
        case ("k", "r", 2), ("r", "p", 2), ("r", "m", 2): return window[i].scalar << 8 | second
        case ("r", "s", 2): return scalarValue("₹")
        case ("u", "s", 3): return window[i + 2].scalar == "d" ? scalarValue("$") : 0
        case ("e", "u", 3): return window[i + 2].scalar == "r" ? scalarValue("€") : 0
        default: return 0
        }
    }

    /// The currency of two letters before `i`, with a dot or a space or both between: Rp50, Rp 50,
    /// Rs. 50.
    @inline(__always)
    private static func word(before i: Int, _ window: Window) -> (id: UInt32, start: Int) {
        var end = i
        if end > 0, window[end - 1].kind == .space { end -= 1 }
        if end > 0, window[end - 1].scalar == "." { end -= 1 }
        guard end >= 2, window[end - 1].kind == .letter, end == 2 || !window[end - 3].isAlphanumeric else {
            return (0, 0)
        }
        return (id(ofWord: end - 2, 2, window), end - 2)
    }

    @inline(__always)
    private static func lengthOfWord(_ i: Int, atMost: Int, _ window: Window) -> Int {
        var end = i
        while end < window.count, end - i < atMost, window[end].isAlphanumeric { end += 1 }
        return end - i
    }

    /// One id for a currency, whether symbol or letter; 0 for anything else. ¥ 元 円 圓 圆 块 塊 share
    /// one, as the symbol does not tell which.
    @inline(__always)
    static func id(ofSign scalar: UInt32) -> UInt32 {
        switch scalar {
        case "$", "£": scalar
        // Unicode's block of currency symbols.
        case "\u{20A0}"..."\u{20BF}": scalar
        case "¥", "元", "円", "圓", "圆", "块", "塊": scalarValue("¥")
        case "원": scalarValue("₩")
        default: 0
        }
    }
}
