// Text: links and bare hosts. In: a window index at a letter or digit. A link is taken whole, so that its letters are no words.
// Rules: scheme://host, www.host, or a bare host whose last label is a well-known top-level domain (TopLevelDomain tells how well);
// four numbers with dots need a path or port behind them. Defanged forms (hxxp, [.], ` dot com`) read as the plain ones, with a feature
// of their own (LinkScanner). A known ending with another label behind it (`gold.com.Call`) ends the host: a missing space.

/// What a link shows beside its names.
struct LinkTraits: OptionSet {
    let rawValue: UInt32
    static var scheme: LinkTraits { LinkTraits(rawValue: 1) }
    static var defanged: LinkTraits { LinkTraits(rawValue: 2) }
    /// `user@` in front of the host.
    static var user: LinkTraits { LinkTraits(rawValue: 4) }
    static var port: LinkTraits { LinkTraits(rawValue: 8) }
    /// An IPv6 address in brackets.
    static var longAddress: LinkTraits { LinkTraits(rawValue: 16) }
    /// An e-mail address, no link.
    static var mail: LinkTraits { LinkTraits(rawValue: 32) }
}

/// Where a link ends, and where its host begins and ends. `end` is the index it was looked for at when there is none; `hostEnd` is then
/// the end of what might have been its host.
struct LinkSpan {
    var end: Int
    var host: Int = 0
    var hostEnd: Int = 0
    var traits: LinkTraits = []
}

extension MessageReader {
    /// The longest scheme, as in `kakaotalk://`.
    private static var longestScheme: Int { 12 }

    /// The link or e-mail address that begins at `i`, where a letter or digit stands.
    @inline(__always)
    mutating func endOfLink(at i: Int) -> LinkSpan {
        if i < linklessUntil, i < addresslessUntil, !isWorldWideWeb(i) { return LinkSpan(end: i) }
        var end = i
        while end < window.count, isHostScalar(end) { end += 1 }
        // Most words end here: no sign of a link follows.
        guard end + 1 < window.count, isSignOfLink(end) else {
            linklessUntil = max(linklessUntil, end)
            addresslessUntil = max(addresslessUntil, end)
            return LinkSpan(end: i)
        }
        return link(at: i, firstEnd: end)
    }

    /// Whether the sign behind a word, at `i`, may go on with a link or an address; something stands behind it.
    ///
    /// Two scalars tell nearly all of prose: the dot of a sentence has a space behind it.
    @inline(__always)
    private func isSignOfLink(_ i: Int) -> Bool {
        let next = window.scalars[i + 1]
        switch window.scalars[i].scalar {
        // . 。 @ _ + %
        case 0x2E: return isHostScalar(i + 1) || next.isSyllabic
        case 0x3002, 0x40, 0x5F, 0x2B, 0x25: return isHostScalar(i + 1)
        // :/ and :\
        case 0x3A: return next.scalar == 0x2F || next.scalar == 0x5C
        case 0x28, 0x5B, 0x7B: return isInsideOfSign(next.scalar)
        case 0x20:
            switch next.scalar {
            case 0x2E: return true
            case 0x28, 0x5B, 0x7B: return i + 2 < window.count && isInsideOfSign(window.scalars[i + 2].scalar)
            case 0x64: return isDotWord(i + 1)
            default: return false
            }
        default: return false
        }
    }

