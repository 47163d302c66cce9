// Text: words of alphabetic scripts: Latin, Cyrillic, Greek, Arabic, Hebrew, Thai, Devanagari…
// Rules: a word is a run of letters and digits that holds a letter; every digit in it reads as 0, and l as i, for which a capital I, a 1
// and a | are written; apostrophes split.
// Features: the word, its pair with the token before, and the n-grams of its characters with both edges marked; of a word that the message
// had before, its pair alone (KnownTokens).

/// A run of letters and digits in the window.
struct AlphanumericRun {
    let begin: Int
    let end: Int
    /// Whether both letters and digits stand in it.
    let isMixed: Bool

    @inline(__always) var count: Int { end &- begin }
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
            end = end &+ 1
        } while window.scalars[end].isAlphanumeric
        return AlphanumericRun(begin: i, end: end, isMixed: any & 1 > all & 1)
    }

    /// Reads words with nothing but a space, or a sign and a space, between, from the letter at `i` on, as long as two scalars behind each
    /// tell that it is nothing else. Returns the index of what is not read; a letter stands there only if it begins no such word.
    ///
    /// Most of a text is read here; what it leaves is looked through for links, numbers and hidden words. Letters, place and sums are in
    /// registers. An English message: 7,600 instructions to 3,800 (2026-11). Lost: single bytes found part by part of a window instead of
    /// in the whole, and pointers instead of indices in the loop (200 and 300 instructions more).
    @inline(__always)
    mutating func readPlainWords(at i: Int) -> Int {
        guard settings.hasTrigrams, settings.wordOrder == 2 else { return i }
        return window.isSingleBytes ? readPlainASCII(at: i) : readPlainBeyondASCII(at: i)
    }

    @inline(never)
    private mutating func readPlainASCII(at i: Int) -> Int { readPlainWords(at: i, singleBytes: true) }

    @inline(never)
    private mutating func readPlainBeyondASCII(at i: Int) -> Int { readPlainWords(at: i, singleBytes: false) }

    /// - Parameter singleBytes: each scalar of the window is one byte of the message.
    @inline(__always)
    private mutating func readPlainWords(at i: Int, singleBytes: Bool) -> Int {
        // A letter has one n-gram; a word, its pair and a sign come with two scalars at least, but for the last.
        guard var place = features.place(forMost: 3 &* (window.count &- i) &+ 3) else { return i }
        let scalars = UnsafePointer(window.scalars), starts = UnsafePointer(window.starts), count = window.count
        var last = last, lastStart = lastStart
        var next = i
        // x may mask a digit.
        while scalars[next].code != 0x78 {
            let grams = WordLetters.writeTrigrams(
                scalars + next, starts + next, until: FoldedScalar.digitCode, singleBytes: singleBytes, to: place)
            let end = next &+ grams.count
            let behind = PlainWordEnd(scalars + end, letters: grams.count)
            if behind == .notPlain { break }
            let word = WordLetters.feature(ofSum: grams.sum)
            let start = starts[next], stop = singleBytes ? start &+ UInt32(truncatingIfNeeded: grams.count) : starts[end]
            place[grams.count] = Feature(hash: word, start: start, end: stop)
            if known.isNew(word) { place += grams.count &+ 1 }
            if last != 0 {
                place.initialize(to: Feature(hash: FeatureHash.pair(last, word), start: lastStart, end: stop))
                place += 1
            }
            last = word
            lastStart = start
            next = end &+ 1
            // A letter follows.
            if behind == .word { continue }
            if behind == .sign {
                let sign = FeatureHash.sign(scalars[end].scalar, times: 1)
                place.initialize(to: Feature(hash: sign, start: stop, end: starts[next]))
                place += repeats.count(sign)
                let right = next < count ? FoldedScalar.spaceSide : 0
                let neighbours = FeatureHash.sign(scalars[end].scalar, times: 1, left: FoldedScalar.letterSide, right: right)
                place.initialize(to: Feature(hash: neighbours, start: stop, end: starts[next]))
                place += repeats.count(neighbours)
                next = next &+ 1
            } else if behind == .otherSign {
                next = end
            }
            if scalars[next].kind != .letter { break }
        }
        guard next > i else { return i }
        features.take(upTo: place)
        self.last = last
        self.lastStart = lastStart
        forgetSyllabic()
        return next
    }

    /// Reads a run as one word.
    @inline(__always)
    mutating func readWord(_ run: AlphanumericRun) {
        addWord(letters(of: run))
    }

    /// Adds a word, its n-grams and its pair with the token before, and remembers it.
    mutating func addWord(_ letters: WordLetters) {
        guard let place = features.place(forMost: WordLetters.mostGrams(letters: letters.count)) else { return }
        let (end, word) = letters.writeGrams(settings, to: place)
        let start = letters.starts[0], stop = letters.starts[letters.count]
        if known.isNew(word) {
            features.take(upTo: end)
            features.add(word, start: start, end: stop)
        }
        addPair(word, start: start, end: stop)
        forgetSyllabic()
    }

    @inline(__always)
    func letters(of run: AlphanumericRun) -> WordLetters {
        WordLetters(scalars: window.scalars + run.begin, starts: window.starts + run.begin, count: run.count)
    }
}

/// What two scalars behind some letters say of them.
private enum PlainWordEnd {
    /// They may be part of a link, a number or a hidden word.
    case notPlain
    /// A space and a letter follow.
    case word
    /// A sign that is nothing else and a space follow.
    case sign
    /// Another sign.
    case otherSign
    /// A space, and no letter.
    case space

    @inline(__always)
    init(_ scalars: UnsafePointer<FoldedScalar>, letters: Int) {
        let next = scalars[0], second = scalars[1]
        // The word dot may go on with a link; a single letter may be spaced out.
        if next.kind == .space, second.kind == .letter, letters > 1, second.code != 0x64 {
            self = .word
        } else {
            self.init(rare: scalars, letters: letters)
        }
    }

    @inline(never)
    private init(rare scalars: UnsafePointer<FoldedScalar>, letters: Int) {
        let next = scalars[0], second = scalars[1]
        self = .notPlain
        if next.kind == .space {
            if letters == 1, !second.isAlphanumeric || !scalars[2].isAlphanumeric { return }
            switch second.scalar {
            // . ( [ { may go on with a link.
            case 0x2E, 0x28, 0x5B, 0x7B: return
            case 0x64 where scalars[2].scalar == 0x6F && scalars[3].scalar == 0x74: return
            default: self = second.kind == .letter ? .word : .space
            }
        } else if next.kind == .symbol, second.kind == .space, letters > 1 {
            if next.isPlainSign {
                self = .sign
            } else if next.scalar != 0x2A, next.scalar != 0x2D {
                // * and - may be part of a host.
                self = .otherSign
            }
        }
    }
}
