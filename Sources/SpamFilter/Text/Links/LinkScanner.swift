// Text: where a link's host begins and ends. Reads only; LinkTokenizer makes the features.
// A host is labels with dots between. Where people hide one from filters the dot may be [.], (.), {.}, [dot], (dot) with spaces around,
// or 。 of East Asian input methods; ` dot ` and ` . ` count only before an ending that is read out (com, net…), and only where prose is
// unlikely: a sign or nothing follows, the label holds digits, or the window holds Han, kana or Hangul.
// "I like dot com firms" and "See you at 5. in time" stay words.

/// The labels that were found from one index on.
struct HostScan {
    var end: Int
    var lastLabel: Int
    /// What the last label says, where there is a dot.
    var top = TopLevelDomain.unknown
    var dots = 0
    /// A label in front of the last begins with a letter and holds two digits or more: `win88`, but not `gr8` or `2nite`.
    var isOdd = false
    var isDefanged = false
    /// The end of the longest part whose last label is a well-known ending; 0 where there is none.
    var knownEnd = 0
}

extension MessageReader {
    /// A letter of any script, a digit, a hyphen, or * as anonymised hosts have it.
    @inline(__always)
    func isHostScalar(_ i: Int) -> Bool {
        let folded = window.scalars[i]
        return folded.isAlphanumeric || folded.scalar == 0x2D || folded.scalar == 0x2A
    }

    @inline(__always)
    func isScalar(_ i: Int, _ scalar: UInt32) -> Bool { i < window.count && window.scalars[i].scalar == scalar }

    /// Whether `www.` stands at `i`.
    @inline(__always)
    func isWorldWideWeb(_ i: Int) -> Bool {
        isScalar(i, 0x77) && isScalar(i + 1, 0x77) && isScalar(i + 2, 0x77) && isScalar(i + 3, 0x2E)
    }

    /// Whether the letters of `dot` stand at `i`, whatever is around them.
    @inline(__always)
    func isDotWord(_ i: Int) -> Bool { isScalar(i, 0x64) && isScalar(i + 1, 0x6F) && isScalar(i + 2, 0x74) }

    /// The length of the dot at `i`, 0 where none is.
    mutating func dotLength(at i: Int) -> Int {
        guard i < window.count else { return 0 }
        switch window.scalars[i].scalar {
        case 0x2E, 0x3002: return 1
        case 0x28, 0x5B, 0x7B: return bracketedDotLength(at: i)
        default:
            guard window.scalars[i].kind == .space, i + 1 < window.count else { return 0 }
            let length = bracketedDotLength(at: i + 1)
            return length > 0 ? length + 1 : 0
        }
    }

    /// The length of `[.]` or `(dot)` at `i` with a space behind it, 0 where none is.
    private mutating func bracketedDotLength(at i: Int) -> Int {
        let close: UInt32
        switch window.scalars[i].scalar {
        case 0x28: close = 0x29
        case 0x5B: close = 0x5D
        case 0x7B: close = 0x7D
        default: return 0
        }
        let inside = isScalar(i + 1, 0x2E) ? 1 : isDotWord(i + 1) ? 3 : 0
        guard inside > 0, isScalar(i + 1 + inside, close) else { return 0 }
        let isSpaced = i + 2 + inside < window.count && window.scalars[i + 2 + inside].kind == .space
        return inside + 2 + (isSpaced ? 1 : 0)
    }

    /// The length of ` dot ` or ` . ` or ` .` at `i`, 0 where none is.
    mutating func spokenDotLength(at i: Int) -> Int {
        guard i + 2 < window.count, window.scalars[i].kind == .space else { return 0 }
        if isScalar(i + 1, 0x2E) { return window.scalars[i + 2].kind == .space ? 3 : 2 }
        return isDotWord(i + 1) && i + 4 < window.count && window.scalars[i + 4].kind == .space ? 5 : 0
    }

    /// The end of the label at `i`; `i` where none is.
    ///
    /// Syllabic characters are taken only where `maybeSyllabic`, and only in a label that begins with one: `http://gold.example에서`
    /// ends before the particle. A letter beyond ASCII ends a label that is a well-known ending without it, in scripts without spaces.
    mutating func endOfLabel(_ i: Int, maybeSyllabic: Bool) -> Int {
        var end = i
        if maybeSyllabic, i < window.count, window.scalars[i].isSyllabic {
            while end < window.count, isHostScalar(end) || window.scalars[end].isSyllabic { end += 1 }
            return end
        }
        var wasASCII = true
        while end < window.count, isHostScalar(end) {
            if wasASCII, window.scalars[end].scalar >= 0x80 {
                wasASCII = false
                if end - i >= 2, case .known = TopLevelDomain(window.scalars + i, end - i, wordTable) { return end }
            }
            end += 1
        }
        return end
    }

    /// The labels from `begin` on. A name in Han, kana or Hangul is taken only behind a scheme or `www.`, as the first label.
    @inline(never)
    mutating func scanHost(at begin: Int, hasScheme: Bool) -> HostScan {
        var scan = HostScan(end: begin, lastLabel: begin)
        let www = isWorldWideWeb(begin)
        var label = begin
        while true {
            let end = endOfLabel(label, maybeSyllabic: hasScheme && scan.dots == 0 || www && scan.dots == 1)
            guard end > label else { break }
            if scan.dots > 0 {
                if digitsOfLabel(scan.lastLabel, scan.end) > 1 { scan.isOdd = true }
                scan.top = TopLevelDomain(window.scalars + label, end - label, wordTable)
                if case .known = scan.top { scan.knownEnd = end }
            }
            scan.end = end
            scan.lastLabel = label
            let dot = dotLength(at: end)
            guard dot > 0, end + dot < window.count, isHostScalar(end + dot) || www && window.scalars[end + dot].isSyllabic else {
                readSpokenEnding(of: &scan, www: www || hasScheme)
                break
            }
            if !isScalar(end, 0x2E) { scan.isDefanged = true }
            scan.dots += 1
            label = end + dot
        }
        return scan
    }

    /// How many digits the label `window[start..<end]` holds that begins with a letter; 0 where it begins otherwise.
    private mutating func digitsOfLabel(_ start: Int, _ end: Int) -> Int {
        guard window.scalars[start].kind == .letter else { return 0 }
        var digits = 0
        for i in start..<end where window.scalars[i].kind == .digit { digits += 1 }
        return digits
    }

    /// Adds ` dot com`, ` . co . kr` and the like to the host, where it is no prose.
    private mutating func readSpokenEnding(of scan: inout HostScan, www: Bool) {
        guard spokenDotLength(at: scan.end) > 0 else { return }
        var end = scan.end, label = scan.lastLabel, dots = 0
        // Three at most, or a row of `dot com` would be looked through from each of them.
        while dots < 3 {
            let dot = spokenDotLength(at: end)
            guard dot > 0 else { break }
            let next = endOfLabel(end + dot, maybeSyllabic: false)
            guard TopLevelDomain.isSpoken(window.scalars + end + dot, next - end - dot, wordTable) else { break }
            label = end + dot
            end = next
            dots += 1
        }
        guard dots > 0 else { return }
        let isOdd = digitsOfLabel(scan.lastLabel, scan.end) > 0
        let isLong = scan.end - scan.lastLabel >= 4
        let isLast = end == window.count || window.scalars[end].kind == .symbol
        guard isOdd || www || isLong && (isLast || window.holdsSyllabic) else { return }
        scan.end = end
        scan.lastLabel = label
        scan.knownEnd = end
        scan.top = .known
        scan.dots += dots
        scan.isDefanged = true
    }
}
