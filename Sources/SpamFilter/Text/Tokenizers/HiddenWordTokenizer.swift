// Text: words that were pulled apart, or written with digits and signs: f r e e, F.R.E.E, fr-ee, fr33, c@sh.
// In: the first run of letters and digits of such a word. Out: its plain tokens, and the clean word as well.
// Rules:
// - runs that single signs join without a space are one word besides: don't is dont, fr.ee free; not so where the first two have three
//   letters and more and one of . , / : ; ! ? & between them, where a space is missing;
// - four or more single letters, each behind spaces or signs, are letters of words whose ends nobody knows: the n-grams inside are read,
//   every run of 3 and 4 of them as a word, among which the right ones are, and all of them as one. Such letters give no plain tokens,
//   which cost recall of spaced-out junk: .926 to .897 (UCI, .5 % false junk, cross-validated by group in the training part);
// - in a word of letters, digits and signs, those that stand for letters (0 o, 3 e, @ a, $ s…) are the letters. Such a word's plain
//   token is the word alone, without n-grams: those of digits are the look of codes and prices.

extension MessageReader {
    /// Reads the run, and on to the end of the hidden word that begins with it, if one does. Returns the index behind it.
    @inline(__always)
    mutating func readWords(at i: Int) -> Int {
        let run = alphanumericRun(at: i)
        let next = window.scalars[run.end]
        if run.isMixed && run.count > 2 || next.isJoint && joins(run) { return readJoined(run) }
        if run.count == 1, next.kind == .space || next.isJoint, isSpacedOut(from: i) { return readSpacedOut(from: i) }
        readWord(run)
        return run.end
    }

    // MARK: Runs joined by signs

    /// How many signs behind the run join it to another: one, or two that stand for letters; 0 where none does.
    private mutating func jointsBehind(_ end: Int) -> Int {
        if window.scalars[end + 1].isAlphanumeric { return 1 }
        let isLetter = letterWrittenAs(window.scalars[end]) != 0 && window.scalars[end + 1].isJoint
        return isLetter && letterWrittenAs(window.scalars[end + 1]) != 0 && window.scalars[end + 2].isAlphanumeric ? 2 : 0
    }

    /// Whether the sign behind the run joins it to the next: not where only a space is missing between two words.
    private mutating func joins(_ run: AlphanumericRun) -> Bool {
        let next = run.end + jointsBehind(run.end)
        if next == run.end || run.count == 1 && isSpacedOut(from: run.begin) { return false }
        switch window.scalars[run.end].scalar {
        case 0x2E, 0x2C, 0x2F, 0x3A, 0x3B, 0x21, 0x3F, 0x26:
            return run.count < 3 || !(window.scalars[next + 1].isAlphanumeric && window.scalars[next + 2].isAlphanumeric)
        default: return true
        }
    }

    private mutating func readJoined(_ first: AlphanumericRun) -> Int {
        let before = (last, lastStart)
        letters.removeAll()
        var run = first
        var joints = 0
        while true {
            if run.isMixed {
                addUnit(letters(of: run).word(0, run.count), start: window.starts[run.begin], end: window.starts[run.end])
            } else {
                readWord(run)
            }
            addLetters(of: run)
            guard window.scalars[run.end].isJoint, !letters.isFull, jointsBehind(run.end) > 0 else { break }
            if run.begin == first.begin, !joins(run) { break }
            let next = run.end + jointsBehind(run.end)
            if endOfLink(at: next).end > next || endOfNumber(at: next) != nil { break }
            addSigns(insideFrom: run.end, to: next)
            for i in run.end..<next {
                switch window.scalars[i].kind {
                case .image: _ = readPictures(at: i)
                case .emoji: _ = readEmoji(at: i)
                default: addSign(i)
                }
            }
            let following = alphanumericRun(at: next)
            let isLetter = letterWrittenAs(window.scalars[run.end]) != 0
            if !isLetter, run.count == 1 || following.count == 1, !isOrdinary(window.scalars[run.end].scalar, run, following) {
                joints += 1
            }
            run = following
        }
        // A link or a number followed.
        if run.end == first.end, !first.isMixed { return run.end }
        let start = window.starts[first.begin], end = window.starts[run.end]
        if joints > 0 { tricks.count(.spaced, start, end, by: joints) }
        if letters.substitutes > 0 { tricks.count(.substitute, start, end, by: letters.substitutes) }
        (last, lastStart) = before
        addCleanWord()
        return run.end
    }

