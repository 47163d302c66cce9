// Text: links and bare hosts. In: a window index at a letter or digit. A link is taken whole, so
// its letters are no words.
// Rules: scheme://host, www.host, or a bare host whose last label is a well-known top-level domain
// (TopLevelDomain tells how well); four numbers with dots need a path or port behind them. Defanged
// forms (hxxp, [.], ` dot com`) read as the plain ones, with a feature of their own (HostScanner).
// In `gold.com.Call` the host ends at com: the space after the full stop is missing.

/// Finds links in a window.
struct LinkFinder {
    /// The longest scheme, as in `kakaotalk://`.
    private static var longestScheme: Int { 12 }

    let window: Window
    let words: WordTable

    @inline(__always) private var hosts: HostScanner { HostScanner(window: window, words: words) }

    /// The link at `i`, where `end` is the end of the scalars of a host from there on.
    func link(at i: Int, firstEnd end: Int) -> LinkSpan {
        let scheme = schemeLength(at: i, end)
        if scheme > 0 {
            let link = linkBehindScheme(at: i, end, scheme)
            if link.end > i { return link }
        }
        return bareLink(at: i)
    }

    /// Where a scheme that ends at index `end` may begin, if a colon is there; else `end`.
    func beforeScheme(_ end: Int) -> Int {
        window.holds(":", at: end) || window.holds("[", at: end) ? end - LinkFinder.longestScheme : end
    }

    /// How long `://`, `[:]//`, `[://]` or `:\\` is behind the name of a scheme that ends at `end`;
    /// 0 where none is.
    func schemeLength(at i: Int, _ end: Int) -> Int {
        guard (2...LinkFinder.longestScheme).contains(end - i) else { return 0 }
        func isSlash(_ j: Int) -> Bool { window.holds("/", at: j) || window.holds("\\", at: j) }
        if window.holds(":", at: end), isSlash(end + 1), isSlash(end + 2) { return 3 }
        guard window.holds("[", at: end), window.holds(":", at: end + 1) else { return 0 }
        if window.holds("]", at: end + 2), isSlash(end + 3), isSlash(end + 4) { return 5 }
        return isSlash(end + 2) && isSlash(end + 3) && window.holds("]", at: end + 4) ? 5 : 0
    }

    private func linkBehindScheme(at i: Int, _ end: Int, _ scheme: Int) -> LinkSpan {
        var link = LinkSpan(end: i, host: end + scheme, authority: end + scheme, traits: .scheme)
        // hxxp, h**p
        if scheme != 3 || window.holds("x", at: i + 1) || window.holds("*", at: i + 1) { link.traits.insert(.defanged) }
        // user@, searched no further than a name reaches
        var at = link.host
        while at < min(window.count, link.host + 64), isPathScalar(at), !window.holds("/", at: at), !window.holds("@", at: at) {
            at += 1
        }
        if window.holds("@", at: at) {
            link.host = at + 1
            link.traits.insert(.user)
        }
        if window.holds("[", at: link.host) {
            var close = link.host + 1
            while close < window.count, window.isHostScalar(close) || window.holds(":", at: close) { close += 1 }
            guard window.holds("]", at: close), close > link.host + 2 else { return LinkSpan(end: i) }
            link.host += 1
            link.hostEnd = close
            link.traits.insert(.longAddress)
            return withPath(link, from: close + 1)
        }
        let scan = hosts.scan(at: link.host, hasScheme: true)
        guard scan.end > link.host else { return LinkSpan(end: i) }
        link.hostEnd = scan.end
        if scan.isDefanged { link.traits.insert(.defanged) }
        return withPath(link, from: scan.end)
    }

    private func bareLink(at i: Int) -> LinkSpan {
        let scan = hosts.scan(at: i, hasScheme: false)
        var link = LinkSpan(end: i, host: i, hostEnd: scan.end, traits: scan.isDefanged ? .defanged : [])
        guard scan.dots > 0 else { return link }
        if !window.isWorldWideWeb(i), !isTrusted(scan, at: i) {
            guard scan.knownEnd > 0, scan.knownEnd < scan.end else { return link }
            link.hostEnd = scan.knownEnd
        } else if scan.knownEnd > 0, case .unknown = scan.top {
            link.hostEnd = scan.knownEnd
        }
        return withPath(link, from: link.hostEnd)
    }

