// Text: what a link says. The words of its host are shared by all links, its registrable domain is
// its own. Of the path only the shape is kept, as it may name a person. At most 4 words and,
// mostly, 8 features in all. Why these: Benchmarks/decisions/links.md

/// What a feature of a link is about. Part of its hash.
private enum LinkPart: UInt64 {
    case word = 1, domain, top, form, numericAddress, digits, suffix, path, fileEnding, trait

    @inline(__always)
    func feature(_ value: UInt64) -> UInt64 {
        FeatureHash.close(value &* FeatureHash.m3 &+ rawValue &* FeatureHash.m1, .linkPart)
    }
}

/// What a feature of an e-mail address is about. Part of its hash.
private enum AddressPart: UInt64 {
    case domain = 1, top, defanged

    func feature(_ value: UInt64) -> UInt64 {
        FeatureHash.close(value &* FeatureHash.m3 &+ rawValue &* FeatureHash.m1, .address)
    }
}

/// Rare things about a link, each a feature.
private enum LinkTrait: UInt64 {
    case defanged = 1, user, port, punycode, international, shortener, looksShortened
}

/// Finds links and e-mail addresses, and makes their features.
struct LinkTokenizer: ~Copyable {
    static let heapBytes = HostName.heapBytes + WordTable.heapBytes

    let window: Window
    let words = WordTable.shared
    var host: HostName
    /// No link and no address begins before these indices: a run that was searched in vain is not
    /// searched again from each of its words (Benchmarks/decisions/decision-speed.md).
    private var linklessUntil = 0
    private var addresslessUntil = 0
    /// Where the hosts of links are kept, if somebody asks.
    private(set) var kept: LinkHosts?

    init(_ window: Window, _ table: FoldingTable) {
        self.window = window
        host = HostName(table)
    }

    deinit { kept?.deallocate() }

    /// Keeps the hosts of messages from now on. Allocates.
    mutating func keepHosts() { if kept == nil { kept = .allocate() } }

    var hosts: HostScanner { HostScanner(window: window, words: words) }

    @inline(__always)
    mutating func beginWindow() {
        linklessUntil = 0
        addresslessUntil = 0
    }

    // MARK: Finding

    /// The link or e-mail address that begins at `i`, at a letter or digit.
    @inline(__always)
    mutating func find(at i: Int) -> LinkSpan {
        if i < linklessUntil, i < addresslessUntil, !window.isWorldWideWeb(i) { return LinkSpan(end: i) }
        let window = window, count = window.count
        var end = i
        while end < count, window.isHostScalar(end) { end += 1 }
        // Most words end here: no mark of a link follows.
        guard end + 1 < count, window.isSignOfLink(end) else {
            linklessUntil = max(linklessUntil, end)
            addresslessUntil = max(addresslessUntil, end)
            return LinkSpan(end: i)
        }
        return link(at: i, firstEnd: end)
    }

    @inline(never)
    private mutating func link(at i: Int, firstEnd end: Int) -> LinkSpan {
        if i >= addresslessUntil {
            let address = hosts.address(at: i)
            if address.span.end > i { return address.span }
            addresslessUntil = max(addresslessUntil, address.searchedUntil)
        }
        if i < linklessUntil, !window.isWorldWideWeb(i) { return LinkSpan(end: i) }
        let finder = LinkFinder(window: window, words: words)
        let link = finder.link(at: i, firstEnd: end)
        if link.end == i {
            linklessUntil = max(linklessUntil, finder.beforeScheme(link.hostEnd))
            if kept != nil { keepUnlistedHost(at: i, firstEnd: end, link.hostEnd) }
        }
        return link
    }

    // MARK: Reading

    /// Adds the features of a link or an address. Returns the index behind it.
    @inline(never)
    mutating func read(at i: Int, _ link: LinkSpan, _ emitter: inout TokenEmitter) -> Int {
        if link.traits.contains(.mail) { return readAddress(at: i, link, &emitter) }
        emitter.addPunctuation(of: window, insideFrom: i, to: link.end)
        let start = window.starts[i], stop = window.starts[link.end]
        func add(_ part: LinkPart, _ value: UInt64) { emitter.add(part.feature(value), start: start, end: stop) }
        func add(_ trait: LinkTrait) { add(.trait, trait.rawValue) }

        if link.traits.contains(.longAddress) {
            if kept != nil { keepLongAddress(link) }
            host.clear()
            add(.numericAddress, 6)
        } else {
            readHost(at: i, link, &emitter)
        }
        let path = PathShape(of: link, window)
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
        emitter.hasLink = true
        emitter.addUnit(FeatureHash.link, start: start, end: stop)
        return link.end
    }