    /// Whether people write the sign between two runs of which one is a single letter: apostrophes, hyphens, the gershayim of Hebrew or a
    /// quote for it, what is left of an apostrophe in a damaged text, km/h, H&M, the eyes in ok:D, and the dots of U.S.A., e.g. and p.m.
    private func isOrdinary(_ sign: UInt32, _ run: AlphanumericRun, _ following: AlphanumericRun) -> Bool {
        switch sign {
        case 0x22, 0x26, 0x27, 0x2D, 0x2F, 0x3A, 0x3B, 0x3D, 0x60, 0xB4, 0x5F3, 0x5F4, 0x2010, 0x2011, 0x2018, 0x2019, 0xFFFD:
            true
        case 0x2E: run.count == 1 && following.count == 1
        default: false
        }
    }

    /// Adds the letters of a run to the clean word.
    private mutating func addLetters(of run: AlphanumericRun) {
        if !run.isMixed, window.scalars[run.begin].kind == .letter {
            for i in run.begin..<run.end where !letters.isFull {
                letters.add(window.scalars[i].scalar, start: window.starts[i], end: window.starts[i &+ 1])
            }
            return
        }
        var isCyrillic = false
        for i in run.begin..<run.end where 0x400 <= window.scalars[i].scalar && window.scalars[i].scalar < 0x530 {
            isCyrillic = true
        }
        for i in run.begin..<run.end where !letters.isFull {
            let folded = window.scalars[i]
            guard folded.kind == .digit else {
                letters.add(folded.scalar, start: window.starts[i], end: window.starts[i + 1])
                continue
            }
            // 2 between letters is more often to or two: P2P, listened2the.
            let isInside = i > run.begin && window.scalars[i - 1].kind == .letter && window.scalars[i + 1].kind == .letter
            letters.add(
                letterWrittenAs(folded, amongCyrillic: isCyrillic), start: window.starts[i], end: window.starts[i + 1],
                isSubstitute: isInside && folded.scalar != 0x32)
        }
    }

    /// Adds the letter that the sign between two runs stands for, if it stands for one.
    private mutating func addSign(_ i: Int) {
        let letter = letterWrittenAs(window.scalars[i])
        if letter != 0, !letters.isFull {
            letters.add(letter, start: window.starts[i], end: window.starts[i + 1], isSubstitute: true)
        }
    }

    private mutating func addCleanWord() {
        addWord(letters.word)
    }

    // MARK: Single letters

    /// The index of the next single letter or digit behind the one at `i`, over one or two signs, one or two spaces, or both; `nil` if none
    /// follows. A comma and the like before a space make a list.
    @inline(__always)
    private func nextSingle(_ i: Int) -> Int? {
        var next = i + 1
        for _ in 0..<2 where window.scalars[next].isJoint { next += 1 }
        if window.scalars[next].kind == .space {
            switch window.scalars[next - 1].scalar {
            case 0x2C, 0x3B, 0x3A, 0x29: return nil
            default: next += window.scalars[next + 1].kind == .space ? 2 : 1
            }
        }
        guard next > i + 1, next < window.count, window.scalars[next].isAlphanumeric, !window.scalars[next + 1].isAlphanumeric
        else {
            return nil
        }
        return next
    }

    /// Whether four single letters or digits, two of them letters, stand from `i` on.
    private mutating func isSpacedOut(from i: Int) -> Bool {
        var i = i
        var letters = window.scalars[i].kind == .letter ? 1 : 0
        for _ in 0..<3 {
            guard let next = nextSingle(i) else { return false }
            i = next
            if window.scalars[i].kind == .letter { letters += 1 }
        }
        return letters >= 2
    }

