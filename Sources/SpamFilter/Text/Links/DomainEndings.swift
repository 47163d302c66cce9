// Text: the endings of hosts. Which ones make a bare word.word a host: under the full list every
// pair of words with a missing space ("now.Call me") would be one, so endings that are words too
// need more than the word before them. And under which ones domains are registered: the registrable
// domain is one label more than its public suffix: `bank.co.kr`, `gold.github.io`.

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

/// How far the last label of a bare host is to be trusted.
enum TopLevelDomain {
    /// Taken for a host anywhere.
    case known
    /// A noun too, as `rest` or `bond`: taken with a path, a third label, or a label such as
    /// `win-88`.
    case alsoNoun
    /// A word that begins sentences, as `is` or `so`: taken with a path, under a second level
    /// (`co.in`), or behind `www.` or `m.`
    case alsoWord
    case unknown

    init(_ label: UnsafePointer<FoldedScalar>, _ length: Int, _ words: WordTable) {
        switch length {
        // None begins with a digit: numbers with dots are not looked up.
        case 2...10 where label[0].kind == .letter && label[0].scalar < 0x80:
            if words.contains(label, length, in: .knownEndings) {
                self = .known
            } else if words.contains(label, length, in: .nouns) {
                self = .alsoNoun
            } else {
                self = words.contains(label, length, in: .words) ? .alsoWord : .unknown
            }
        default: self = .unknown
        }
    }

    /// Whether the label ends hosts that are read out: `gold dot com`.
    static func isSpoken(_ label: UnsafePointer<FoldedScalar>, _ length: Int, _ words: WordTable) -> Bool {
        words.contains(label, length, in: .spokenEndings)
    }
}
