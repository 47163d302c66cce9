// Text: the shape of what follows a link's host: never its words.

/// The path, query and fragment of a link.
struct PathShape {
    /// Slashes before the query, at most 3.
    private(set) var depth = 0
    private(set) var length = 0
    private(set) var hasQuery = false
    /// A segment holds letters and digits, as names made by a machine do.
    private var hasToken = false
    /// A hash of the file ending of two to four letters, 0 where there is none.
    private(set) var ending: UInt64 = 0

    init(of link: LinkSpan, _ window: Window) {
        // The dot of the last segment, and whether any segment mixes letters and digits.
        var dot = 0, letters = false, digits = false
        // Behind the port, which is no path, and behind the ] of an IPv6 address.
        var begin = link.hostEnd
        while begin < link.end, !PathShape.begins(at: begin, window) { begin += 1 }
        for i in begin..<link.end {
            let folded = window[i]
            length += 1
            switch folded.scalar {
            case "/":
                (letters, digits) = (false, false)
                if !hasQuery {
                    depth = min(depth + 1, 3)
                    dot = 0
                }
            case "?": hasQuery = true
            case "." where !hasQuery && depth > 0: dot = i
            default: break
            }
            if folded.kind == .letter { letters = true }
            if folded.kind == .digit { digits = true }
            if letters, digits { hasToken = true }
        }
        if dot > 0 { ending = PathShape.ending(behind: dot, until: link.end, window) }
    }

    private static func begins(at i: Int, _ window: Window) -> Bool {
        window.holds("/", at: i) || window.holds("?", at: i) || window.holds("#", at: i)
    }

    private static func ending(behind dot: Int, until linkEnd: Int, _ window: Window) -> UInt64 {
        var end = dot + 1, ending: UInt64 = 0
        while end < linkEnd, window[end].isAlphanumeric {
            ending = FeatureHash.roll(ending, window[end].kind == .digit ? FoldedScalar.digitCode : window[end].scalar)
            end += 1
        }
        return (3...5).contains(end - dot) ? ending : 0
    }

    /// Length class, query, token.
    var shape: UInt64 {
        let size: UInt64 =
            switch length {
            case 0...1: 0
            case 2...5: 1
            case 6...8: 2
            case 9...12: 3
            case 13...24: 4
            default: 5
            }
        return size << 2 | (hasQuery ? 2 : 0) | (hasToken ? 1 : 0)
    }
}