    private mutating func readSpacedOut(from begin: Int) -> Int {
        letters.removeAll()
        var i = begin
        while true {
            let folded = window.scalars[i]
            let letter = folded.kind == .digit ? letterWrittenAs(folded) : folded.scalar
            letters.add(letter, start: window.starts[i], end: window.starts[i + 1])
            guard !letters.isFull, let next = nextSingle(i) else { break }
            for sign in i + 1..<next where window.scalars[sign].kind == .image && window.scalars[sign - 1].kind != .image {
                _ = readPictures(at: sign)
            }
            i = next
        }
        tricks.count(.spaced, window.starts[begin], window.starts[i + 1], by: letters.count / 4)
        let word = letters.word
        if let place = features.place(forMost: WordLetters.mostGrams(letters: word.count) + 2 * word.count) {
            features.take(upTo: word.writeRuns(to: word.writeInnerGrams(settings, to: place)))
        }
        if word.count > 4 { features.add(word.word(0, word.count), start: word.starts[0], end: word.starts[word.count]) }
        last = 0
        forgetSyllabic()
        return i + 1
    }

    // MARK: Signs for letters

    /// The letter that a digit or sign is written for, 0 if none: the usual ones of leetspeak, and signs that look like letters.
    private mutating func letterWrittenAs(_ folded: FoldedScalar, amongCyrillic: Bool = false) -> UInt32 {
        if amongCyrillic {
            switch folded.scalar {
            case 0x30: return 0x43E  // 0 о
            case 0x33: return 0x437  // 3 з
            case 0x34: return 0x447  // 4 ч
            case 0x36: return 0x431  // 6 б
            default: break
            }
        }
        return latinLetterWrittenAs(folded)
    }

    private mutating func latinLetterWrittenAs(_ folded: FoldedScalar) -> UInt32 {
        switch folded.scalar {
        case 0x30: 0x6F  // 0 o
        case 0x31, 0x21, 0x7C, 0xA1: 0x69  // 1 ! | ¡ i
        case 0x32: 0x7A  // 2 z
        case 0x33, 0x20AC: 0x65  // 3 € e
        case 0x34, 0x40: 0x61  // 4 @ a
        case 0x35, 0x24, 0xA7: 0x73  // 5 $ § s
        case 0x36, 0x38: 0x62  // 6 8 b
        case 0x37, 0x2B, 0x2020: 0x74  // 7 + † t
        case 0x39: 0x67  // 9 g
        case 0xA3: 0x6C  // £ l
        case 0xA9: 0x63  // © c
        default: folded.kind == .symbol && folded.isLookAlike ? window.table.lookAlike(of: folded) : 0
        }
    }
}

/// The letters of a hidden word as they come by, and the byte at which each begins.
struct HiddenLetters: ~Copyable {
    /// Of a longer word the first letters are read.
    static let capacity = 64
    static let heapBytes = (capacity + 1) * MemoryLayout<FoldedScalar>.stride + (capacity + 2) * MemoryLayout<UInt32>.stride

    /// A space stands behind the last letter of `word`.
    private let scalars = UnsafeMutablePointer<FoldedScalar>.allocate(capacity: capacity + 1)
    /// `starts[count]` is the byte behind the last letter, `starts[count + 1]` any.
    private let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity + 2)
    private(set) var count = 0
    /// Letters that a digit or sign stands for, between two others.
    private(set) var substitutes = 0

    deinit {
        scalars.deallocate()
        starts.deallocate()
    }

    var isFull: Bool { count == HiddenLetters.capacity }
    var word: WordLetters {
        scalars[count] = FoldedScalar(0x20, .space)
        starts[count + 1] = starts[count]
        return WordLetters(scalars: scalars, starts: starts, count: count)
    }

    mutating func removeAll() {
        count = 0
        substitutes = 0
    }

    @inline(__always)
    mutating func add(_ scalar: UInt32, start: UInt32, end: UInt32, isSubstitute: Bool = false) {
        scalars[count] = FoldedScalar(scalar, .letter)
        starts[count] = start
        count &+= 1
        starts[count] = end
        if isSubstitute { substitutes += 1 }
    }
}
