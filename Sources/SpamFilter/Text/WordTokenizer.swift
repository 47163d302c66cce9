// Text: words of alphabetic scripts: Latin, Cyrillic, Greek, Arabic, Hebrew, Thai, Devanagari…
// Rules: a word is a run of letters and digits that holds a letter; every digit in it reads as 0, and l as i, for which a capital I, a 1
// and a | are written; apostrophes split.
// Features: the word, its pair with the token before, and the n-grams of its characters with both edges marked.

/// A run of letters and digits in the window.
struct AlphanumericRun {
    let begin: Int
    let end: Int
    /// Whether both letters and digits stand in it.
    let isMixed: Bool

    var count: Int { end - begin }
}

extension MessageReader {
    /// The run that begins at `i`, where a letter or digit stands.
    @inline(__always)
    func alphanumericRun(at i: Int) -> AlphanumericRun {
        // A letter is class 2, a digit 3.
        var any: UInt32 = 0, all: UInt32 = 1
        var end = i
        repeat {
            any |= window.scalars[end].bits
            all &= window.scalars[end].bits
            end += 1
        } while window.scalars[end].isAlphanumeric
        return AlphanumericRun(begin: i, end: end, isMixed: any & 1 > all)
    }

    /// Reads a run as one word.
    @inline(__always)
    mutating func readWord(_ run: AlphanumericRun) {
        let word = letters(of: run)
        let settings = settings
        var feature: UInt64 = 0
        features.add(atMost: WordLetters.mostGrams(letters: run.count)) { place in
            let (next, hash) = word.writeGrams(settings, to: place)
            feature = hash
            return next
        }
        addUnit(feature, start: window.starts[run.begin], end: window.starts[run.end])
    }

    @inline(__always)
    func letters(of run: AlphanumericRun) -> WordLetters {
        WordLetters(scalars: window.scalars + run.begin, starts: window.starts + run.begin, count: run.count)
    }
}