    /// What [.] [dot] [:] [@] [at] begin with behind the bracket.
    @inline(__always)
    private func isInsideOfSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E, 0x3A, 0x40, 0x61, 0x64: true
        default: false
        }
    }

    @inline(never)
    private mutating func link(at i: Int, firstEnd end: Int) -> LinkSpan {
        if i >= addresslessUntil {
            let address = address(at: i)
            if address.end > i { return address }
        }
        if i < linklessUntil, !isWorldWideWeb(i) { return LinkSpan(end: i) }
        let scheme = schemeLength(at: i, end)
        if scheme > 0 {
            let link = linkBehindScheme(at: i, end, scheme)
            if link.end > i { return link }
        }
        let link = bareLink(at: i)
        if link.end == i { linklessUntil = max(linklessUntil, beforeScheme(link.hostEnd)) }
        return link
    }

    /// Where a scheme may begin that ends at index `end`, if a colon stands there; else `end`.
    private mutating func beforeScheme(_ end: Int) -> Int {
        isScalar(end, 0x3A) || isScalar(end, 0x5B) ? end - MessageReader.longestScheme : end
    }

    /// How long `://`, `[:]//`, `[://]` or `:\\` is behind the name of a scheme that ends at `end`; 0 where none is.
    private mutating func schemeLength(at i: Int, _ end: Int) -> Int {
        guard (2...MessageReader.longestScheme).contains(end - i) else { return 0 }
        func isSlash(_ j: Int) -> Bool { isScalar(j, 0x2F) || isScalar(j, 0x5C) }
        if isScalar(end, 0x3A), isSlash(end + 1), isSlash(end + 2) { return 3 }
        guard isScalar(end, 0x5B), isScalar(end + 1, 0x3A) else { return 0 }
        if isScalar(end + 2, 0x5D), isSlash(end + 3), isSlash(end + 4) { return 5 }
        return isSlash(end + 2) && isSlash(end + 3) && isScalar(end + 4, 0x5D) ? 5 : 0
    }

    private mutating func linkBehindScheme(at i: Int, _ end: Int, _ scheme: Int) -> LinkSpan {
        var link = LinkSpan(end: i, host: end + scheme, traits: .scheme)
        // hxxp, h**p
        if scheme != 3 || isScalar(i + 1, 0x78) || isScalar(i + 1, 0x2A) { link.traits.insert(.defanged) }
        // user@, looked for no further than a name reaches
        var at = link.host
        while at < min(window.count, link.host + 64), isPathScalar(at), !isScalar(at, 0x2F), !isScalar(at, 0x40) { at += 1 }
        if isScalar(at, 0x40) {
            link.host = at + 1
            link.traits.insert(.user)
        }
        if isScalar(link.host, 0x5B) {
            var close = link.host + 1
            while close < window.count, isHostScalar(close) || isScalar(close, 0x3A) { close += 1 }
            guard isScalar(close, 0x5D), close > link.host + 2 else { return LinkSpan(end: i) }
            link.host += 1
            link.hostEnd = close
            link.traits.insert(.longAddress)
            return withPath(link, from: close + 1)
        }
        let scan = scanHost(at: link.host, hasScheme: true)
        guard scan.end > link.host else { return LinkSpan(end: i) }
        link.hostEnd = scan.end
        if scan.isDefanged { link.traits.insert(.defanged) }
        return withPath(link, from: scan.end)
    }

    private mutating func bareLink(at i: Int) -> LinkSpan {
        let scan = scanHost(at: i, hasScheme: false)
        var link = LinkSpan(end: i, host: i, hostEnd: scan.end, traits: scan.isDefanged ? .defanged : [])
        guard scan.dots > 0 else { return link }
        if !isWorldWideWeb(i), !isTrusted(scan, at: i) {
            guard scan.knownEnd > 0, scan.knownEnd < scan.end else { return link }
            link.hostEnd = scan.knownEnd
        } else if scan.knownEnd > 0, case .unknown = scan.top {
            link.hostEnd = scan.knownEnd
        }
        return withPath(link, from: link.hostEnd)
    }

    /// Whether labels without a scheme are a host.
    private mutating func isTrusted(_ scan: HostScan, at i: Int) -> Bool {
        let hasPath = isPathStart(scan.end)
        var before = scan.lastLabel
        while before > i, !isHostScalar(before - 1) { before -= 1 }
        // `dot` in front of the last label is no label.
        let label = startOfLabel(before, from: i)
        switch scan.top {
        case .known:
            // `2.app`, `1.vip`: an item of a list.
            var digits = label
            while digits < before, window.scalars[digits].kind == .digit { digits += 1 }
            return hasPath || digits < before || before - label > 2
        case .alsoNoun: return hasPath || scan.dots > 1 && before - label > 1 || scan.isOdd
        case .alsoWord:
            let isShared = scan.dots > 1 && PublicSuffix.isShared(window.scalars + label, before - label, wordTable)
            return hasPath || isShared || scan.dots > 1 && isScalar(i, 0x6D) && isScalar(i + 1, 0x2E)
        case .unknown: return scan.dots == 3 && hasPath && isDottedQuad(i, scan.end)
        }
    }

    private mutating func startOfLabel(_ end: Int, from i: Int) -> Int {
        var start = end
        while start > i, isHostScalar(start - 1) { start -= 1 }
        return start
    }

    /// Whether nothing but digits in groups of one to three stands between the dots.
    private mutating func isDottedQuad(_ start: Int, _ end: Int) -> Bool {
        var digits = 0
        for i in start..<end {
            switch window.scalars[i].kind {
            case .digit: digits += 1
            case .letter: return false
            default: digits = 0
            }
            if digits > 3 { return false }
        }
        return digits > 0
    }

    /// Whether a port, a path or a query follows the host that ends at `i`.
    private mutating func isPathStart(_ i: Int) -> Bool {
        guard i + 1 < window.count else { return false }
        let next = window.scalars[i + 1]
        switch window.scalars[i].scalar {
        case 0x2F, 0x3F, 0x23: return next.isAlphanumeric && next.scalar < 0x80 || next.scalar == 0x3F || next.scalar == 0x2D
        case 0x3A:
            var end = i + 1
            while end < window.count, window.scalars[end].kind == .digit { end += 1 }
            return end - i > 1 && isScalar(end, 0x2F)
        default: return false
        }
    }

    /// The link with the port, path, query and fragment from `begin` on. Signs that end a sentence are none of it.
    private mutating func withPath(_ link: LinkSpan, from begin: Int) -> LinkSpan {
        var link = link
        var end = begin
        if isScalar(end, 0x3A), end + 1 < window.count, window.scalars[end + 1].kind == .digit {
            end += 1
            while end < window.count, window.scalars[end].kind == .digit { end += 1 }
            link.traits.insert(.port)
        }
        if isScalar(end, 0x2F) || isScalar(end, 0x3F) || isScalar(end, 0x23) {
            let path = end
            while end < window.count, isPathScalar(end) { end += 1 }
            while end > path, isSentenceEnd(window.scalars[end - 1].scalar) { end -= 1 }
        }
        link.end = end
        return link
    }

    /// . , : ; ! ? *
    private mutating func isSentenceEnd(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E, 0x2C, 0x3A, 0x3B, 0x21, 0x3F, 0x2A: true
        default: false
        }
    }

    /// Visible ASCII but for quotes and brackets that close around a link.
    private mutating func isPathScalar(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        guard folded.scalar < 0x7F, folded.kind != .space else { return false }
        switch folded.scalar {
        case 0x22, 0x27, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D: return false
        default: return true
        }
    }
}
