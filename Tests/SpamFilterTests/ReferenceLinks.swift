// Links and e-mail addresses again, from the comments of LinkFinder, HostScanner and MailAddress:
// where they begin and end. Shares the lists of endings and of public suffixes, for there is no
// other source of them here.

@testable import SpamFilter

struct ReferenceLinks {
    let text: [Character]
    /// No link and no address begins in front of these, because one was looked for there in vain.
    private var linklessUntil = 0
    private var addresslessUntil = 0

    init(_ text: [Character]) { self.text = text }

    /// The link or address that begins at the letter or digit at `i`.
    mutating func link(at i: Int) -> ReferenceLink? {
        if i < linklessUntil, i < addresslessUntil, !isAt(i, "www.") { return nil }
        let end = endOfHostCharacters(i)
        guard end + 1 < text.count, isSign(end) else {
            linklessUntil = max(linklessUntil, end)
            addresslessUntil = max(addresslessUntil, end)
            return nil
        }
        if i >= addresslessUntil, let address = address(at: i) { return address }
        if i < linklessUntil, !isAt(i, "www.") { return nil }
        if let link = linkWithScheme(at: i, end) { return link }
        let scan = scanHost(i, hasScheme: false)
        if let link = bareLink(at: i, scan) { return link }
        // A scheme may begin in what was taken for a host.
        let until = isAt(scan.end, ":") || isAt(scan.end, "[") ? scan.end - 12 : scan.end
        linklessUntil = max(linklessUntil, until)
        return nil
    }

    // MARK: Characters

    private func isAt(_ i: Int, _ sign: String) -> Bool { i < text.count && text[i...].starts(with: sign) }
    private func isOne(_ i: Int, of signs: String) -> Bool { i < text.count && signs.contains(text[i]) }
    /// A letter, a digit, a hyphen, or * as anonymised hosts have it.
    private func isHost(_ i: Int) -> Bool { i < text.count && (isWordCharacter(text[i]) || "-*".contains(text[i])) }
    private func isDigitAt(_ i: Int) -> Bool { i < text.count && isDigit(text[i]) }
    private func isCJKAt(_ i: Int) -> Bool { i < text.count && isCJK(text[i]) }
    private func isSpace(_ i: Int) -> Bool { i < text.count && text[i].isWhitespace }
    /// Visible ASCII but for quotes and brackets that close around a link.
    private func isPath(_ i: Int) -> Bool {
        i < text.count && scalar(text[i]) < 0x7F && !text[i].isWhitespace && !"\"')<>[]{}".contains(text[i])
    }
    private func endOfHostCharacters(_ i: Int) -> Int {
        var end = i
        while isHost(end) { end += 1 }
        return end
    }

    /// Whether the sign behind a word may go on with a link.
    private func isSign(_ i: Int) -> Bool {
        switch text[i] {
        case ".":
            isHost(i + 1) || isCJKAt(i + 1)
                || isSpace(i + 1)
                    && (2...8).contains { n in
                        isAt(i + 2 + n, "/") && text[i + 2..<i + 2 + n].allSatisfy(isAlphabetic)
                    }
        case "。", "@", "_", "+", "%": isHost(i + 1)
        case ":": isOne(i + 1, of: "/\\")
        case "(", "[", "{": isOne(i + 1, of: ".:@ad")
        case " ": isAt(i + 1, ".") || isAt(i + 1, "dot") || isOne(i + 1, of: "([{") && isOne(i + 2, of: ".:@ad")
        default: false
        }
    }

    // MARK: Links

    private func linkWithScheme(at i: Int, _ end: Int) -> ReferenceLink? {
        guard (2...12).contains(end - i) else { return nil }
        let forms = [
            "://", ":/\\", ":\\/", ":\\\\", "[:]//", "[:]/\\", "[:]\\/", "[:]\\\\", "[://]", "[:/\\]", "[:\\/]", "[:\\\\]",
        ]
        guard let scheme = forms.first(where: { isAt(end, $0) }) else { return nil }
        var link = ReferenceLink(end: i, host: i..<i, traits: [.scheme])
        if scheme.count > 3 || isOne(i + 1, of: "x*") { link.traits.insert(.defanged) }
        var host = end + scheme.count
        // user@, no further than a name reaches.
        let user = text[min(host, text.count)...].prefix(64).prefix { $0 != "/" && $0 != "@" }.indices.prefix { isPath($0) }
        if isAt(host + user.count, "@") {
            host += user.count + 1
            link.traits.insert(.user)
        }
        if isAt(host, "[") {
            var close = host + 1
            while isHost(close) || isAt(close, ":") { close += 1 }
            guard isAt(close, "]"), close > host + 2 else { return nil }
            link.traits.insert(.longAddress)
            link.host = host + 1..<close
            return withPath(link, close + 1)
        }
        let scan = scanHost(host, hasScheme: true)
        guard scan.end > host else { return nil }
        if scan.isDefanged { link.traits.insert(.defanged) }
        link.host = host..<scan.end
        return withPath(link, scan.end)
    }

