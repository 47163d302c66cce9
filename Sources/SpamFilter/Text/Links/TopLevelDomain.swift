// Text: which endings make a bare word.word a host. Under the full list every pair of words with a
// missing space ("now.Call me") would be a host. So endings that are words too need more than the
// word before them.

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
