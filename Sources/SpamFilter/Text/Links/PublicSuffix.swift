// Text: the endings under which domains are registered. The registrable domain is one label more
// than its public suffix: `bank.co.kr`, `gold.github.io`.

/// Public suffixes of two labels, chosen out of publicsuffix.org's list: those of the countries
/// that the toolkit is for, and those of free hosting, where phishing lives. Any other suffix is
/// one label; of longer ones the last two labels count.
enum PublicSuffix {
    /// Where the public suffix begins in the host of `count` scalars from `host` on: after a dot,
    /// or 0 if it is all suffix.
    static func start(of host: UnsafePointer<FoldedScalar>, _ count: Int, _ words: WordTable) -> Int {
        let top = labelStart(host, before: count)
        guard top > 0 else { return 0 }
        let second = labelStart(host, before: top - 1)
        // The second levels that most countries share need no row each.
        if count - top == 2, words.contains(host + second, top - 1 - second, in: .sharedLevels) { return second }
        return words.contains(host + second, count - second, in: .publicSuffixes) ? second : top
    }

    /// Where the label begins that ends before index `end`.
    static func labelStart(_ host: UnsafePointer<FoldedScalar>, before end: Int) -> Int {
        var start = end
        while start > 0, host[start - 1].scalar != "." { start -= 1 }
        return start
    }

    /// Whether a label under a country's is one that anyone may register below: `co` of `co.kr`.
    static func isShared(_ label: UnsafePointer<FoldedScalar>, _ length: Int, _ words: WordTable) -> Bool {
        words.contains(label, length, in: .sharedLevels)
    }
}
