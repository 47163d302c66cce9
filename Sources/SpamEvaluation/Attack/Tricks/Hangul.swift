// Evaluation, attack: Hangul syllables taken apart, or misspelled. Arithmetic (The Unicode
// Standard, 3.12).

import Statistics

/// A syllable of 19 leads, 21 vowels and 27 final consonants or none, at 0xAC00 + (lead * 21 +
/// vowel) * 28 + tail.
enum Hangul {
    static let tails = 28
    private static let vowels = 21

    static func parts(_ syllable: Unicode.Scalar) -> (lead: Int, vowel: Int, tail: Int) {
        let index = Int(syllable.value) - 0xAC00
        return (index / (vowels * tails), index / tails % vowels, index % tails)
    }

    static func syllable(_ lead: Int, _ vowel: Int, _ tail: Int) -> Unicode.Scalar {
        Unicode.Scalar(UInt32(0xAC00 + (lead * vowels + vowel) * tails + tail))!
    }

    /// The letters of a keyboard, by lead, vowel and tail; the first tail is none.
    static let leadLetters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    static let vowelLetters = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    static let tailLetters = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    /// The doubled consonant of a plain lead: ㄱ ㄷ ㅂ ㅅ ㅈ.
    static func doubled(_ lead: Int) -> Int? { [0, 3, 7, 9, 12].contains(lead) ? lead + 1 : nil }
}

extension UnitTrick {
    private static func eachSyllable(
        _ name: String, _ summary: String,
        _ rewrite:
            @escaping @Sendable (_ syllable: Unicode.Scalar, _ random: inout SplitMix, _ out: inout [Unicode.Scalar]) -> Void
    ) -> UnitTrick {
        UnitTrick(
            name: name, scripts: [.hangul], summary: summary,
            find: { text in text.kinds.indices.filter { text.kinds[$0] == .hangul }.map { $0..<$0 + 1 } },
            rewrite: { unit, _, random, out in rewrite(unit.first!, &random, &out) })
    }

    static let jamo = eachSyllable("jamo", "syllables written as the letters of a keyboard: ㄷㅐㅊㅜㄹ") { syllable, _, out in
        let (lead, vowel, tail) = Hangul.parts(syllable)
        out.append(Hangul.leadLetters[lead])
        out.append(Hangul.vowelLetters[vowel])
        if tail > 0 { out.append(Hangul.tailLetters[tail]) }
    }

    static let conjoiningJamo = eachSyllable("jamo-conjoining", "syllables in canonical decomposition, which look the same") {
        syllable, _, out in
        let (lead, vowel, tail) = Hangul.parts(syllable)
        out.append(Unicode.Scalar(UInt32(0x1100 + lead))!)
        out.append(Unicode.Scalar(UInt32(0x1161 + vowel))!)
        if tail > 0 { out.append(Unicode.Scalar(UInt32(0x11A7 + tail))!) }
    }

    /// As in guests' reviews that only Koreans can read.
    static let misspelledHangul = eachSyllable(
        "hangul-misspelled", "plain consonants doubled, final ones added: 무료 as 뭄룡, 바다 as 빠따"
    ) { syllable, random, out in
        let (lead, vowel, tail) = Hangul.parts(syllable)
        // Readers skip ㄴ ㅁ ㅅ ㅇ.
        let added = tail == 0 ? [4, 16, 19, 21][random.below(4)] : tail
        if let doubled = Hangul.doubled(lead), tail > 0 || random.below(2) == 0 {
            out.append(Hangul.syllable(doubled, vowel, tail))
        } else if tail == 0 {
            out.append(Hangul.syllable(lead, vowel, added))
        } else {
            // Neither fits: another tail that sounds like it, or ㅅ for all.
            out.append(Hangul.syllable(lead, vowel, tail == 19 ? 20 : 19))
        }
    }
}