    /// Whether labels without a scheme are a host.
    private func isTrusted(_ scan: HostScan, at i: Int) -> Bool {
        let hasPath = isPathStart(scan.end)
        var before = scan.lastLabel
        while before > i, !window.isHostScalar(before - 1) { before -= 1 }
        // `dot` in front of the last label is no label.
        let label = startOfLabel(before, from: i)
        switch scan.top {
        case .known:
            // `2.app`, `1.vip`: an item of a list.
            var digits = label
            while digits < before, window[digits].kind == .digit { digits += 1 }
            return hasPath || digits < before || before - label > 2
        case .alsoNoun: return hasPath || scan.dots > 1 && before - label > 1 || scan.isOdd
        case .alsoWord:
            let isShared = scan.dots > 1 && PublicSuffix.isShared(window.scalars + label, before - label, words)
            return hasPath || isShared || scan.dots > 1 && window.holds("m", at: i) && window.holds(".", at: i + 1)
        case .unknown: return scan.dots == 3 && hasPath && isDottedQuad(i, scan.end)
        }
    }

    private func startOfLabel(_ end: Int, from i: Int) -> Int {
        var start = end
        while start > i, window.isHostScalar(start - 1) { start -= 1 }
        return start
    }

    /// Whether there are only digits in groups of one to three between the dots.
    private func isDottedQuad(_ start: Int, _ end: Int) -> Bool {
        var digits = 0
        for i in start..<end {
            switch window[i].kind {
            case .digit: digits += 1
            case .letter: return false
            default: digits = 0
            }
            if digits > 3 { return false }
        }
        return digits > 0
    }

    /// Whether a port, a path or a query follows the host that ends at `i`.
    private func isPathStart(_ i: Int) -> Bool {
        guard i + 1 < window.count else { return false }
        let next = window[i + 1]
        switch window[i].scalar {
        case "/", "?", "#": return next.isAlphanumeric && next.scalar < 0x80 || next.scalar == "?" || next.scalar == "-"
        case ":":
            var end = i + 1
            while end < window.count, window[end].kind == .digit { end += 1 }
            return end - i > 1 && window.holds("/", at: end)
        default: return false
        }
    }

    /// The link with the port, path, query and fragment from `begin` on, without marks that end a
    /// sentence.
    private func withPath(_ link: LinkSpan, from begin: Int) -> LinkSpan {
        var link = link
        var end = begin
        if window.holds(":", at: end), end + 1 < window.count, window[end + 1].kind == .digit {
            end += 1
            while end < window.count, window[end].kind == .digit { end += 1 }
            link.traits.insert(.port)
        }
        if window.holds("/", at: end) || window.holds("?", at: end) || window.holds("#", at: end) {
            let path = end
            while end < window.count, isPathScalar(end) { end += 1 }
            while end > path, isSentenceEnd(window[end - 1].scalar) { end -= 1 }
        }
        link.end = end
        return link
    }

    private func isSentenceEnd(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ".", ",", ":", ";", "!", "?", "*": true
        default: false
        }
    }

    /// Visible ASCII, except quotes and brackets that close around a link.
    private func isPathScalar(_ i: Int) -> Bool {
        let folded = window[i]
        guard folded.scalar < 0x7F, folded.kind != .space else { return false }
        switch folded.scalar {
        case "\"", "'", ")", "<", ">", "[", "]", "{", "}": return false
        default: return true
        }
    }
}

extension Window {
    /// Whether the mark behind a word, at `i`, may continue a link or an address; something follows
    /// it.
    ///
    /// Two scalars tell nearly all of prose: the dot of a sentence has a space behind it.
    @inline(__always)
    func isSignOfLink(_ i: Int) -> Bool {
        let next = self[i + 1]
        switch self[i].scalar {
        case ".": return isHostScalar(i + 1) || next.isCJK || next.kind == .space && isPathBehindEnding(i + 2)
        case "。", "@", "_", "+", "%": return isHostScalar(i + 1)
        case ":": return next.scalar == "/" || next.scalar == "\\"
        case "(", "[", "{": return isInsideOfSign(next.scalar)
        case " ":
            switch next.scalar {
            case ".": return true
            case "(", "[", "{": return i + 2 < count && isInsideOfSign(self[i + 2].scalar)
            case "d": return isDotWord(i + 1)
            default: return false
            }
        default: return false
        }
    }

    /// Whether a word of letters that may end a host is at `i`, with a path behind it.
    private func isPathBehindEnding(_ i: Int) -> Bool {
        var end = i
        while end < min(count, i + 8), self[end].kind == .letter { end += 1 }
        return end > i + 1 && holds("/", at: end)
    }

    /// What [.] [dot] [:] [@] [at] begin with behind the bracket.
    @inline(__always)
    private func isInsideOfSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ".", ":", "@", "a", "d": true
        default: false
        }
    }
}
