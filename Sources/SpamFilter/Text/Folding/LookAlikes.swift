// Text: letters of one script that hide in words of another. In: a window of folded scalars. Out:
// the same with look-alikes replaced. Data: Unicode's confusables, by FoldingTable.py.
// Rules:
// - In a word of Latin letters and look-alikes of them, the look-alikes are read as Latin.
// - A mixed word is Cyrillic or Greek instead, and its Latin letters are read as that script's, if
//   (a) most letters are of that script and one resembles no Latin letter;
//   (b) it has a faux-script letter and twice as many letters of that script as Latin ones; or
//   (c) it has one, at least as many, and every Latin letter has a twin in that script.
//   A faux-script letter passes for a Latin one in mixed words only.
// - A word of look-alikes alone is Latin only if the text has no unmistakable letter of another
//   script, and either has mixed words or at least as many Latin letters as Cyrillic and Greek
//   ones. So real Russian and Greek stay themselves.

extension FoldedWindow {
    /// Letters of some text by script.
    private struct LetterCount {
        /// ASCII after folding.
        var latin: UInt32 = 0
        /// Letters of other scripts that look like Latin ones. Those that do so in words of mixed
        /// script alone count here and as unmistakable.
        var alike: UInt32 = 0
        /// Letters of other alphabets that look like no Latin letter outside of words of mixed
        /// script.
        var unmistakable: UInt32 = 0
        /// Letters that look like none in any word.
        var unlike: UInt32 = 0
        /// Cyrillic and Greek, of either kind.
        var cyrillic: UInt32 = 0
        var greek: UInt32 = 0
        /// Latin letters that no Cyrillic one looks like, and those that no Greek one looks like.
        var notCyrillic: UInt32 = 0
        var notGreek: UInt32 = 0

        /// A bit for each Latin letter, a the lowest, that has a twin in `cyrillicTwins`,
        /// `greekTwins`.
        private static let withCyrillicTwin: UInt32 = 0x19C_F715
        private static let withGreekTwin: UInt32 = 0x3B8_E511

        /// Whether a word with `letters` of another script is one of that script; `latinAlone` of
        /// its Latin letters have no twin there.
        func isOther(_ letters: UInt32, latinAlone: UInt32) -> Bool {
            letters > 0
                && (unlike > 0 && letters > latin
                    || unmistakable > 0 && (letters >= 2 * latin || letters >= latin && latinAlone == 0))
        }

        /// Whether it holds Latin letters and those of another alphabet.
        var isMixed: Bool { latin > 0 && alike + unlike > 0 }

        /// Without branches, as no processor predicts which letter of a word is a look-alike
        /// (Benchmarks/decisions/decision-speed.md).
        @inline(__always)
        mutating func add(_ folded: FoldedScalar) {
            let scalar = folded.scalar, letter = scalar &- scalarValue("a"), isLetter = folded.bit(of: .letter)
            let isLatin = isLetter & LetterCount.isLess(scalar, LetterCount.ascii)
            let isOther = isLetter & ~LetterCount.isLess(scalar, LetterCount.greekBlock)
            let isAlike = folded.lookAlikeBit, isFaux = folded.bits / FoldedScalar.variantFlag & 1
            let isBeforeCyrillic = LetterCount.isLess(scalar, LetterCount.cyrillicBlock)
            latin &+= isLatin
            notCyrillic &+= isLatin & ~LetterCount.withCyrillicTwin &>> letter
            notGreek &+= isLatin & ~LetterCount.withGreekTwin &>> letter
            alike &+= isOther & isAlike
            unlike &+= isOther & ~isAlike
            unmistakable &+= isOther & (~isAlike | isFaux)
            greek &+= isOther & isBeforeCyrillic
            cyrillic &+= isOther & ~isBeforeCyrillic & LetterCount.isLess(scalar, LetterCount.behindCyrillic)
        }

        /// Where blocks of Unicode begin.
        private static var ascii: UInt32 { 0x80 }
        private static var greekBlock: UInt32 { 0x370 }
        private static var cyrillicBlock: UInt32 { 0x400 }
        private static var behindCyrillic: UInt32 { 0x530 }

