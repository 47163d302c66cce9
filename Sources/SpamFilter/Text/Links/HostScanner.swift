// Text: where a link's host begins and ends. Reads only; LinkTokenizer makes the features.
// A host is labels with dots between. To hide one from filters, people write the dot as [.], (.),
// {.}, [dot] or (dot), with or without spaces around; 。 comes from East Asian input methods.
// ` dot ` counts only before an ending that people say aloud (com, net), and only where prose is
// unlikely; so does ` . `. Prose is unlikely where the label holds digits or a hyphen, a path
// follows, or a scheme or `www.` stands in front. It is also unlikely behind a long label if the
// text ends there, a mark follows, or the window holds Han, kana or Hangul. "I like dot com firms"
// and "See you at 5. in time" stay words. `. ` is the end of a sentence, so there a path must
// follow, and the label must hold a digit or a hyphen: `gold-fee. com/x`. Behind a scheme %70 is p,
// as for browsers.

/// The labels that were found from one index on.
struct HostScan {
    var end: Int
    var lastLabel: Int
    /// What the last label says, where there is a dot.
    var top = TopLevelDomain.unknown
    var dots = 0
    /// A label in front of the last begins with a letter and holds two digits or more: `win88`, but
    /// not `gr8` or `2nite`.
    var isOdd = false
    var isDefanged = false
    /// The end of the longest part whose last label is a well-known ending; 0 where there is none.
    var knownEnd = 0
}

extension Window {
    /// A letter of any script, a digit, a hyphen, or * as anonymised hosts have it.
    @inline(__always)
    func isHostScalar(_ i: Int) -> Bool {
        let folded = self[i]
        return folded.isAlphanumeric || folded.scalar == "-" || folded.scalar == "*"
    }

    /// Whether `www.` is at `i`.
    @inline(__always)
    func isWorldWideWeb(_ i: Int) -> Bool {
        holds("w", at: i) && holds("w", at: i + 1) && holds("w", at: i + 2) && holds(".", at: i + 3)
    }

    /// The letter, digit, hyphen or dot of a host that is written as `%70` at `i`; 0 where none is.
    func escapedScalar(_ i: Int) -> UInt32 {
        holds("%", at: i) && i + 2 < count ? HostName.escaped(self[i + 1].scalar, self[i + 2].scalar) : 0
    }

    /// Whether the letters of `dot` are at `i`, as a word or part of one.
    @inline(__always)
    func isDotWord(_ i: Int) -> Bool { holds("d", at: i) && holds("o", at: i + 1) && holds("t", at: i + 2) }
}

/// Looks for hosts in a window.
struct HostScanner {
    let window: Window
    let words: WordTable

    /// The length of the dot at `i`, 0 where none is.
    func dotLength(at i: Int) -> Int {
        guard i < window.count else { return 0 }
        switch window[i].scalar {
        case ".", "。": return 1
        case "(", "[", "{": return bracketedDotLength(at: i)
        default:
            guard window[i].kind == .space, i + 1 < window.count else { return 0 }
            let length = bracketedDotLength(at: i + 1)
            return length > 0 ? length + 1 : 0
        }
    }

    /// The length of `[.]` or `(dot)` at `i` with a space behind it, 0 where none is.
    private func bracketedDotLength(at i: Int) -> Int {
        let close: Unicode.Scalar
        switch window[i].scalar {
        case "(": close = ")"
        case "[": close = "]"
        case "{": close = "}"
        default: return 0
        }
        let inside = window.holds(".", at: i + 1) ? 1 : window.isDotWord(i + 1) ? 3 : 0
        guard inside > 0, window.holds(close, at: i + 1 + inside) else { return 0 }
        let isSpaced = i + 2 + inside < window.count && window[i + 2 + inside].kind == .space
        return inside + 2 + (isSpaced ? 1 : 0)
    }

    /// The length of ` dot ` or ` . ` or ` .` or `. ` at `i`, 0 where none is.
    func spokenDotLength(at i: Int) -> Int {
        guard i + 2 < window.count else { return 0 }
        if window.holds(".", at: i), window[i + 1].kind == .space { return 2 }
        guard window[i].kind == .space else { return 0 }
        if window.holds(".", at: i + 1) { return window[i + 2].kind == .space ? 3 : 2 }
        return window.isDotWord(i + 1) && i + 4 < window.count && window[i + 4].kind == .space ? 5 : 0
    }

