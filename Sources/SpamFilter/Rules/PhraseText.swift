// Rules: a text as phrases are compared with it. In: folded windows. Out: its scalars in order.

/// Reads a text, or a phrase. Every look-alike is the ASCII letter it looks like, in any context,
/// and a run of white space is one space: so a phrase reads the same alone and in every body.
struct PhraseText {
    private let table = FoldingTable(simplifiesHan: true)
    private var isAfterSpace = false

    /// Calls `body` with the first `end` scalars of a window, and with whether each is a letter or
    /// digit of any script.
    @inline(__always)
    mutating func read(_ window: Window, _ end: Int, _ body: (_ scalar: UInt32, _ isOfWord: Bool) -> Void) {
        let source = window.scalars
        var wasSpace = isAfterSpace
        for i in 0..<end {
            let folded = source[i], isSpace = folded.kind == .space
            if isSpace, wasSpace { continue }
            wasSpace = isSpace
            let scalar = isSpace ? 0x20 : folded.scalar < 0x80 ? folded.scalar : twin(of: folded)
            body(scalar, folded.bit(of: PhraseText.wordClasses) != 0)
        }
        isAfterSpace = wasSpace
    }

    private static var wordClasses: ScalarClasses { [.letter, .digit, .han, .kana, .syllable, .jamo] }

    /// The ASCII letter that a letter looks like, or the scalar itself.
    private func twin(of folded: FoldedScalar) -> UInt32 {
        guard folded.kind == .letter else { return folded.scalar }
        // Looked up again: the window may have read a Latin letter as one of another script, whose
        // flag is not set.
        let own = table.fold(folded.scalar)
        return own.isLookAlike ? table.lookAlike(of: own) : folded.scalar
    }
}

extension FoldedWindow {
    /// Calls `body` with a text window by window, and with how many scalars of each to read, until
    /// it returns false.
    ///
    /// A window's last scalar is read again with the next window, as a scalar behind it may combine
    /// with it.
    mutating func forEachPart(of text: UnsafeBufferPointer<UInt8>, _ body: (Window, Int) -> Bool) {
        var next = 0
        while next < text.count {
            let start = next
            next = fill(text, from: start)
            var end = count
            if next < text.count {
                // Scalars that one character folds to begin at the same byte, and stay together.
                while end > 0, starts[end - 1] == starts[count - 1] { end -= 1 }
                if end > 0, Int(starts[end]) > start { next = Int(starts[end]) } else { end = count }
            }
            if !body(window, end) { return }
        }
    }
}

/// Reads the texts of rules. Makes what that takes when it is first needed.
package struct RuleTextReader: ~Copyable {
    private var window: FoldedWindow?
    private var hosts: HostReader?

    package init() {}

    /// The scalars of a phrase, as texts are compared with it; at most one more than
    /// `Rule.longestPhrase`.
    package mutating func phrase(_ phrase: String) -> [UInt32] {
        if window == nil { window = FoldedWindow(simplifiesHan: true) }
        var phrase = phrase, text = PhraseText(), scalars: [UInt32] = []
        phrase.withUTF8 { bytes in
            window!.forEachPart(of: bytes) { part, end in
                text.read(part, end) { scalar, _ in if scalars.count <= Rule.longestPhrase { scalars.append(scalar) } }
                return scalars.count <= Rule.longestPhrase
            }
        }
        return scalars
    }

    /// The key of a host; `nil` where the text is none.
    package mutating func key(ofHost host: String) -> HostKey? {
        if hosts == nil { hosts = HostReader() }
        var host = host
        return host.withUTF8 { hosts!.key(of: $0) }
    }
}