        /// 1 or 0, for scalars.
        @inline(__always)
        private static func isLess(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &- b) >> 31 }
    }

    /// Replaces look-alikes, and notes the words that are of mixed script even so. What is replaced
    /// keeps its flag; a Latin letter that is read as one of another script is flagged as a
    /// variant.
    ///
    /// - Complexity: O(scalars of the window).
    mutating func replaceLookAlikes() {
        var whole = LetterCount()
        for i in 0..<count { whole.add(scalars[i]) }
        var isLatinText = whole.unmistakable == 0 && whole.latin >= whole.cyrillic + whole.greek
        // Most texts can be told without a look at their words.
        if !isLatinText, whole.unmistakable == 0 {
            forEachWord { _, _, _, word in
                isLatinText = word.isMixed
                return !isLatinText
            }
        }
        forEachWord { window, begin, end, word in
            guard word.isMixed || word.alike > 0 && isLatinText else { return true }
            var left = word.unlike
            if word.isOther(word.cyrillic, latinAlone: word.notCyrillic) {
                for i in begin..<end { window.replaceLatin(i, FoldedWindow.cyrillicTwins, before: scalarValue("а")) }
                left = word.notCyrillic
            } else if word.isOther(word.greek, latinAlone: word.notGreek) {
                for i in begin..<end { window.replaceLatin(i, FoldedWindow.greekTwins, before: scalarValue("α")) }
                left = word.notGreek
            } else {
                for i in begin..<end { window.readAsLatin(i) }
            }
            if left > 0, word.isMixed { window.rememberMixed(begin, end) }
            return true
        }
    }

    private mutating func rememberMixed(_ begin: Int, _ end: Int) {
        if mixedWords == 0 { firstMixed = begin }
        mixedWords += 1
        lastMixedEnd = end
    }

    /// Calls `body` with the bounds and letters of each run of letters and digits until it returns
    /// false.
    @inline(__always)
    private mutating func forEachWord(_ body: (inout FoldedWindow, Int, Int, LetterCount) -> Bool) {
        var i = 0
        while i < count {
            guard scalars[i].isAlphanumeric else {
                i += 1
                continue
            }
            var word = LetterCount()
            let begin = i
            while scalars[i].isAlphanumeric {
                word.add(scalars[i])
                i += 1
            }
            guard body(&self, begin, i, word) else { return }
        }
    }

    /// Reads a look-alike as the Latin letter, all else as itself, without a branch.
    @inline(__always)
    private func readAsLatin(_ i: Int) {
        let folded = scalars[i]
        // All ones for a look-alike.
        let mask = 0 &- (folded.lookAlikeBit & folded.bit(of: .letter))
        let latin = table.lookAlike(of: folded.scalar & mask)
        let scalar = latin & mask | folded.scalar & ~mask
        scalars[i] = FoldedScalar(
            bits: scalar << FoldedScalar.scalarShift | folded.bits & (FoldedScalar.allFlags | FoldedScalar.classMask))
    }

    /// The Cyrillic letter of each small ASCII one: its offset from а, plus one; 0 where there is
    /// none.
    fileprivate static var cyrillicTwins: StaticBytes {
        "\u{1}\0\u{12}\0\u{6}\0\0\0\u{27}\u{29}\u{b}\0\u{d}\u{10}\u{f}\u{11}\0\0\u{26}\u{13}\u{9}\0\0\u{16}\u{14}\0"
    }

    /// The same for Greek, from α.
    fileprivate static var greekTwins: StaticBytes {
        "\u{1}\0\0\0\u{5}\0\0\0\u{9}\0\u{a}\0\0\u{7}\u{f}\u{11}\0\0\0\u{14}\u{15}\u{d}\0\u{17}\u{3}\u{6}"
    }

    fileprivate static func twin(of scalar: UInt32, _ twins: StaticBytes) -> UInt32 {
        "a"..."z" ~= scalar ? UInt32(twins[Int(scalar - scalarValue("a"))]) : 0
    }

    private func replaceLatin(_ i: Int, _ twins: StaticBytes, before first: UInt32) {
        let twin = FoldedWindow.twin(of: scalars[i].scalar, twins)
        if twin > 0 {
            scalars[i] = FoldedScalar(
                first - 1 + twin, .letter, flags: scalars[i].bits & FoldedScalar.allFlags | FoldedScalar.variantFlag)
        }
    }
}
