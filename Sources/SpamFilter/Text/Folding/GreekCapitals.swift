// Text: Greek in the alphabet of SMS. GSM-7 (3GPP TS 23.038) has those ten Greek capitals that look
// like no Latin one, so phones and gateways write all others as Latin letters: ΣYNANTHΣH. In: a
// window of folded scalars, and its text. Out: the same with such Latin letters as Greek ones.
// Rule: a word may be such Greek if all its letters are capitals, the Latin ones have a Greek twin
// and the Greek ones are of the ten. All such words are Greek if one of them has letters of both
// scripts, they have more letters than the other words, and those are in Latin letters alone. That
// is an alphabet that a channel forces on people, and no way to hide words.

extension FoldedWindow {
    /// - Complexity: O(scalars of the window).
    @inline(never)
    mutating func readGreekCapitals(_ text: UnsafeBufferPointer<UInt8>) {
        var letters = (greek: 0, others: 0), isMixed = false, i = 0
        while i < count {
            let word = greekWord(at: i, text)
            i = word.end
            if word.others == 0 {
                letters.greek += word.latin + word.greek
                isMixed = isMixed || word.latin > 0 && word.greek > 0
            } else {
                guard word.greek == 0, !word.isForeign else { return }
                letters.others += word.latin + word.others
            }
        }
        guard isMixed, letters.greek > letters.others else { return }
        i = 0
        while i < count {
            let word = greekWord(at: i, text)
            for j in i..<word.end where word.others == 0 { readGreek(j) }
            i = word.end
        }
    }

    private struct GreekWord {
        var end: Int
        /// Latin capitals with a Greek twin.
        var latin = 0
        /// The ten.
        var greek = 0
        /// All other letters.
        var others = 0
        /// One of them is not Latin.
        var isForeign = false
    }

    /// The letters and digits from `i` on; none where something else stands there.
    private func greekWord(at i: Int, _ text: UnsafeBufferPointer<UInt8>) -> GreekWord {
        var word = GreekWord(end: i)
        while word.end < count, scalars[word.end].isAlphanumeric {
            let folded = scalars[word.end]
            if folded.kind == .letter {
                let written = writtenScalar(word.end, text)
                if FoldedWindow.capitalTwin(of: written) > 0 {
                    word.latin += 1
                } else if FoldedWindow.isGreekOfGSM(written) {
                    word.greek += 1
                } else {
                    word.others += 1
                    word.isForeign = word.isForeign || folded.scalar >= 0x80
                }
            }
            word.end += 1
        }
        word.end = max(word.end, i + 1)
        return word
    }

    /// The scalar of the text that a scalar of the window was folded from.
    private func writtenScalar(_ i: Int, _ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var next = Int(starts[i])
        if text[next] == UInt8(ascii: "&") { return CharacterReference(text, at: next).scalar }
        return decodeScalar(text, &next)
    }

    private static func isGreekOfGSM(_ scalar: UInt32) -> Bool {
        switch scalar {
        case "Γ", "Δ", "Θ", "Λ", "Ξ", "Π", "Σ", "Φ", "Ψ", "Ω": true
        default: false
        }
    }

    /// The small Greek letter whose capital looks like a Latin one; 0 where there is none.
    private static func capitalTwin(of scalar: UInt32) -> UInt32 {
        guard "A"..."Z" ~= scalar else { return 0 }
        let twin = UInt32(capitalTwins[Int(scalar - scalarValue("A"))])
        return twin > 0 ? scalarValue("α") - 1 + twin : 0
    }

    /// For each Latin capital the offset of its twin from α, plus one; 0 where there is none.
    private static var capitalTwins: StaticBytes {
        "\u{1}\u{2}\0\0\u{5}\0\0\u{7}\u{9}\0\u{a}\0\u{c}\u{d}\u{f}\u{11}\0\0\0\u{14}\0\0\0\u{17}\u{15}\u{6}"
    }

    private func readGreek(_ i: Int) {
        let folded = scalars[i]
        guard folded.kind == .letter, folded.scalar < 0x80 else { return }
        let twin = FoldedWindow.capitalTwin(of: folded.scalar - 0x20)
        scalars[i] = FoldedScalar(twin, .letter, flags: folded.bits & FoldedScalar.allFlags)
    }
}
