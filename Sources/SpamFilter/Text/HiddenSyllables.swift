// Text: Han, kana and Hangul that were pulled apart: 加.微.信, 대 출. Their pairs are read across spaces and signs anyway
// (SyllabicTokenizer); here the signs are kept from being read as punctuation again and again, and spaces between single characters are
// counted as a trick.
// Rule: where every third character or more has a sign or two between it and the next, such signs are joints: ordinary punctuation is read
// once, others not at all.
// Figures, recall on message80W with signs between half of its characters, wanted messages treated alike, .5 % of them lost; and those
// that the model's own cutoff called junk; cross-validated by group in the training part: every sign read .967, 3.3 %; none .932, .1 %;
// each once .979, .3 %; punctuation once .978, .2 %, and .973 against .967 with two tricks at once. Lost: counting joints as a trick
// besides, .6 %.

extension MessageReader {
    /// The index behind the one or two signs at `i`, if they pull two characters apart and are not to be read; else `nil`.
    mutating func endOfJoint(at i: Int) -> Int? {
        guard let end = endOfSigns(at: i) else { return nil }
        if pulledApart == .unknown {
            pulledApart = findPulledApart() ? .yes : .no
        }
        guard pulledApart == .yes else { return nil }
        let scalar = window.scalars[i].scalar
        guard isPunctuation(scalar) else { return end }
        // Six bits tell these from each other.
        let bit: UInt64 = 1 << UInt64(scalar & 63)
        defer { punctuationRead |= bit }
        return punctuationRead & bit != 0 ? end : nil
    }

    /// The eight signs that people write between characters: , . ! ? : ; 、 。
    @inline(__always)
    private func isPunctuation(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2C, 0x2E, 0x21, 0x3F, 0x3A, 0x3B, 0x3001, 0x3002: true
        default: false
        }
    }

    /// The index behind one or two signs that stand directly between two characters.
    @inline(__always)
    private func endOfSigns(at i: Int) -> Int? {
        guard i > 0, window.scalars[i - 1].isSyllabic else { return nil }
        // Pictures are counted (PictureTokenizer).
        let end = window.scalars[i + 1].isJoint && window.scalars[i + 1].kind != .image ? i + 2 : i + 1
        return window.scalars[end].isSyllabic ? end : nil
    }

    /// - Complexity: O(scalars of the window), once a window.
    private mutating func findPulledApart() -> Bool {
        var joints = 0
        for i in 0..<window.count where window.scalars[i].isJoint && endOfSigns(at: i) != nil { joints &+= 1 }
        guard joints >= 3 else { return false }
        // Looks at few characters of a text with few joints.
        var characters = 0
        for i in 0..<window.count where window.scalars[i].isSyllabic {
            characters &+= 1
            if characters > 3 * joints { return false }
        }
        return true
    }

    /// Counts the single character behind the space at `i`, if one stands in front of it too.
    @inline(__always)
    mutating func countSpaced(_ i: Int) {
        guard i > 0, window.scalars[i + 1].isSyllabic, window.scalars[i - 1].isSyllabic, !window.scalars[i + 2].isSyllabic,
            i == 1 || !window.scalars[i - 2].isSyllabic
        else { return }
        // Korean has words of one syllable, but not four of them in a row often.
        singles += 1
        if singles % 3 == 0 { tricks.count(.spaced, window.starts[i - 1], window.starts[i + 2]) }
    }
}