    /// The end of the label at `i`; `i` where none is.
    ///
    /// CJK characters are taken only where `maybeCJK`, and only in a label that begins with one:
    /// `http://gold.example에서` ends before the particle. A letter beyond ASCII ends a label that is
    /// a well-known ending without it, as scripts without spaces need.
    /// Escapes such as %70 are taken only where `maybeEscaped`.
    func endOfLabel(_ i: Int, maybeCJK: Bool, maybeEscaped: Bool = false) -> Int {
        var end = i
        if maybeCJK, i < window.count, window[i].isCJK {
            while end < window.count, window.isHostScalar(end) || window[end].isCJK { end += 1 }
            return end
        }
        var wasASCII = true
        while end < window.count {
            guard window.isHostScalar(end) else {
                guard maybeEscaped, window.escapedScalar(end) > 0 else { break }
                end += 3
                continue
            }
            if wasASCII, window[end].scalar >= 0x80 {
                wasASCII = false
                if end - i >= 2, case .known = TopLevelDomain(window.scalars + i, end - i, words) { return end }
            }
            end += 1
        }
        return end
    }

    /// The end of the label at `label` in the host of a link that was found.
    func endOfLabel(_ label: Int, of link: LinkSpan) -> Int {
        min(link.hostEnd, max(label + 1, endOfLabel(label, maybeCJK: true, maybeEscaped: link.traits.contains(.scheme))))
    }

    /// The index behind the dot at `end` in the host of a link that was found.
    func indexBehindDot(_ end: Int, of link: LinkSpan) -> Int {
        end >= link.hostEnd ? end : end + max(1, max(dotLength(at: end), spokenDotLength(at: end)))
    }

    /// The labels from `begin` on. A name in Han, kana or Hangul is taken only behind a scheme or
    /// `www.`, as the first label.
    @inline(never)
    func scan(at begin: Int, hasScheme: Bool) -> HostScan {
        var scan = HostScan(end: begin, lastLabel: begin)
        let www = window.isWorldWideWeb(begin)
        var label = begin
        while true {
            let end = endOfLabel(
                label, maybeCJK: hasScheme && scan.dots == 0 || www && scan.dots == 1, maybeEscaped: hasScheme)
            guard end > label else { break }
            if scan.dots > 0 {
                if digitsOfLabel(scan.lastLabel, scan.end) > 1 { scan.isOdd = true }
                scan.top = TopLevelDomain(window.scalars + label, end - label, words)
                if case .known = scan.top { scan.knownEnd = end }
            }
            scan.end = end
            scan.lastLabel = label
            let dot = dotLength(at: end)
            guard dot > 0, end + dot < window.count,
                window.isHostScalar(end + dot) || www && window[end + dot].isCJK
                    || hasScheme && window.escapedScalar(end + dot) > 0
            else {
                readSpokenEnding(of: &scan, www: www || hasScheme)
                break
            }
            if !window.holds(".", at: end) { scan.isDefanged = true }
            scan.dots += 1
            label = end + dot
        }
        return scan
    }

    /// How many digits the label from `start` to `end` holds, if it begins with a letter; else 0.
    private func digitsOfLabel(_ start: Int, _ end: Int) -> Int {
        guard window[start].kind == .letter else { return 0 }
        var digits = 0
        for i in start..<end where window[i].kind == .digit { digits += 1 }
        return digits
    }

    /// Whether a hyphen stands between others in the label from `start` to `end`.
    private func holdsHyphen(_ start: Int, _ end: Int) -> Bool {
        for i in start + 1..<max(start + 1, end - 1) where window[i].scalar == "-" { return true }
        return false
    }

    /// Adds ` dot com`, ` . co . kr` and the like to the host, where it is no prose.
    private func readSpokenEnding(of scan: inout HostScan, www: Bool) {
        guard spokenDotLength(at: scan.end) > 0 else { return }
        var end = scan.end, label = scan.lastLabel, dots = 0, isSentence = false
        // Three at most, or a row of `dot com` would be searched from each of them.
        while dots < 3 {
            let dot = spokenDotLength(at: end)
            guard dot > 0 else { break }
            let next = endOfLabel(end + dot, maybeCJK: false)
            guard TopLevelDomain.isSpoken(window.scalars + end + dot, next - end - dot, words) else { break }
            isSentence = isSentence || window.holds(".", at: end) && window[end + 1].kind == .space
            label = end + dot
            end = next
            dots += 1
        }
        guard dots > 0 else { return }
        let isOdd = digitsOfLabel(scan.lastLabel, scan.end) > 0 || holdsHyphen(scan.lastLabel, scan.end)
        let isLong = scan.end - scan.lastLabel >= 4
        let isLast = end == window.count || window[end].kind == .symbol
        let hasPath = window.holds("/", at: end) && window[end + 1].isAlphanumeric
        if isSentence {
            guard hasPath, isOdd else { return }
        } else {
            guard isOdd || www || hasPath || isLong && (isLast || window.holdsCJK) else { return }
        }
        scan.end = end
        scan.lastLabel = label
        scan.knownEnd = end
        scan.top = .known
        scan.dots += dots
        scan.isDefanged = true
    }
}
