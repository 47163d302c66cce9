// Text: which endings make a bare word.word a host. A short list beats the full one: every word pair joined by a missing space
// ("now.Call me") would be a host under some top-level domain.

enum TopLevelDomain {
    enum Standing {
        /// Taken for a host wherever it stands.
        case known
        /// A word too: taken only with a path or a third label.
        case alsoWord
        case unknown
    }

    private static var known: StaticString {
        " com net org info biz edu gov xyz top site online shop club vip live icu app link click store tech work fun pro mobi asia "
    }
    private static var knownToo: StaticString {
        " cn kr jp tw hk sg ph vn th my uk de fr nl es pt br ru tr eu ca au nz ng za ly gl gd cc tv io co example test invalid "
    }
    private static var alsoWords: StaticString { " me in is it to so at no be us id am im do go page dev " }

    /// Where the label in `scalars[start..<end]`, ASCII, stands.
    static func standing(of scalars: UnsafeMutablePointer<FoldedScalar>, _ start: Int, _ end: Int) -> Standing {
        guard end - start >= 2, end - start <= 7 else { return .unknown }
        if holds(known, scalars, start, end) || holds(knownToo, scalars, start, end) { return .known }
        return holds(alsoWords, scalars, start, end) ? .alsoWord : .unknown
    }

    /// Whether the label stands in a list, between spaces.
    private static func holds(_ list: StaticString, _ scalars: UnsafeMutablePointer<FoldedScalar>, _ start: Int, _ end: Int)
        -> Bool
    {
        let bytes = list.utf8Start
        let length = end - start
        var i = 0
        while i + length + 1 < list.utf8CodeUnitCount {
            if bytes[i] == 0x20, bytes[i + 1 + length] == 0x20 {
                var same = 0
                while same < length, UInt32(bytes[i + 1 + same]) == scalars[start + same].scalar { same += 1 }
                if same == length { return true }
            }
            i += 1
        }
        return false
    }
}
