// Text: e-mail addresses. In: a window index at a letter or digit. One is taken whole: its local part is a name and no feature, its
// domain no link. The ending must be a well-known one or have two letters; `user [at] gold (dot) com` is read like the plain form.

extension MessageReader {
    /// The address that begins at `i`; its end is `i` where there is none.
    mutating func address(at i: Int) -> LinkSpan {
        var end = i
        while end < window.count, isLocalScalar(end) { end += 1 }
        let at = atLength(end)
        let last = window.scalars[end - 1]
        if at > 0, last.scalar != 0x2E, end + at < window.count, isHostScalar(end + at) {
            let scan = scanHost(at: end + at, hasScheme: false)
            let length = scan.end - scan.lastLabel
            if scan.dots > 0 {
                var hostEnd = scan.end
                if case .unknown = scan.top {
                    let hasTwoLetters = length == 2 && window.scalars[scan.lastLabel].kind == .letter
                    hostEnd = hasTwoLetters ? scan.end : scan.knownEnd
                }
                if hostEnd > 0 {
                    let isDefanged = at > 1 || scan.isDefanged
                    return LinkSpan(
                        end: hostEnd, host: end + at, hostEnd: hostEnd, traits: isDefanged ? [.mail, .defanged] : .mail)
                }
            }
        }
        addresslessUntil = max(addresslessUntil, end)
        return LinkSpan(end: i)
    }

    /// Letters, digits and . _ + % - *
    private mutating func isLocalScalar(_ i: Int) -> Bool {
        switch window.scalars[i].scalar {
        case 0x2E, 0x5F, 0x2B, 0x25: true
        default: isHostScalar(i)
        }
    }

    /// The length of `@`, `[at]` or ` (at) ` at `i`, 0 where none is.
    private mutating func atLength(_ i: Int) -> Int {
        if isScalar(i, 0x40) { return 1 }
        let space = isScalar(i, 0x20) ? 1 : 0
        let open = i + space
        let isOpen = isScalar(open, 0x28) || isScalar(open, 0x5B) || isScalar(open, 0x7B)
        guard isOpen, open + 2 < window.count else { return 0 }
        let close = isScalar(open, 0x28) ? 0x29 : window.scalars[open].scalar + 2
        let inside = isScalar(open + 1, 0x40) ? 1 : isScalar(open + 1, 0x61) && isScalar(open + 2, 0x74) ? 2 : 0
        guard inside > 0, isScalar(open + 1 + inside, close) else { return 0 }
        return space + inside + 2 + (isScalar(open + 2 + inside, 0x20) ? 1 : 0)
    }

    /// Features: that there is one, its registrable domain, the ending, and whether it was defanged.
    mutating func readAddress(at i: Int, _ address: LinkSpan) -> Int {
        let start = window.starts[i], stop = window.starts[address.end], hostStart = window.starts[address.host]
        fillHost(address)
        let suffix = PublicSuffix.start(of: host.scalars, host.count, wordTable)
        let domain = PublicSuffix.labelStart(host.scalars, before: max(0, suffix - 1))
        features.add(part(1, host.hash(domain, host.count)), start: hostStart, end: stop)
        features.add(part(2, host.hash(host.lastLabel, host.count)), start: hostStart, end: stop)
        if address.traits.contains(.defanged) { features.add(part(3, 1), start: start, end: stop) }
        addUnit(FeatureHash.close(1, .address), start: start, end: stop)
        return address.end

        func part(_ tag: UInt64, _ value: UInt64) -> UInt64 {
            FeatureHash.close(value &* FeatureHash.m3 &+ tag &* FeatureHash.m1, .address)
        }
    }
}
