// Text: words of alphabetic scripts: Latin, Cyrillic, Greek, Arabic, Hebrew, Thai, Devanagari…
// Rules: a word is a run of letters and digits that holds a letter. Each digit in it reads as 0,
// and l as i, for which a capital I, a 1 and a | are written. Apostrophes split.
// Features: the word, its pair with the token before, and the n-grams of its characters with both
// edges marked. Of a word that the message had before, its pair alone (KnownTokens).

/// A run of letters and digits in the window.
struct AlphanumericRun {
    let begin: Int
    let end: Int
    /// Whether it holds both letters and digits.
    let isMixed: Bool

    @inline(__always) var count: Int { end &- begin }

    /// The run that begins at `i`, at a letter or digit.
    @inline(__always)
    init(at i: Int, _ window: Window) {
        begin = i
        var classes: ScalarClasses = []
        var end = i
        repeat {
            classes.formUnion(window[end].classes)
            end = end &+ 1
        } while window[end].isAlphanumeric
        self.end = end
        isMixed = classes == .alphanumeric
    }

    @inline(__always)
    func letters(in window: Window) -> WordLetters {
        WordLetters(scalars: window.scalars + begin, starts: window.starts + begin, count: count)
    }
}

extension TokenEmitter {
    /// Adds a word, its n-grams and its pair with the token before, and remembers it.
    mutating func addWord(_ letters: WordLetters) {
        guard let place = features.place(forMost: WordLetters.mostNgrams(letters: letters.count)) else { return }
        let (end, word) = letters.writeNgrams(settings, to: place)
        let start = letters.starts[0], stop = letters.starts[letters.count]
        if known.isNew(word) {
            features.take(upTo: end)
            features.add(word, start: start, end: stop)
        }
        addPair(word, start: start, end: stop)
        forgetCJK()
    }
}

struct WordTokenizer {
    let window: Window

    /// Reads words from the letter at `i` on, with only a space, or a mark and a space, between
    /// them, while two scalars behind each show that it is nothing else. Returns the index of what
    /// is not read; a letter there begins no such word.
    ///
    /// Most of a text is read here. What it leaves is searched for links, numbers and hidden words.
    /// Letters, place and sums stay in registers (Benchmarks/decisions/decision-speed.md).
    @inline(__always)
    func readPlainWords(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        guard emitter.settings.hasTrigrams, emitter.settings.wordNgrams == 2 else { return i }
        return window.isSingleBytes ? readPlainASCII(at: i, &emitter) : readPlainBeyondASCII(at: i, &emitter)
    }

    @inline(never)
    private func readPlainASCII(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        readPlainWords(at: i, singleBytes: true, &emitter)
    }

    @inline(never)
    private func readPlainBeyondASCII(at i: Int, _ emitter: inout TokenEmitter) -> Int {
        readPlainWords(at: i, singleBytes: false, &emitter)
    }

    /// - Parameter singleBytes: each scalar of the window is one byte of the message.
    @inline(__always)
    private func readPlainWords(at i: Int, singleBytes: Bool, _ emitter: inout TokenEmitter) -> Int {
        let scalars = window.scalars, starts = window.starts, count = window.count
        // A letter has one n-gram. A word, its pair and a mark come with two scalars at least,
        // except the last word.
        guard var place = emitter.features.place(forMost: 3 &* (count &- i) &+ 3) else { return i }
        var last = emitter.last, lastStart = emitter.lastStart
        var next = i
        // x may mask a digit.
        while scalars[next].code != "x" {
            let grams = WordLetters.writeTrigrams(
                scalars + next, starts + next, until: FoldedScalar.digitCode, singleBytes: singleBytes, to: place)
            let end = next &+ grams.count
            let behind = PlainWordEnd(scalars + end, letters: grams.count)
            if behind == .notPlain { break }
            let word = WordLetters.feature(ofSum: grams.sum)
            let start = starts[next], stop = singleBytes ? start &+ UInt32(truncatingIfNeeded: grams.count) : starts[end]
            place[grams.count] = Feature(hash: word, start: start, end: stop)
            if emitter.known.isNew(word) { place += grams.count &+ 1 }
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
                let sign = FeatureHash.run(scalars[end].scalar, times: 1)
                place.initialize(to: Feature(hash: sign, start: stop, end: starts[next]))
                place += emitter.repeats.count(sign)
                let right = next < count ? FoldedScalar.spaceSide : 0
                let neighbours = FeatureHash.run(scalars[end].scalar, times: 1, left: FoldedScalar.letterSide, right: right)
                place.initialize(to: Feature(hash: neighbours, start: stop, end: starts[next]))
                place += emitter.repeats.count(neighbours)
                next = next &+ 1
            } else if behind == .otherSign {
                next = end
            }
            if scalars[next].kind != .letter { break }
        }
        guard next > i else { return i }
        emitter.features.take(upTo: place)
        emitter.last = last
        emitter.lastStart = lastStart
        emitter.forgetCJK()
        return next
    }
}

/// What two scalars behind some letters say of them.
private enum PlainWordEnd {
    /// The letters may be part of a link, a number or a hidden word.
    case notPlain
    /// A space and a letter follow.
    case word
    /// Plain punctuation and a space follow.
    case sign
    /// Another symbol.
    case otherSign
    /// A space, and no letter.
    case space

    @inline(__always)
    init(_ scalars: UnsafePointer<FoldedScalar>, letters: Int) {
        let next = scalars[0], second = scalars[1]
        // The word dot may go on with a link; a single letter may be spaced out.
        if next.kind == .space, second.kind == .letter, letters > 1, second.code != "d" {
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
            // These may go on with a link.
            case ".", "(", "[", "{": return
            case "d" where scalars[2].scalar == "o" && scalars[3].scalar == "t": return
            default: self = second.kind == .letter ? .word : .space
            }
        } else if next.kind == .symbol, second.kind == .space, letters > 1 {
            if next.isPlainPunctuation {
                self = .sign
            } else if next.scalar != "*", next.scalar != "-" {
                // Those two may be part of a host.
                self = .otherSign
            }
        }
    }
}
