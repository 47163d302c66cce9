// Text: whether a link is sure to lead to the host that was found in it, and where else it may
// lead. In: links, and words that are nearly links. Out: the hosts that rules look up. Features see
// nothing of it.
// Programs differ in what they take for a link's host. One that lets through needs a host about
// which all agree: whatever may be read in another way is not plain. One that denies gets each.

extension LinkTokenizer {
    /// Keeps the other hosts that a link may lead to. Returns whether it is sure to lead to its
    /// own, if that is written plainly.
    @inline(never)
    mutating func keepOtherHosts(at i: Int, _ link: LinkSpan) -> Bool {
        let hasScheme = link.traits.contains(.scheme)
        if hasScheme, keepHostsBesideUser(link.authority) { return false }
        guard isHostEnd(link.hostEnd) else {
            keepLongHost(link)
            return false
        }
        if link.traits.contains(.defanged) { return false }
        return hasScheme ? isWebScheme(i, link.authority) : isHostBegin(i)
    }

    /// At the end of a window that another follows. Where it was cut within a word, that may be a
    /// link that no window shows.
    func leaveWindow() {
        guard let kept, window.count > 0 else { return }
        let last = window[window.count - 1]
        if last.kind != .space, !last.isCJK { kept.addOther() }
    }

    /// An IPv6 address is no host of a rule.
    mutating func keepLongAddress(_ link: LinkSpan) {
        kept?.addOther()
        _ = keepHostsBesideUser(link.authority)
    }

    // MARK: User parts

    /// Keeps the hosts around the first and the last `@`, if one is there, and returns whether.
    ///
    /// Browsers end the user part at the last `@`, but not behind `/`, `\`, `?` or `#`. So each
    /// of three hosts may be meant: `https://a.example?@b.example:x@c.example/`.
    private mutating func keepHostsBesideUser(_ authority: Int) -> Bool {
        var first = 0, last = 0, i = authority
        while i < window.count, window[i].kind != .space, window[i].scalar != "/" {
            if window[i].scalar == "@" {
                if first == 0 { first = i }
                last = i
            }
            i += 1
        }
        guard first > 0 else { return false }
        keepHost(at: authority)
        keepHost(at: first + 1)
        if last > first { keepHost(at: last + 1) }
        return true
    }

    private mutating func keepHost(at i: Int) {
        let end = i < window.count ? hosts.scan(at: i, hasScheme: true).end : i
        guard end > i else { return kept?.addOther() ?? () }
        fillHost(LinkSpan(end: end, host: i, hostEnd: end))
        kept?.add(host, isPlain: false)
    }

    /// Whether what reads as an e-mail address may be the end of a link's user part: a scheme is in
    /// front without white space between, or the window's begin.
    func mayBeUser(at i: Int) -> Bool {
        var begin = i
        while begin > 0, window[begin - 1].kind != .space {
            begin -= 1
            if window.holds(":", at: begin), window.holds("/", at: begin + 1), window.holds("/", at: begin + 2) { return true }
        }
        return begin == 0 && !isWindowBeginPlain
    }

    // MARK: Hosts that go on

    /// Keeps the host that a link has if letters, marks of other scripts and `_` belong to it.
    private mutating func keepLongHost(_ link: LinkSpan) {
        if fillLongHost(at: link.host) > link.hostEnd { kept?.add(host, isPlain: false) }
    }

    /// Copies the labels from `i` on into `host`, in any script. Returns the index behind them.
    private mutating func fillLongHost(at i: Int) -> Int {
        host.clear()
        var label = i, end = i
        while true {
            while end < window.count, isOfLongLabel(end) { end += 1 }
            if end > label { host.append(window.scalars + label, end - label) }
            guard end > label, isDot(end), isOfLongLabel(end + 1) else { return end }
            end += 1
            label = end
        }
    }

    private func isDot(_ i: Int) -> Bool { window.holds(".", at: i) || window.holds("。", at: i) }

    private func isOfLongLabel(_ i: Int) -> Bool {
        i < window.count && (window.isHostScalar(i) || window[i].isCJK || window[i].kind == .jamo || window.holds("_", at: i))
    }

