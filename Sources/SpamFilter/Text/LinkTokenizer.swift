// Text: links and bare hosts. In: a window index at a letter or digit. A link is taken whole, so that its letters are no words.
// Rules: scheme://host, www.host, or a bare host whose last label is a well-known top-level domain; two-letter endings that are
// also words (me, in, to…) need a path behind them. Features: that there is one and how it begins, top-level domain, registrable
// domain, the words of the host, how deep the path is, an address in digits, port, many digits or hyphens.

/// Where a link ends, and where its host begins and ends. `end` is the index it was looked for at when there is none; `hostEnd` is then
/// the end of what might have been its host.
struct LinkSpan {
    var end: Int
    var host: Int = 0
    var hostEnd: Int = 0
    var hasScheme = false
}

extension MessageReader {
    @inline(__always)
    private func isHostScalar(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        // ASCII letters and digits, -, and * as anonymised hosts have it.
        return folded.scalar < 0x80 && (folded.isAlphanumeric || folded.scalar == 0x2D || folded.scalar == 0x2A)
    }

    @inline(__always)
    private func isScalar(_ i: Int, _ scalar: UInt32) -> Bool { i < window.count && window.scalars[i].scalar == scalar }

    /// The link that begins at `i`, where a letter or digit stands.
    @inline(__always)
    mutating func endOfLink(at i: Int) -> LinkSpan {
        if i < linklessUntil, !isWorldWideWeb(i) { return LinkSpan(end: i) }
        var end = i
        while end < window.count, isHostScalar(end) { end += 1 }
        // Most words end here: neither a dot with a host character behind it nor a scheme's colon.
        guard end + 1 < window.count else {
            linklessUntil = end
            return LinkSpan(end: i)
        }
        let next = window.scalars[end].scalar
        if next == 0x2E, isHostScalar(end + 1) {
            let link = bareHost(at: i, scheme: false)
            if link.end == i { linklessUntil = beforeScheme(link.hostEnd) }
            return link
        }
        if next == 0x3A, isScalar(end + 1, 0x2F), isScalar(end + 2, 0x2F), isScheme(i, end) {
            var link = bareHost(at: end + 3, scheme: true)
            if link.end == end + 3 { link.end = i }
            return link
        }
        linklessUntil = beforeScheme(end)
        return LinkSpan(end: i)
    }

    /// Where a scheme may begin that ends at index `end`, if a colon stands there; else `end`.
    @inline(__always)
    private func beforeScheme(_ end: Int) -> Int { isScalar(end, 0x3A) ? end - 6 : end }

    /// Whether `www.` stands at `i`.
    @inline(__always)
    private func isWorldWideWeb(_ i: Int) -> Bool {
        isScalar(i, 0x77) && isScalar(i + 1, 0x77) && isScalar(i + 2, 0x77) && isScalar(i + 3, 0x2E)
    }

    /// `http`, `https` and the like: 3 to 6 letters that begin with h or f, defanged `hxxp` among them.
    private func isScheme(_ i: Int, _ end: Int) -> Bool {
        (3...6).contains(end - i) && (isScalar(i, 0x68) || isScalar(i, 0x66))
    }

    /// A host at `begin`, with the port, path, query and fragment behind it.
    private func bareHost(at begin: Int, scheme: Bool) -> LinkSpan {
        var end = begin
        var labelStart = begin
        var labels = 0
        while end < window.count {
            if isHostScalar(end) {
                end += 1
            } else if isScalar(end, 0x2E), end > labelStart, end + 1 < window.count, isHostScalar(end + 1) {
                labels += 1
                end += 1
                labelStart = end
            } else {
                break
            }
        }
        guard end > begin else { return LinkSpan(end: begin) }
        let isPathStart = isScalar(end, 0x2F) || isScalar(end, 0x3F)
        let www = end - begin > 4 && isWorldWideWeb(begin)
        if !scheme, !www {
            guard labels > 0 else { return LinkSpan(end: begin, hostEnd: end) }
            switch TopLevelDomain.standing(of: window.scalars, labelStart, end) {
            case .unknown: return LinkSpan(end: begin, hostEnd: end)
            case .alsoWord where !isPathStart && labels < 2: return LinkSpan(end: begin, hostEnd: end)
            default: break
            }
        }
        var stop = end
        if isScalar(stop, 0x3A), stop + 1 < window.count, window.scalars[stop + 1].kind == .digit {
            stop += 1
            while stop < window.count, window.scalars[stop].kind == .digit { stop += 1 }
        }
        if isScalar(stop, 0x2F) || isScalar(stop, 0x3F) || isScalar(stop, 0x23) {
            while stop < window.count, isPathScalar(stop) { stop += 1 }
        }
        return LinkSpan(end: stop, host: begin, hostEnd: end, hasScheme: scheme)
    }

    /// Visible ASCII but for quotes and brackets that close around a link.
    private func isPathScalar(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        guard folded.scalar < 0x7F, folded.kind != .space else { return false }
        switch folded.scalar {
        case 0x22, 0x27, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D: return false
        default: return true
        }
    }

    mutating func readLink(at i: Int, _ link: LinkSpan) -> Int {
        let start = window.starts[i], stop = window.starts[link.end]
        func part(_ tag: UInt32, _ value: UInt64) -> UInt64 {
            FeatureHash.close(value &* FeatureHash.m3 &+ UInt64(tag) &* FeatureHash.m1, .linkPart)
        }
        // The host's labels from the left, and its registrable domain: the last two, or three under a country's co, com, or, go…
        var labelHash: UInt64 = 0, second: UInt64 = 0, third: UInt64 = 0
        var labelStart = link.host, secondLength = 0
        var digits = 0, hyphens = 0, letters = 0, labels = 1
        for j in link.host..<link.hostEnd {
            let folded = window.scalars[j]
            if folded.scalar == 0x2E {
                if labelHash != 0 {
                    features.add(part(1, labelHash), start: window.starts[labelStart], end: window.starts[j])
                }
                (third, second, labelHash) = (second, labelHash, 0)
                secondLength = j - labelStart
                labelStart = j + 1
                labels += 1
                continue
            }
            switch folded.kind {
            case .digit: digits += 1
            case .letter: letters += 1
            default: hyphens += 1
            }
            labelHash = FeatureHash.roll(labelHash, folded.kind == .digit ? 0x30 : folded.scalar)
        }
        let topLength = link.hostEnd - labelStart
        let isCountrySecondLevel = labels > 2 && topLength == 2 && secondLength <= 3
        let domain = FeatureHash.pair(FeatureHash.pair(isCountrySecondLevel ? third : 0, second), labelHash)
        features.add(part(2, domain), start: window.starts[link.host], end: window.starts[link.hostEnd])
        features.add(part(3, labelHash), start: window.starts[labelStart], end: window.starts[link.hostEnd])
        var slashes = 0
        for j in link.hostEnd..<link.end where window.scalars[j].scalar == 0x2F { slashes += 1 }
        let form = UInt64(min(slashes, 3)) | UInt64(min(labels, 4)) << 4 | (link.hasScheme ? 1 << 8 : 0)
        features.add(part(4, form), start: start, end: stop)
        if letters == 0 { features.add(part(5, 1), start: start, end: stop) }
        if digits > 0 || hyphens > 0 {
            features.add(part(6, UInt64(min(digits, 4)) << 4 | UInt64(min(hyphens, 2))), start: start, end: stop)
        }
        addUnit(FeatureHash.close(1, .link), start: start, end: stop)
        return link.end
    }
}
