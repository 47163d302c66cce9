// Text: the keys of a host in lists. In: a host that was read, or a line of a list. Out: the hash
// of the host and of each domain above it. Part of the format of lists: Models/LISTS.md.

/// A host of a list.
public struct HostKey: Equatable, Sendable {
    /// What lists hold: `ScalarHash` of its folded scalars from the last to the first.
    public let value: UInt64
    /// How many labels it has: 2 for `bank.example`. Of one label are endings such as `zip`.
    public let labels: Int
    /// It was written in ASCII, no label of it in Punycode. All other hosts can pass for one that
    /// they are not: folding takes `é` for `e`, and look-alikes for Latin letters. So a list of
    /// what is allowed holds plain hosts, and only a host that was written so is looked up in it.
    public let isPlain: Bool
}

extension HostName {
    /// A Traditional character as its Simplified one, whether or not the window was folded so: keys
    /// do not depend on the settings of a model.
    @inline(__always)
    private static func simplified(_ folded: FoldedScalar) -> UInt32 {
        folded.kind == .han ? FoldingTable(simplifiesHan: true).fold(folded.scalar).scalar : folded.scalar
    }

    /// Calls `body` with the keys of the host and of the domains above it, the shortest first:
    /// those of `example`, `shop.example` and `www.shop.example`. All come out of one pass from the
    /// last scalar to the first.
    @inline(__always)
    func forEachKey(_ body: (UInt64) -> Void) {
        var hash = ScalarHash(.host)
        var i = count
        while i > 0 {
            i -= 1
            hash.add(HostName.simplified(scalars[i]))
            if i == 0 || scalars[i - 1].scalar == scalarValue(".") { body(hash.value) }
        }
    }
}

/// Reads lines of lists as hosts, as `LinkTokenizer` reads the hosts of links. Allocates once.
public struct HostReader: ~Copyable {
    private var window: FoldedWindow
    private var host: HostName

    /// Makes the scratch that reading needs.
    public init() {
        let window = FoldedWindow(simplifiesHan: false)
        host = HostName(window.table)
        self.window = window
    }

    /// The key of a host; `nil` where the text is none: an empty label, a space, a path, a port,
    /// more than 253 characters or 1,024 bytes. White space around, `*.` or a dot in front and a
    /// dot at the end do not count.
    ///
    /// - Parameter text: UTF-8, whole or damaged.
    /// - Complexity: O(bytes), no allocation.
    public mutating func key(of text: UnsafeBufferPointer<UInt8>) -> HostKey? {
        guard text.count <= 1_024, window.fill(text, from: 0) == text.count else { return nil }
        let scalars = window.scalars
        var next = 0, end = window.count
        while next < end, scalars[next].kind == .space { next += 1 }
        while end > next, scalars[end - 1].kind == .space { end -= 1 }
        if next + 1 < end, scalars[next].scalar == scalarValue("*"), isDot(next + 1) { next += 1 }
        if next < end, isDot(next) { next += 1 }
        if end > next, isDot(end - 1) { end -= 1 }
        guard next < end, end - next <= 253 else { return nil }
        let isASCII = Int(window.starts[end]) - Int(window.starts[next]) == end - next && allASCII(next, end)
        host.clear()
        while true {
            var labelEnd = next
            while labelEnd < end, isOfLabel(labelEnd) { labelEnd += 1 }
            guard labelEnd > next, labelEnd == end || isDot(labelEnd) else { return nil }
            host.append(scalars + next, labelEnd - next)
            guard labelEnd < end else { break }
            next = labelEnd + 1
        }
        var key: UInt64 = 0
        host.forEachKey { key = $0 }
        return HostKey(value: key, labels: host.labels, isPlain: isASCII && !host.isEncoded)
    }

    /// Calls `body` with the keys of the host that was read last, and of the domains above it.
    func forEachKey(_ body: (UInt64) -> Void) { host.forEachKey(body) }

    private func isDot(_ i: Int) -> Bool {
        window.scalars[i].scalar == scalarValue(".") || window.scalars[i].scalar == scalarValue("。")
    }

    /// A letter of any script, a digit, Han, kana, Hangul or a hyphen.
    private func isOfLabel(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        return folded.isAlphanumeric || folded.isCJK || folded.scalar == scalarValue("-")
    }

    private func allASCII(_ begin: Int, _ end: Int) -> Bool {
        for i in begin..<end where window.scalars[i].scalar >= 0x80 || window.scalars[i].isLookAlike { return false }
        return true
    }
}
