// Text: e-mail addresses. In: a window index at a letter or digit. One is taken whole: its local
// part is a name and no feature, its domain no link. The ending must be a well-known one or have
// two letters. `user [at] gold (dot) com` is read like the plain form.

extension HostScanner {
    /// The address that begins at `i`; where there is none, its end is `i`, and `searchedUntil` the
    /// end of what might have been its local part.
    func address(at i: Int) -> (span: LinkSpan, searchedUntil: Int) {
        var end = i
        while end < window.count, isLocalScalar(end) { end += 1 }
        let at = atLength(end)
        let last = window[end - 1]
        if at > 0, last.scalar != ".", end + at < window.count, window.isHostScalar(end + at) {
            let scan = scan(at: end + at, hasScheme: false)
            let length = scan.end - scan.lastLabel
            if scan.dots > 0 {
                var hostEnd = scan.end
                if case .unknown = scan.top {
                    let hasTwoLetters = length == 2 && window[scan.lastLabel].kind == .letter
                    hostEnd = hasTwoLetters ? scan.end : scan.knownEnd
                }
                if hostEnd > 0 {
                    let traits: LinkTraits = at > 1 || scan.isDefanged ? [.mail, .defanged] : .mail
                    return (LinkSpan(end: hostEnd, host: end + at, hostEnd: hostEnd, traits: traits), end)
                }
            }
        }
        return (LinkSpan(end: i), end)
    }

    /// Letters, digits and . _ + % - *
    private func isLocalScalar(_ i: Int) -> Bool {
        switch window[i].scalar {
        case ".", "_", "+", "%": true
        default: window.isHostScalar(i)
        }
    }

    /// The length of `@`, `[at]` or ` (at) ` at `i`, 0 where none is.
    private func atLength(_ i: Int) -> Int {
        if window.holds("@", at: i) { return 1 }
        let space = window.holds(" ", at: i) ? 1 : 0
        let open = i + space
        let close: Unicode.Scalar
        if window.holds("(", at: open) {
            close = ")"
        } else if window.holds("[", at: open) {
            close = "]"
        } else if window.holds("{", at: open) {
            close = "}"
        } else {
            return 0
        }
        guard open + 2 < window.count else { return 0 }
        let isAt = window.holds("a", at: open + 1) && window.holds("t", at: open + 2)
        let inside = window.holds("@", at: open + 1) ? 1 : isAt ? 2 : 0
        guard inside > 0, window.holds(close, at: open + 1 + inside) else { return 0 }
        return space + inside + 2 + (window.holds(" ", at: open + 2 + inside) ? 1 : 0)
    }
}
