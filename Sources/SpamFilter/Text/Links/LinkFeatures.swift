// Text: what a link says. The words of its host are shared by all links, its registrable domain is its own; of the path only the shape
// is kept, for it may name a person. At most 4 words and, mostly, 8 features in all.
// Against whole labels, slashes and two last labels alone (group CV in the train parts): AP tied on five sets of corpora; recall at .1 %
// false junk won on uci (.8889 to .8947) and multi (.9398 to .9425), tied on three; at .5 % lost by .0002-.0022 on all five (each a few
// rows); false junk 16 to 14 on zh80w, 42 to 40 on multi. Kept for hosts that no corpus here holds: hidden, encoded, free ones.

/// What a feature of a link is about. Part of its hash.
private enum LinkPart: UInt64 {
    case word = 1, domain, top, form, numericAddress, digits, suffix, path, fileEnding, trait

    @inline(__always)
    func feature(_ value: UInt64) -> UInt64 {
        FeatureHash.close(value &* FeatureHash.m3 &+ rawValue &* FeatureHash.m1, .linkPart)
    }
}

/// Rare things about a link, each a feature.
private enum LinkTrait: UInt64 {
    case defanged = 1, user, port, punycode, international, shortener, looksShortened
}

extension MessageReader {
    /// Copies the host of a link into `host`.
    mutating func fillHost(_ link: LinkSpan) {
        host.clear()
        var label = link.host
        while label < link.hostEnd {
            let end = endOfHostLabel(label, link)
            host.append(window.scalars + label, end - label)
            label = behindDot(end, link)
        }
    }

    private mutating func endOfHostLabel(_ label: Int, _ link: LinkSpan) -> Int {
        min(link.hostEnd, max(label + 1, endOfLabel(label, maybeSyllabic: true)))
    }

    private mutating func behindDot(_ end: Int, _ link: LinkSpan) -> Int {
        end >= link.hostEnd ? end : end + max(1, max(dotLength(at: end), spokenDotLength(at: end)))
    }

    @inline(never)
    mutating func readLink(at i: Int, _ link: LinkSpan) -> Int {
        if link.traits.contains(.mail) { return readAddress(at: i, link) }
        addSigns(insideFrom: i, to: link.end)
        let start = window.starts[i], stop = window.starts[link.end]
        func add(_ part: LinkPart, _ value: UInt64) { features.add(part.feature(value), start: start, end: stop) }
        func add(_ trait: LinkTrait) { add(.trait, trait.rawValue) }

        if link.traits.contains(.longAddress) {
            host.clear()
            add(.numericAddress, 6)
        } else {
            readHost(link)
        }
        let path = pathShape(link)
        let scheme: UInt64 = link.traits.contains(.scheme) ? 1 << 8 : 0
        add(.form, UInt64(path.depth) | UInt64(min(host.labels, 4)) << 4 | scheme)
        if path.length > 0 { add(.path, path.shape) }
        if path.ending != 0 { add(.fileEnding, path.ending) }
        if link.traits.contains(.defanged) { add(.defanged) }
        if link.traits.contains(.user) { add(.user) }
        if link.traits.contains(.port) { add(.port) }
        if host.labels == 2, host.count <= 8, path.depth == 1, (4...11).contains(path.length), !path.hasQuery, path.ending == 0 {
            add(.looksShortened)
        }
        addUnit(FeatureHash.close(1, .link), start: start, end: stop)
        return link.end
    }

