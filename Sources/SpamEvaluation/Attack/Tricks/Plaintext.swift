// Evaluation, attack: a message before any trick. A text in; the script of each scalar, and the
// links, out.

/// The scalars of a message and their kinds. Made once a message, then given to every trick.
public struct Plaintext: Sendable, Hashable {
    /// What a scalar is to a trick.
    enum Kind: UInt8 {
        /// A letter of the Latin alphabet, with a diacritic or without.
        case latin
        /// A whole Hangul syllable.
        case hangul
        case han
        /// Hiragana or katakana.
        case kana
        /// ASCII 0-9.
        case digit
        /// A letter of another script, a compatibility form among them.
        case otherLetter
        /// Anything within a link or a mail address. Tricks leave it alone, as it must still work;
        /// except `defanged-links`.
        case link
        case other

        /// A script whose characters each carry a meaning or a syllable.
        var isCJK: Bool { self == .hangul || self == .han || self == .kana }
    }

    let scalars: [Unicode.Scalar]
    let kinds: [Kind]

    /// Takes a text apart.
    ///
    /// - Complexity: O(scalars).
    public init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        var kinds: [Kind] = []
        kinds.reserveCapacity(scalars.count)
        for scalar in scalars { kinds.append(Plaintext.kind(scalar)) }
        Plaintext.forEachLink(in: scalars) { link in
            for i in link { kinds[i] = .link }
        }
        self.scalars = scalars
        self.kinds = kinds
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x30...0x39: .digit
        case 0x41...0x5A, 0x61...0x7A: .latin
        case 0..<0xC0: .other
        case 0xD7, 0xF7: .other
        case 0xC0...0x24F, 0x1E00...0x1EFF: .latin
        case 0xAC00...0xD7A3: .hangul
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF: .han
        case 0x3041...0x3096, 0x30A1...0x30FA: .kana
        case 0x2000...0x206F, 0x3000...0x303F, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F300...0x1FAFF: .other
        default: scalar.properties.isAlphabetic ? .otherLetter : .other
        }
    }

    // MARK: Words

    /// Runs of three or more Latin letters. Shorter words are not worth hiding, and xxx is how
    /// corpora mask numbers.
    func latinWords() -> [Range<Int>] {
        runs(of: .latin).filter { word in word.count > 2 && word.contains { scalars[$0] != scalars[word.lowerBound] } }
    }

    /// Unbroken runs of scalars of one kind.
    func runs(of kind: Kind) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var i = 0
        while i < kinds.count {
            guard kinds[i] == kind else {
                i += 1
                continue
            }
            let begin = i
            while i < kinds.count, kinds[i] == kind { i += 1 }
            found.append(begin..<i)
        }
        return found
    }

    // MARK: Links

    /// Calls `body` for each link, host or mail address: a run of visible ASCII with a scheme, or a
    /// name, a dot and a small-letter domain.
    private static func forEachLink(in scalars: [Unicode.Scalar], _ body: (Range<Int>) -> Void) {
        var i = 0
        while i < scalars.count {
            guard isGraphic(scalars[i]) else {
                i += 1
                continue
            }
            let begin = i
            while i < scalars.count, isGraphic(scalars[i]) { i += 1 }
            if isLink(scalars[begin..<i]) { body(begin..<i) }
        }
    }

    private static func isGraphic(_ scalar: Unicode.Scalar) -> Bool { (0x21...0x7E).contains(scalar.value) }

    private static func isLink(_ run: ArraySlice<Unicode.Scalar>) -> Bool {
        for i in run.indices.dropFirst() {
            if run[i] == ":", run[i...].starts(with: "://".unicodeScalars) { return true }
            guard run[i] == ".", isNameCharacter(run[i - 1]) else { continue }
            let domain = run[(i + 1)...].prefix { ("a"..."z").contains($0) }
            guard domain.count > 1 else { continue }
            if domain.endIndex == run.endIndex || !isNameCharacter(run[domain.endIndex]) { return true }
        }
        return false
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-": true
        default: false
        }
    }
}
