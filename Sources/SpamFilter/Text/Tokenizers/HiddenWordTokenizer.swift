// Text: words that were pulled apart, or written with digits and symbols: f r e e, F.R.E.E, fr-ee,
// fr33, c@sh. In: the first run of letters and digits of such a word. Out: its plain tokens, and
// the clean word as well.
// Rules:
// - Runs that single marks join without a space are also read as one word: don't is dont, fr.ee
//   free. Not when the first two runs have three letters or more and . , / : ; ! ? or & joins them:
//   the writer forgot a space.
// - Four or more spaced letters are letters of words with unknown ends. Every run of 3 and of 4 is
//   read as a word, and all together as one. Their n-grams are read too. They give no plain tokens
//   (Benchmarks/decisions/letters.md).
// - In a word of letters, digits and symbols, those written for letters (0 o, 3 e, @ a, $ s…) are
//   read as the letters. The plain token of such a run is the run alone, as n-grams of digits are
//   typical of codes and prices.

struct HiddenWordTokenizer: ~Copyable {
    static let heapBytes = HiddenLetters.heapBytes

    let window: Window
    private let written: WrittenLetters
    private var letters = HiddenLetters()

    init(_ window: Window, _ table: FoldingTable) {
        self.window = window
        written = WrittenLetters(table: table)
    }

    /// Reads the run at `i`, and on to the end of the hidden word that begins with it, if one does.
    /// Returns the index behind it. The other tokenizers tell what ends a word, or read what joins
    /// it.
    @inline(__always)
    mutating func read(
        at i: Int, _ links: inout LinkTokenizer, _ numbers: inout NumberTokenizer, _ pictures: inout PictureTokenizer,
        _ emitter: inout TokenEmitter
    ) -> Int {
        let run = AlphanumericRun(at: i, window)
        let next = window[run.end]
        if run.isMixed && run.count > 2 || next.isJoint && joins(run) {
            return readJoined(run, &links, &numbers, &pictures, &emitter)
        }
        if run.count == 1, next.kind == .space || next.isJoint, isSpacedOut(from: i) {
            return readSpacedOut(from: i, &pictures, &emitter)
        }
        emitter.addWord(run.letters(in: window))
        return run.end
    }

    // MARK: Runs joined by marks

    /// How many marks behind the run join it to another: one, or two that are written for letters;
    /// 0 where none does.
    private mutating func jointsBehind(_ end: Int) -> Int {
        if window[end + 1].isAlphanumeric { return 1 }
        let isLetter = written.letter(for: window[end]) != 0 && window[end + 1].isJoint
        return isLetter && written.letter(for: window[end + 1]) != 0 && window[end + 2].isAlphanumeric ? 2 : 0
    }

    /// Whether the mark behind the run joins it to the next: not where only a space is missing.
    private mutating func joins(_ run: AlphanumericRun) -> Bool {
        let next = run.end + jointsBehind(run.end)
        if next == run.end || run.count == 1 && isSpacedOut(from: run.begin) { return false }
        switch window[run.end].scalar {
        case ".", ",", "/", ":", ";", "!", "?", "&":
            return run.count < 3 || !(window[next + 1].isAlphanumeric && window[next + 2].isAlphanumeric)
        default: return true
        }
    }

    private mutating func readJoined(
        _ first: AlphanumericRun, _ links: inout LinkTokenizer, _ numbers: inout NumberTokenizer,
        _ pictures: inout PictureTokenizer, _ emitter: inout TokenEmitter
    ) -> Int {
        let before = (emitter.last, emitter.lastStart)
        letters.removeAll()
        var run = first
        var joints = 0
        while true {
            addPlainToken(of: run, &emitter)
            addLetters(of: run)
            guard window[run.end].isJoint, !letters.isFull, jointsBehind(run.end) > 0 else { break }
            if run.begin == first.begin, !joins(run) { break }
            let next = run.end + jointsBehind(run.end)
            if links.find(at: next).end > next || numbers.end(at: next) != nil { break }
            readJoints(from: run.end, to: next, &pictures, &emitter)
            let following = AlphanumericRun(at: next, window)
            let isLetter = written.letter(for: window[run.end]) != 0
            if !isLetter, run.count == 1 || following.count == 1, !isOrdinary(window[run.end].scalar, run, following) {
                joints += 1
            }
            run = following
        }
        // A link or a number followed.
        if run.end == first.end, !first.isMixed { return run.end }
        let start = window.starts[first.begin], end = window.starts[run.end]
        if joints > 0 { emitter.tricks.count(.spaced, start, end, by: joints) }
        if letters.substitutes > 0 { emitter.tricks.count(.substitute, start, end, by: letters.substitutes) }
        (emitter.last, emitter.lastStart) = before
        emitter.addWord(letters.word)
        return run.end
    }

    private mutating func addPlainToken(of run: AlphanumericRun, _ emitter: inout TokenEmitter) {
        let letters = run.letters(in: window)
        if run.isMixed {
            emitter.addUnit(letters.word(0, run.count), start: window.starts[run.begin], end: window.starts[run.end])
        } else {
            emitter.addWord(letters)
        }
    }