    private func bareLink(at i: Int, _ scan: Scan) -> ReferenceLink? {
        guard scan.dots > 0 else { return nil }
        var hostEnd = scan.end
        if !isAt(i, "www."), !isTrusted(scan, at: i) {
            guard scan.knownEnd > 0, scan.knownEnd < scan.end else { return nil }
            hostEnd = scan.knownEnd
        } else if scan.knownEnd > 0, scan.top == .unknown {
            hostEnd = scan.knownEnd
        }
        return withPath(ReferenceLink(end: i, host: i..<hostEnd, traits: scan.isDefanged ? [.defanged] : []), hostEnd)
    }

    private func isTrusted(_ scan: Scan, at i: Int) -> Bool {
        let hasPath = isPathStart(scan.end)
        var end = scan.lastLabel
        while end > i, !isHost(end - 1) { end -= 1 }
        var begin = end
        while begin > i, isHost(begin - 1) { begin -= 1 }
        let label = Array(text[begin..<end])
        switch scan.top {
        // 2.app is an item of a list.
        case .known: return hasPath || !label.allSatisfy(isDigit) || label.count > 2
        case .alsoNoun: return hasPath || scan.dots > 1 && label.count > 1 || scan.isOdd
        case .alsoWord:
            let isShared = ReferenceHost.withFolded(label) { PublicSuffix.isShared($0, $1, .shared) }
            return hasPath || scan.dots > 1 && (isShared || isAt(i, "m."))
        case .unknown:
            let groups = text[i..<scan.end].split { !isDigit($0) && !isAlphabetic($0) }
            let isQuad = groups.allSatisfy { $0.count <= 3 && $0.allSatisfy(isDigit) } && isDigit(text[scan.end - 1])
            return scan.dots == 3 && hasPath && isQuad
        }
    }

    /// Whether a port, a path or a query follows.
    private func isPathStart(_ i: Int) -> Bool {
        guard i + 1 < text.count else { return false }
        let next = text[i + 1]
        if "/?#".contains(text[i]) { return isWordCharacter(next) && scalar(next) < 0x80 || "?-".contains(next) }
        let port = text[(i + 1)...].prefix(while: isDigit)
        return text[i] == ":" && !port.isEmpty && isAt(port.endIndex, "/")
    }

    /// With the port, path, query and fragment. Signs that end a sentence are none of it.
    private func withPath(_ link: ReferenceLink, _ begin: Int) -> ReferenceLink {
        var link = link, end = begin
        if isAt(end, ":"), isDigitAt(end + 1) {
            end = text[(end + 1)...].prefix(while: isDigit).endIndex
            link.traits.insert(.port)
        }
        if isOne(end, of: "/?#") {
            let path = end
            while isPath(end) { end += 1 }
            while end > path, ".,:;!?*".contains(text[end - 1]) { end -= 1 }
        }
        link.end = end
        return link
    }

    // MARK: Hosts

    struct Scan {
        var end: Int
        var lastLabel: Int
        var top = TopLevelDomain.unknown
        var dots = 0
        var isOdd = false
        var isDefanged = false
        var knownEnd = 0
    }

    /// `.` `。` `[.]` `(dot)`, the bracketed ones with spaces around.
    func dotLength(_ i: Int) -> Int {
        if isOne(i, of: ".。") { return 1 }
        let space = isSpace(i) ? 1 : 0
        for dot in ["(.)", "[.]", "{.}", "(dot)", "[dot]", "{dot}"] where isAt(i + space, dot) {
            return space + dot.count + (isSpace(i + space + dot.count) ? 1 : 0)
        }
        return 0
    }

    /// ` dot ` ` . ` ` .` `. `
    func spokenDotLength(_ i: Int) -> Int {
        if isAt(i, "."), isSpace(i + 1), i + 2 < text.count { return 2 }
        guard isSpace(i), i + 2 < text.count else { return 0 }
        if isAt(i + 1, ".") { return isSpace(i + 2) ? 3 : 2 }
        return isAt(i + 1, "dot") && isSpace(i + 4) ? 5 : 0
    }

    /// The character that `%70` stands for, if one of a host is written so.
    func escaped(_ i: Int) -> Character? {
        guard isAt(i, "%"), i + 2 < text.count, let value = UInt8(String(text[i + 1...i + 2]), radix: 16) else { return nil }
        let found = Character(Unicode.Scalar(value))
        return found.isASCII && (found.isLetter || found.isNumber || "-.".contains(found)) ? found : nil
    }

