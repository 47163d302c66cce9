// Text: letters of one script that hide in words of another. In: a window of folded scalars. Out: the same with look-alikes replaced.
// Rules: in a word that holds Latin letters and look-alikes of them, the look-alikes are read as the ASCII letters, unless the word
// holds more letters of Cyrillic, one of them unmistakable: then it is a Cyrillic word, and its Latin letters are read as Cyrillic ones.
// A word of look-alikes alone is read as Latin only in a text with more Latin letters and no unmistakable letter of another script:
// real Russian and Greek stay themselves. Data: the confusables of Unicode, by FoldingTable.py.

extension FoldedWindow {
    /// Letters of some text by script.
    private struct LetterCount {
        /// ASCII after folding.
        var latin = 0
        /// Of other scripts, looking like Latin ones; those that do so in words of mixed script alone stand in both.
        var alike = 0
        /// Of other alphabets, looking like no Latin letter.
        var unmistakable = 0
        /// Cyrillic of either kind.
        var cyrillic = 0

        mutating func add(_ folded: FoldedScalar) {
            guard folded.kind == .letter else { return }
            let scalar = folded.scalar
            if scalar < 0x80 {
                latin += 1
            } else if scalar >= 0x370 {
                if folded.isLookAlike { alike += 1 }
                if !folded.isLookAlike || folded.isVariant { unmistakable += 1 }
                if (0x400...0x52F).contains(scalar) { cyrillic += 1 }
            }
        }
    }

    /// Replaces look-alikes. What is replaced keeps its flag; a Latin letter that is read as a Cyrillic one is flagged as a variant.
    ///
    /// - Complexity: O(scalars of the window).
    func replaceLookAlikes() {
        var whole = LetterCount()
        for i in 0..<count { whole.add(scalars[i]) }
        let isLatinText = whole.unmistakable == 0 && whole.latin > whole.alike
        var i = 0
        while i < count {
            guard scalars[i].kind == .letter else {
                i += 1
                continue
            }
            var word = LetterCount()
            let begin = i
            while scalars[i].isAlphanumeric {
                word.add(scalars[i])
                i += 1
            }
            if word.alike > 0, word.latin > 0 || isLatinText {
                if word.cyrillic > word.latin, word.unmistakable > 0 {
                    for j in begin..<i { readAsCyrillic(j) }
                } else {
                    for j in begin..<i { readAsLatin(j) }
                }
            }
        }
    }

    private func readAsLatin(_ i: Int) {
        let folded = scalars[i]
        guard folded.isLookAlike, folded.kind == .letter else { return }
        scalars[i] = FoldedScalar(table.lookAlike(of: folded), .letter, flags: folded.bits & 0x7F0)
    }

    /// The Cyrillic letter of each ASCII one as an offset from U+0430, one more; 0 where there is none.
    private static var cyrillicTwins: StaticBytes {
        "\u{1}\0\u{12}\0\u{6}\0\0\0\u{27}\u{29}\u{b}\0\u{d}\0\u{f}\u{11}\0\0\u{26}\0\0\0\0\u{16}\u{14}\0"
    }

    private func readAsCyrillic(_ i: Int) {
        let scalar = scalars[i].scalar
        guard (0x61...0x7A).contains(scalar) else { return }
        let twin = UInt32(FoldedWindow.cyrillicTwins[Int(scalar - 0x61)])
        if twin > 0 { scalars[i] = FoldedScalar(0x42F + twin, .letter, flags: scalars[i].bits & 0x7F0 | FoldedScalar.variantFlag) }
    }
}