    /// Adds the features of the host's names.
    private mutating func readHost(_ link: LinkSpan) {
        host.clear()
        let hostStart = window.starts[link.host], hostStop = window.starts[link.hostEnd]
        var label = link.host, words = 0
        while label < link.hostEnd {
            let end = endOfHostLabel(label, link)
            host.append(window.scalars + label, end - label)
            if end < link.hostEnd {
                // The words of the label, apart at hyphens.
                var word = host.lastLabel
                while word < host.count, words < 4 {
                    var wordEnd = word
                    while wordEnd < host.count, host.scalars[wordEnd].scalar != 0x2D { wordEnd += 1 }
                    if wordEnd > word {
                        features.add(
                            LinkPart.word.feature(host.hash(word, wordEnd)), start: window.starts[label], end: window.starts[end])
                        words += 1
                    }
                    word = wordEnd + 1
                }
            }
            label = behindDot(end, link)
        }
        var digits = 0, hyphens = 0, letters = 0, beyondASCII = false
        for i in 0..<host.count {
            switch host.scalars[i].kind {
            case .digit: digits += 1
            case .letter: letters += 1
            default: hyphens += host.scalars[i].scalar == 0x2D ? 1 : 0
            }
            if host.scalars[i].scalar >= 0x80 || host.scalars[i].isLookAlike { beyondASCII = true }
        }
        let isHexadecimal = host.labels == 1 && host.count > 8 && host.scalars[0].scalar == 0x30 && host.scalars[1].scalar == 0x78
        if digits > 0, letters == 0, !beyondASCII, hyphens == 0, host.labels != 2, host.labels != 3 {
            features.add(LinkPart.numericAddress.feature(host.labels == 1 ? 2 : 1), start: hostStart, end: hostStop)
            return
        }
        if isHexadecimal { features.add(LinkPart.numericAddress.feature(2), start: hostStart, end: hostStop) }
        let suffix = PublicSuffix.start(of: host.scalars, host.count, wordTable)
        let domain = PublicSuffix.labelStart(host.scalars, before: max(0, suffix - 1))
        features.add(LinkPart.domain.feature(host.hash(domain, host.count)), start: hostStart, end: hostStop)
        features.add(LinkPart.top.feature(host.hash(host.lastLabel, host.count)), start: hostStart, end: hostStop)
        if suffix > 0, suffix < host.lastLabel {
            features.add(LinkPart.suffix.feature(host.hash(suffix, host.count)), start: hostStart, end: hostStop)
        }
        if digits > 0 || hyphens > 0 {
            let value = UInt64(min(digits, 4)) << 4 | UInt64(min(hyphens, 2))
            features.add(LinkPart.digits.feature(value), start: hostStart, end: hostStop)
        }
        if host.isEncoded { features.add(LinkPart.trait.feature(LinkTrait.punycode.rawValue), start: hostStart, end: hostStop) }
        if beyondASCII { features.add(LinkPart.trait.feature(LinkTrait.international.rawValue), start: hostStart, end: hostStop) }
        let hasWWW = host.count > 4 && isWorldWideWeb(link.host)
        if Shortener.holds(host.scalars + (hasWWW ? 4 : 0), host.count - (hasWWW ? 4 : 0), wordTable) {
            features.add(LinkPart.trait.feature(LinkTrait.shortener.rawValue), start: hostStart, end: hostStop)
        }
    }

    /// The shape of what stands behind the host: never its words.
    private mutating func pathShape(_ link: LinkSpan) -> PathShape {
        var shape = PathShape()
        // Of the last segment of the path: its dot, and whether letters and digits alternate in any of them.
        var dot = 0, letters = false, digits = false
        // Behind the port, which is no path; and behind the ] of an IPv6 address.
        var begin = link.hostEnd
        while begin < link.end, !isScalar(begin, 0x2F), !isScalar(begin, 0x3F), !isScalar(begin, 0x23) { begin += 1 }
        for i in begin..<link.end {
            let folded = window.scalars[i]
            shape.length += 1
            switch folded.scalar {
            case 0x2F:
                (letters, digits) = (false, false)
                if !shape.hasQuery {
                    shape.depth = min(shape.depth + 1, 3)
                    dot = 0
                }
            case 0x3F: shape.hasQuery = true
            case 0x2E where !shape.hasQuery && shape.depth > 0: dot = i
            default: break
            }
            if folded.kind == .letter { letters = true }
            if folded.kind == .digit { digits = true }
            if letters, digits { shape.hasToken = true }
        }
        if dot > 0 {
            var end = dot + 1, ending: UInt64 = 0
            while end < link.end, window.scalars[end].isAlphanumeric {
                ending = FeatureHash.roll(ending, window.scalars[end].kind == .digit ? 0x30 : window.scalars[end].scalar)
                end += 1
            }
            if (3...5).contains(end - dot) { shape.ending = ending }
        }
        return shape
    }
}

/// The path, query and fragment of a link.
private struct PathShape {
    /// Slashes before the query, at most 3.
    var depth = 0
    var length = 0
    var hasQuery = false
    /// A segment holds letters and digits, as names made by a machine do.
    var hasToken = false
    /// A hash of the file ending of two to four letters, 0 where there is none.
    var ending: UInt64 = 0

    /// Length class, query, token.
    var shape: UInt64 {
        let size: UInt64 =
            switch length {
            case 0...1: 0
            case 2...5: 1
            case 6...8: 2
            case 9...12: 3
            case 13...24: 4
            default: 5
            }
        return size << 2 | (hasQuery ? 2 : 0) | (hasToken ? 1 : 0)
    }
}