    /// Features: that there is an address, its registrable domain, the ending, and whether it was
    /// defanged.
    private mutating func readAddress(at i: Int, _ address: LinkSpan, _ emitter: inout TokenEmitter) -> Int {
        let start = window.starts[i], stop = window.starts[address.end], hostStart = window.starts[address.host]
        fillHost(address)
        if let kept, mayBeUser(at: i) { kept.add(host, isPlain: false) }
        let suffix = PublicSuffix.start(of: host.scalars, host.count, words)
        let domain = PublicSuffix.labelStart(host.scalars, before: max(0, suffix - 1))
        emitter.add(AddressPart.domain.feature(host.hash(domain, host.count)), start: hostStart, end: stop)
        emitter.add(AddressPart.top.feature(host.hash(host.lastLabel, host.count)), start: hostStart, end: stop)
        if address.traits.contains(.defanged) { emitter.add(AddressPart.defanged.feature(1), start: start, end: stop) }
        emitter.addUnit(FeatureHash.close(1, .address), start: start, end: stop)
        return address.end
    }

    /// Adds the features of the host's names.
    private mutating func readHost(at i: Int, _ link: LinkSpan, _ emitter: inout TokenEmitter) {
        let isSure = kept != nil && keepOtherHosts(at: i, link)
        fillHost(link, &emitter)
        if let kept { kept.add(host, isPlain: isSure && isPlain(link.host, link.hostEnd)) }
        let start = window.starts[link.host], stop = window.starts[link.hostEnd]
        func add(_ part: LinkPart, _ value: UInt64) { emitter.add(part.feature(value), start: start, end: stop) }
        func add(_ trait: LinkTrait) { add(.trait, trait.rawValue) }

        let content = host.content
        if content.isNumeric, host.labels != 2, host.labels != 3 { return add(.numericAddress, host.labels == 1 ? 2 : 1) }
        if host.isHexadecimal { add(.numericAddress, 2) }
        let suffix = PublicSuffix.start(of: host.scalars, host.count, words)
        let domain = PublicSuffix.labelStart(host.scalars, before: max(0, suffix - 1))
        add(.domain, host.hash(domain, host.count))
        add(.top, host.hash(host.lastLabel, host.count))
        if suffix > 0, suffix < host.lastLabel { add(.suffix, host.hash(suffix, host.count)) }
        if content.digits > 0 || content.hyphens > 0 {
            add(.digits, UInt64(min(content.digits, 4)) << 4 | UInt64(min(content.hyphens, 2)))
        }
        if host.isEncoded { add(.punycode) }
        if content.isBeyondASCII { add(.international) }
        let www = host.count > 4 && window.isWorldWideWeb(link.host) ? 4 : 0
        if Shortener.holds(host.scalars + www, host.count - www, words) { add(.shortener) }
    }

    /// Copies the host of a link or address into `host`.
    mutating func fillHost(_ link: LinkSpan) {
        host.clear()
        var label = link.host
        while label < link.hostEnd {
            let end = hosts.endOfLabel(label, of: link)
            host.append(window.scalars + label, end - label)
            label = hosts.indexBehindDot(end, of: link)
        }
    }

    /// Copies the host of a link into `host`, and adds the words of its labels, except the last,
    /// apart at hyphens; four at most.
    private mutating func fillHost(_ link: LinkSpan, _ emitter: inout TokenEmitter) {
        host.clear()
        var label = link.host, words = 0
        while label < link.hostEnd {
            let end = hosts.endOfLabel(label, of: link)
            host.append(window.scalars + label, end - label)
            var word = end < link.hostEnd ? host.lastLabel : host.count
            while word < host.count, words < 4 {
                var wordEnd = word
                while wordEnd < host.count, host.scalars[wordEnd].scalar != "-" { wordEnd += 1 }
                if wordEnd > word {
                    let feature = LinkPart.word.feature(host.hash(word, wordEnd))
                    emitter.add(feature, start: window.starts[label], end: window.starts[end])
                    words += 1
                }
                word = wordEnd + 1
            }
            label = hosts.indexBehindDot(end, of: link)
        }
    }
}