    func endOfLabel(_ i: Int, maybeCJK: Bool, maybeEscaped: Bool = false) -> Int {
        if maybeCJK, isCJKAt(i) {
            return text[i...].indices.first { !isHost($0) && !isCJKAt($0) } ?? text.count
        }
        var end = i
        while isHost(end) || maybeEscaped && escaped(end) != nil { end += isHost(end) ? 1 : 3 }
        // A known ending with letters of another script right behind it ends there.
        let ascii = text[min(i, text.count)..<end].prefix { scalar($0) < 0x80 }
        return ascii.count >= 2 && ascii.endIndex < end && top(Array(ascii)) == .known ? ascii.endIndex : end
    }

    private func top(_ label: [Character]) -> TopLevelDomain {
        ReferenceHost.withFolded(label) { TopLevelDomain($0, $1, .shared) }
    }

    private func digits(_ label: Range<Int>) -> Int {
        isAlphabetic(text[label.lowerBound]) ? text[label].filter(isDigit).count : 0
    }

    private func scanHost(_ begin: Int, hasScheme: Bool) -> Scan {
        var scan = Scan(end: begin, lastLabel: begin)
        let www = isAt(begin, "www.")
        var label = begin
        while true {
            let end = endOfLabel(
                label, maybeCJK: hasScheme && scan.dots == 0 || www && scan.dots == 1, maybeEscaped: hasScheme)
            guard end > label else { break }
            if scan.dots > 0 {
                if digits(scan.lastLabel..<scan.end) > 1 { scan.isOdd = true }
                scan.top = top(Array(text[label..<end]))
                if scan.top == .known { scan.knownEnd = end }
            }
            (scan.end, scan.lastLabel) = (end, label)
            let dot = dotLength(end)
            guard dot > 0, isHost(end + dot) || www && isCJKAt(end + dot) || hasScheme && escaped(end + dot) != nil else {
                addSpokenEnding(to: &scan, isSure: www || hasScheme)
                break
            }
            if text[end] != "." { scan.isDefanged = true }
            scan.dots += 1
            label = end + dot
        }
        return scan
    }

    private func addSpokenEnding(to scan: inout Scan, isSure: Bool) {
        var end = scan.end, label = scan.lastLabel, dots = 0, isSentence = false
        while dots < 3, case let dot = spokenDotLength(end), dot > 0 {
            let next = endOfLabel(end + dot, maybeCJK: false)
            let spoken = Array(text[(end + dot)..<max(end + dot, next)])
            guard ReferenceHost.withFolded(spoken, { TopLevelDomain.isSpoken($0, $1, .shared) }) else { break }
            isSentence = isSentence || isAt(end, ".") && isSpace(end + 1)
            (label, end) = (end + dot, next)
            dots += 1
        }
        guard dots > 0 else { return }
        let isLong = scan.end - scan.lastLabel >= 4
        let isProse = end < text.count && !isSymbol(text[end]) && !text.contains(where: isCJK)
        let inner = text[scan.lastLabel..<scan.end].dropFirst().dropLast()
        let isOdd = digits(scan.lastLabel..<scan.end) > 0 || inner.contains("-")
        let hasPath = isAt(end, "/") && end + 1 < text.count && isWordCharacter(text[end + 1])
        guard isSentence ? hasPath && isOdd : isOdd || isSure || hasPath || isLong && !isProse else { return }
        scan = Scan(
            end: end, lastLabel: label, top: .known, dots: scan.dots + dots, isOdd: scan.isOdd, isDefanged: true, knownEnd: end)
    }

    // MARK: Addresses

    private mutating func address(at i: Int) -> ReferenceLink? {
        var end = i
        while isHost(end) || isOne(end, of: "._+%") { end += 1 }
        let at = atLength(end)
        if at > 0, text[end - 1] != ".", isHost(end + at) {
            let scan = scanHost(end + at, hasScheme: false)
            let hasTwoLetters = scan.end - scan.lastLabel == 2 && isAlphabetic(text[scan.lastLabel])
            let hostEnd = scan.top != .unknown || hasTwoLetters ? scan.end : scan.knownEnd
            if scan.dots > 0, hostEnd > 0 {
                let traits: Set<ReferenceLink.Trait> = at > 1 || scan.isDefanged ? [.mail, .defanged] : [.mail]
                return ReferenceLink(end: hostEnd, host: end + at..<hostEnd, traits: traits)
            }
        }
        addresslessUntil = max(addresslessUntil, end)
        return nil
    }

    /// `@` `[at]` ` (@) `
    private func atLength(_ i: Int) -> Int {
        if isAt(i, "@") { return 1 }
        let space = isAt(i, " ") ? 1 : 0
        for at in ["(@)", "[@]", "{@}", "(at)", "[at]", "{at}"] where isAt(i + space, at) {
            return space + at.count + (isAt(i + space + at.count, " ") ? 1 : 0)
        }
        return 0
    }
}
