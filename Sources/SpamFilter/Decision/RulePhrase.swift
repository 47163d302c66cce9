// Decision: phrases of rules. In: a phrase, and a body window by window. Out: whether the body
// contains the phrase.

/// A folded phrase, searched in a body window by window (Knuth, Morris, Pratt 1977), so that no
/// body is held whole.
struct Phrase {
    private let scalars: [UInt32]
    /// The failure function of KMP: the length of the longest proper prefix of `scalars[0...i]`
    /// that is also its suffix.
    private let failure: [Int]

    var length: Int { scalars.count }

    init(_ text: String, _ window: inout FoldedWindow) {
        var scalars: [UInt32] = []
        var text = text
        text.withUTF8 { utf8 in
            window.forEachScalar(of: utf8) { scalar in
                scalars.append(scalar)
                return true
            }
        }
        var failure = [Int](repeating: 0, count: scalars.count)
        var matched = 0
        for i in 1..<max(1, scalars.count) {
            while matched > 0, scalars[i] != scalars[matched] { matched = failure[matched - 1] }
            if scalars[i] == scalars[matched] { matched += 1 }
            failure[i] = matched
        }
        self.scalars = scalars
        self.failure = failure
    }

    /// - Complexity: O(bytes of the body).
    func isFound(in body: UnsafeBufferPointer<UInt8>, _ window: inout FoldedWindow) -> Bool {
        var matched = 0
        window.forEachScalar(of: body) { scalar in
            while matched > 0, scalars[matched] != scalar { matched = failure[matched - 1] }
            if scalars[matched] == scalar { matched += 1 }
            return matched < scalars.count
        }
        return matched == scalars.count
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