    /// Keeps the host at `i` that no list of endings knows, if a path follows: `gold.agency/x`.
    ///
    /// - Parameter scanned: the end of the labels that were looked at.
    @inline(never)
    mutating func keepUnlistedHost(at i: Int, firstEnd: Int, _ scanned: Int) {
        switch window[scanned].scalar {
        case "/", "?", "#", ":", ".", "_", "[": break
        default: guard window[scanned].isCJK || window[scanned].kind == .jamo else { return }
        }
        let scheme = LinkFinder(window: window, words: words).schemeLength(at: i, firstEnd)
        if scheme > 0 {
            kept?.addOther()
            _ = keepHostsBesideUser(firstEnd + scheme)
            return
        }
        let end = fillLongHost(at: i)
        guard host.labels > 1, host.count - host.lastLabel > 1, host.scalars[host.lastLabel].kind != .digit else { return }
        let next = window[end + 1]
        switch window[end].scalar {
        case "/": break
        case "?", "#": guard next.isAlphanumeric else { return }
        case ":": guard next.kind == .digit else { return }
        default: return
        }
        kept?.add(host, isPlain: isHostBegin(i) && isHostEnd(end) && isPlain(i, end))
    }

    // MARK: Plain hosts

    /// Whether each scalar of the host in `host` is a byte of ASCII in the message, no label is
    /// Punycode, and none was masked.
    func isPlain(_ begin: Int, _ end: Int) -> Bool {
        guard !host.isEncoded, end - begin <= 253 else { return false }
        for i in begin..<end {
            guard window[i].scalar < 0x80, isOneByte(i), window[i].scalar != "*", window[i].scalar != "_" else { return false }
        }
        return true
    }

    @inline(__always)
    private func isOneByte(_ i: Int) -> Bool { window.starts[i + 1] == window.starts[i] + 1 }

    /// Whether `http://` or `https://` goes from `begin` to `end`.
    private func isWebScheme(_ begin: Int, _ end: Int) -> Bool {
        guard end - begin == 7 || end - begin == 8, window.holds("/", at: end - 1), window.holds("/", at: end - 2) else {
            return false
        }
        let isHTTP =
            window.holds("h", at: begin) && window.holds("t", at: begin + 1) && window.holds("t", at: begin + 2)
            && window.holds("p", at: begin + 3)
        return isHTTP && (end - begin == 7 || window.holds("s", at: begin + 4))
    }

    private var isWindowBeginPlain: Bool {
        let side = window.extent.pointee.sideBefore
        return side == 0 || side == FoldedScalar.spaceSide
    }

    /// Whether a host without a scheme can begin at `i`, and not before.
    private func isHostBegin(_ i: Int) -> Bool {
        guard i > 0 else { return isWindowBeginPlain }
        let before = window[i - 1]
        switch before.scalar {
        case "(", "[", "{", "<", ">", "\"", "'", ":", ",", ";", "!", "?", "|": return true
        default: return before.kind == .space || LinkTokenizer.isClosingMark(before.scalar)
        }
    }

    /// Whether the host that ends at `i` cannot go on.
    private func isHostEnd(_ i: Int) -> Bool {
        var end = i
        if window.holds(":", at: end), window[end + 1].kind == .digit {
            end += 1
            while end < window.count, window[end].kind == .digit { end += 1 }
        }
        switch window[end].scalar {
        case "/", "?", "#": return isOneByte(end)
        default: break
        }
        var wasClosed = false
        while end < window.count {
            let isClosed = isBracketOrQuote(end) || !isOneByte(end) && isWideMark(end)
            guard isClosed || isSentenceMark(end) else { break }
            wasClosed = isClosed
            end += 1
        }
        // Else the host may go on in the next window.
        if end == window.count { return window.isLast }
        return window[end].kind == .space || wasClosed && window[end].isCJK && isWithoutUser(end)
    }

    /// Whether no `@` comes before the next white space.
    private func isWithoutUser(_ begin: Int) -> Bool {
        var i = begin
        while i < window.count, window[i].kind != .space {
            if window[i].scalar == "@" { return false }
            i += 1
        }
        return i < window.count || window.isLast
    }

    /// Marks that end a host if white space follows.
    private func isSentenceMark(_ i: Int) -> Bool {
        switch window[i].scalar {
        case ".", ",", ":", ";", "!", "?", "*", "。": true
        default: false
        }
    }

    /// A mark of full width that is no dot.
    private func isWideMark(_ i: Int) -> Bool {
        switch window[i].scalar {
        case ",", ":", ";", "!", "?": true
        default: false
        }
    }

    private func isBracketOrQuote(_ i: Int) -> Bool {
        switch window[i].scalar {
        case ")", "'": true
        default: LinkTokenizer.isClosingMark(window[i].scalar)
        }
    }

    /// Marks around links that no host and no user part holds.
    private static func isClosingMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "\"", "]", "}", "<", ">", "\u{AB}", "\u{BB}", "\u{2018}"..."\u{201F}", "\u{2039}", "\u{203A}", "、",
            "\u{3008}"..."\u{3011}", "\u{3014}"..."\u{301B}":
            true
        default: false
        }
    }
}
