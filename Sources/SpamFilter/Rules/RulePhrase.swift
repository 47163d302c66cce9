// Rules: phrases of rules. In: phrases, and a body window by window. Out: whether the body
// contains one of them.

/// Folded phrases, each searched in a body window by window (Knuth, Morris, Pratt 1977), so that no
/// body is held whole. All share two arrays: five bytes a scalar.
struct Phrases {
    private(set) var scalars: [UInt32] = []
    /// The failure function of KMP, phrase by phrase: the length of the longest proper prefix of
    /// the first i + 1 scalars that is also their suffix. At most `Rule.longestPhrase` - 1.
    private(set) var failure: [UInt8] = []

    var heapBytes: Int { scalars.capacity * MemoryLayout<UInt32>.size + failure.capacity }

    /// The scalars that a phrase folds to; at most one more than `Rule.longestPhrase`.
    static func folded(_ text: String, _ window: inout FoldedWindow) -> [UInt32] {
        var scalars: [UInt32] = []
        var text = text
        text.withUTF8 { utf8 in
            window.forEachScalar(of: utf8) { scalar in
                scalars.append(scalar)
                return scalars.count <= Rule.longestPhrase
            }
        }
        return scalars
    }

    /// The place of a new phrase.
    ///
    /// - Precondition: it folds to at most `Rule.longestPhrase` scalars.
    mutating func add(_ text: String, _ window: inout FoldedWindow) -> Range<UInt32> {
        let phrase = Phrases.folded(text, &window)
        let start = failure.count
        scalars += phrase
        failure += [UInt8](repeating: 0, count: phrase.count)
        var matched = 0
        for i in 1..<max(1, phrase.count) {
            while matched > 0, phrase[i] != phrase[matched] { matched = Int(failure[start + matched - 1]) }
            if phrase[i] == phrase[matched] { matched += 1 }
            failure[start + i] = UInt8(matched)
        }
        return UInt32(start)..<UInt32(failure.count)
    }

    /// A phrase that a body is searched for.
    struct Search {
        fileprivate let start: UInt32
        fileprivate let length: UInt16
        /// How many of its first scalars end where the body is read.
        fileprivate var matched: UInt16 = 0
        let rule: UInt32
        /// The phrase's first scalar: most scalars of a body are no beginning, and need no more.
        fileprivate let first: UInt32

        fileprivate init(_ phrase: Range<UInt32>, rule: Int, first: UInt32) {
            self.first = first
            start = phrase.lowerBound
            length = UInt16(phrase.count)
            self.rule = UInt32(rule)
        }
    }

    func search(for phrase: Range<UInt32>, rule: Int) -> Search {
        Search(phrase, rule: rule, first: scalars[Int(phrase.lowerBound)])
    }

    /// The rule of the first search whose phrase the body contains.
    ///
    /// - Parameter searches: in the order of their rules.
    /// - Complexity: O(searches x scalars of the body).
    func first(of searches: inout [Search], in body: UnsafeBufferPointer<UInt8>, _ window: inout FoldedWindow) -> Int? {
        searches.withUnsafeMutableBufferPointer { searches in
            // Behind one that is found the others do not matter.
            var left = searches.count
            window.forEachScalar(of: body) { scalar in
                var i = 0
                while i < left {
                    if searches[i].matched > 0 || searches[i].first == scalar, matches(&searches[i], scalar) { left = i }
                    i += 1
                }
                return left > 0
            }
            return left < searches.count ? Int(searches[left].rule) : nil
        }
    }

    /// Whether a search ends with the next scalar of the body.
    private func matches(_ search: inout Search, _ scalar: UInt32) -> Bool {
        let start = Int(search.start)
        var matched = Int(search.matched)
        while matched > 0, scalars[start + matched] != scalar { matched = Int(failure[start + matched - 1]) }
        if scalars[start + matched] == scalar { matched += 1 }
        search.matched = UInt16(matched)
        return matched == search.length
    }
}

extension FoldedWindow {
    /// Calls `body` with the scalars of a text as phrases compare them, until it returns false.
    ///
    /// Every look-alike becomes the ASCII letter it looks like, in any context, and a run of white
    /// space one space: so a phrase reads the same alone and in every body. A window's last scalar
    /// is read again with the next window, as a scalar behind it may combine with it.
    fileprivate mutating func forEachScalar(of text: UnsafeBufferPointer<UInt8>, _ body: (UInt32) -> Bool) {
        var next = 0, isAfterSpace = false
        while next < text.count {
            let start = next
            next = fill(text, from: start)
            var end = count
            if next < text.count {
                // Scalars that one character folds to begin at the same byte, and stay together.
                while end > 0, starts[end - 1] == starts[count - 1] { end -= 1 }
                if end > 0, Int(starts[end]) > start { next = Int(starts[end]) } else { end = count }
            }
            for i in 0..<end {
                let isSpace = scalars[i].kind == .space
                defer { isAfterSpace = isSpace }
                if isSpace, isAfterSpace { continue }
                if !body(isSpace ? 0x20 : asciiTwin(of: scalars[i])) { return }
            }
        }
    }

    /// The ASCII letter that a letter looks like, or the scalar itself.
    private func asciiTwin(of folded: FoldedScalar) -> UInt32 {
        guard folded.scalar >= 0x80, folded.kind == .letter else { return folded.scalar }
        // Looked up again: the window may have read a Latin letter as one of another script, whose
        // flag is not set.
        let own = table.fold(folded.scalar)
        return own.isLookAlike ? table.lookAlike(of: own) : folded.scalar
    }
}
