// Decision: phrases of rules. In: a phrase, and a body window by window. Out: whether the phrase stands in the body.

/// A folded phrase that is looked for in a body window by window (Knuth, Morris, Pratt 1977), so that no body is held whole.
struct Phrase {
    private let scalars: [UInt32]
    /// How long the longest beginning of the phrase is that also ends at a place of it, but for the place's own beginning.
    private let borders: [Int]

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
        var borders = [Int](repeating: 0, count: scalars.count)
        var matched = 0
        for i in 1..<max(1, scalars.count) {
            while matched > 0, scalars[i] != scalars[matched] { matched = borders[matched - 1] }
            if scalars[i] == scalars[matched] { matched += 1 }
            borders[i] = matched
        }
        self.scalars = scalars
        self.borders = borders
    }

    /// - Complexity: O(bytes of the body).
    func isFound(in body: UnsafeBufferPointer<UInt8>, _ window: inout FoldedWindow) -> Bool {
        var matched = 0
        window.forEachScalar(of: body) { scalar in
            while matched > 0, scalars[matched] != scalar { matched = borders[matched - 1] }
            if scalars[matched] == scalar { matched += 1 }
            return matched < scalars.count
        }
        return matched == scalars.count
    }
}

extension FoldedWindow {
    /// Calls `body` with the scalars of a text as phrases compare them, until it returns false.
    ///
    /// Each look-alike is the ASCII letter that it looks like, whatever stands around it, and a run of white space is one space: so a phrase
    /// reads the same alone and in every body. A window's last scalar is read again with the next window, as what follows may join it.
    fileprivate mutating func forEachScalar(of text: UnsafeBufferPointer<UInt8>, _ body: (UInt32) -> Bool) {
        var next = 0, isAfterSpace = false
        while next < text.count {
            let start = next
            next = fill(text, from: start)
            var end = count
            if next < text.count {
                // What one sign stands for begins at one byte, and stays together.
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
        // Looked up again: a Latin letter that the window read as one of another script has no flag of its own.
        let own = table.fold(folded.scalar)
        return own.isLookAlike ? table.lookAlike(of: own) : folded.scalar
    }
}