    /// Reads the marks between two runs, and adds the letters that they are written for.
    private mutating func readJoints(
        from begin: Int, to end: Int, _ pictures: inout PictureTokenizer, _ emitter: inout TokenEmitter
    ) {
        emitter.addPunctuation(of: window, insideFrom: begin, to: end)
        for i in begin..<end {
            switch window[i].kind {
            case .image: _ = pictures.read(at: i, &emitter)
            case .emoji: _ = EmojiTokenizer(window: window).read(at: i, &emitter)
            default: addSign(i)
            }
        }
    }

    /// Whether people usually write this mark between two runs, one of them a single letter:
    /// apostrophes, hyphens, the gershayim of Hebrew or a quote for it, the remains of an
    /// apostrophe in a damaged text, km/h, H&M, the eyes in ok:D, and the dots of U.S.A., e.g. and
    /// p.m.
    private func isOrdinary(_ sign: UInt32, _ run: AlphanumericRun, _ following: AlphanumericRun) -> Bool {
        switch sign {
        case "\"", "&", "'", "-", "/", ":", ";", "=", "`", "´", "׳", "״", "\u{2010}", "\u{2011}", "‘", "’", "\u{FFFD}": true
        case ".": run.count == 1 && following.count == 1
        default: false
        }
    }

    /// Adds the letters of a run to the clean word.
    private mutating func addLetters(of run: AlphanumericRun) {
        if !run.isMixed, window[run.begin].kind == .letter {
            for i in run.begin..<run.end where !letters.isFull {
                letters.add(window[i].scalar, start: window.starts[i], end: window.starts[i &+ 1])
            }
            return
        }
        var isCyrillic = false
        // Cyrillic and its supplement.
        for i in run.begin..<run.end where "\u{400}"..."\u{52F}" ~= window[i].scalar { isCyrillic = true }
        for i in run.begin..<run.end where !letters.isFull {
            let folded = window[i]
            guard folded.kind == .digit else {
                letters.add(folded.scalar, start: window.starts[i], end: window.starts[i + 1])
                continue
            }
            // 2 between letters is more often to or two: P2P, listened2the.
            let isInside = i > run.begin && window[i - 1].kind == .letter && window[i + 1].kind == .letter
            letters.add(
                written.letter(for: folded, amongCyrillic: isCyrillic), start: window.starts[i], end: window.starts[i + 1],
                isSubstitute: isInside && folded.scalar != "2")
        }
    }

    /// Adds the letter that the symbol between two runs is written for, if there is one.
    private mutating func addSign(_ i: Int) {
        let letter = written.letter(for: window[i])
        if letter != 0, !letters.isFull {
            letters.add(letter, start: window.starts[i], end: window.starts[i + 1], isSubstitute: true)
        }
    }

    // MARK: Single letters

    /// The index of the next single letter or digit behind the one at `i`, over one or two marks,
    /// one or two spaces, or both; `nil` if none follows. A comma and the like before a space make
    /// a list.
    @inline(__always)
    private mutating func nextSingle(_ i: Int) -> Int? {
        var next = i + 1
        for _ in 0..<2 where window[next].isJoint { next += 1 }
        if window[next].kind == .space {
            switch window[next - 1].scalar {
            case ",", ";", ":", ")": return nil
            default: next += window[next + 1].kind == .space ? 2 : 1
            }
        }
        let isSingle =
            next > i + 1 && next < window.count && window[next].isAlphanumeric && !window[next + 1].isAlphanumeric
        return isSingle ? next : nil
    }

    /// Whether four single letters or digits, two of them letters, follow from `i` on.
    private mutating func isSpacedOut(from i: Int) -> Bool {
        var i = i
        var letters = window[i].kind == .letter ? 1 : 0
        for _ in 0..<3 {
            guard let next = nextSingle(i) else { return false }
            i = next
            if window[i].kind == .letter { letters += 1 }
        }
        return letters >= 2
    }

    private mutating func readSpacedOut(
        from begin: Int, _ pictures: inout PictureTokenizer, _ emitter: inout TokenEmitter
    ) -> Int {
        letters.removeAll()
        var i = begin
        while true {
            let folded = window[i]
            let letter = folded.kind == .digit ? written.letter(for: folded) : folded.scalar
            letters.add(letter, start: window.starts[i], end: window.starts[i + 1])
            guard !letters.isFull, let next = nextSingle(i) else { break }
            for sign in i + 1..<next where window[sign].kind == .image && window[sign - 1].kind != .image {
                _ = pictures.read(at: sign, &emitter)
            }
            i = next
        }
        emitter.tricks.count(.spaced, window.starts[begin], window.starts[i + 1], by: letters.count / 4)
        let word = letters.word
        if let place = emitter.features.place(forMost: WordLetters.mostNgrams(letters: word.count) + 2 * word.count) {
            emitter.features.take(upTo: word.writeRuns(to: word.writeInnerNgrams(emitter.settings, to: place)))
        }
        if word.count > 4 { emitter.add(word.word(0, word.count), start: word.starts[0], end: word.starts[word.count]) }
        emitter.last = 0
        emitter.forgetCJK()
        return i + 1
    }
}
