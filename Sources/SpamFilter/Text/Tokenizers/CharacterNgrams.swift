// Text: the n-grams of a word's characters, and the word's own hash, which is made of them. Both
// edges of a word count as a character.

/// The letters and digits of one word, and where each begins.
struct WordLetters {
    /// The scalar behind the last is neither letter nor digit; the one before the first is not
    /// read.
    let scalars: UnsafePointer<FoldedScalar>
    /// `starts[count]` is the byte behind the last letter. One more may be read.
    let starts: UnsafePointer<UInt32>
    let count: Int

    /// The most n-grams that a word of so many letters has.
    @inline(__always)
    static func mostNgrams(letters: Int) -> Int { 4 * (letters + 1) }

    /// Three characters side by side, 21 bits each: the last two of three, and the next one.
    @inline(__always)
    private static func followed(_ characters: UInt64, by next: UInt32) -> UInt64 {
        (characters << 22) >> 1 | UInt64(next)
    }

    /// The word's feature. The sum of its trigrams, edges included, tells words apart as well as a
    /// polynomial of its letters, without multiplications that wait for each other.
    @inline(__always)
    static func feature(ofSum sum: UInt64) -> UInt64 { FeatureHash.close(sum, .word) }

    /// The feature of `length` letters from `start` on as a word.
    func word(_ start: Int, _ length: Int) -> UInt64 {
        var sum: UInt64 = 0
        var characters = WordLetters.followed(UInt64(FoldedScalar.edge), by: scalars[start].code)
        for i in 1...length {
            characters = WordLetters.followed(characters, by: i < length ? scalars[start + i].code : FoldedScalar.edge)
            sum &+= FeatureHash.close(characters, .gram)
        }
        return WordLetters.feature(ofSum: sum)
    }

    /// Three characters side by side.
    @inline(__always)
    private func gram(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> UInt64 {
        FeatureHash.close(WordLetters.followed(WordLetters.followed(UInt64(first), by: second), by: third), .gram)
    }

    /// Writes every run of three and every run of four letters as a word to `place`, which has room
    /// for two a letter. Returns the place behind the last one.
    ///
    /// One run shares most of its n-grams with the next: so three are hashed a letter, not seven.
    func writeRuns(to place: UnsafeMutablePointer<Feature>) -> UnsafeMutablePointer<Feature> {
        guard count > 2 else { return place }
        let edge = FoldedScalar.edge
        var next = place
        var inner = gram(scalars[0].code, scalars[1].code, scalars[2].code)
        var last = gram(scalars[1].code, scalars[2].code, edge)
        for i in 0..<count - 2 {
            let sum = gram(edge, scalars[i].code, scalars[i + 1].code) &+ inner
            next.initialize(to: Feature(hash: WordLetters.feature(ofSum: sum &+ last), start: starts[i], end: starts[i + 3]))
            next += 1
            guard i + 3 < count else { break }
            inner = gram(scalars[i + 1].code, scalars[i + 2].code, scalars[i + 3].code)
            last = gram(scalars[i + 2].code, scalars[i + 3].code, edge)
            let four = WordLetters.feature(ofSum: sum &+ inner &+ last)
            next.initialize(to: Feature(hash: four, start: starts[i], end: starts[i + 4]))
            next += 1
        }
        return next
    }

    /// Writes the n-grams without the edges to `place`, which has room for them. Returns the place
    /// behind the last one.
    func writeInnerNgrams(
        _ settings: TokenizerSettings, to place: UnsafeMutablePointer<Feature>
    ) -> UnsafeMutablePointer<Feature> {
        guard settings.hasTrigrams else { return writeAllNgrams(settings, isWhole: false, to: place) }
        let grams = max(0, count - 2)
        for i in 0..<grams {
            let hash = gram(scalars[i].code, scalars[i + 1].code, scalars[i + 2].code)
            place[i] = Feature(hash: hash, place: Feature.gramPlace(starts[i], starts[i + 3]))
        }
        return place + grams
    }

    /// Writes the trigrams of the word at `letters` to `place`, which has room for them: one for
    /// each letter, with its two neighbours. The word goes on while codes are greater than `stop`.
    /// Returns how many letters it has, and the sum of the trigrams.
    ///
    /// The same loop finds the word's end (Benchmarks/decisions/decision-speed.md).
    /// - Parameters:
    ///   - starts: the byte at which each letter begins; only the first is read with `singleBytes`.
    ///   - singleBytes: each scalar of the word is one byte of the message.
    @inline(__always)
    static func writeTrigrams(
        _ letters: UnsafePointer<FoldedScalar>, _ starts: UnsafePointer<UInt32>, until stop: UInt32, singleBytes: Bool,
        to place: UnsafeMutablePointer<Feature>
    ) -> (count: Int, sum: UInt64) {
        var sum: UInt64 = 0
        var characters = followed(UInt64(FoldedScalar.edge), by: letters.pointee.code)
        // From the byte of the letter before to the end of the letter behind.
        var before = starts[0]
        var bytes = Feature.gramPlace(before, before &+ 2) &- 1
        var code: UInt32
        var n = 0
        repeat {
            code = letters[n &+ 1].code
            characters = followed(characters, by: code)
            let hash = FeatureHash.close(characters, .gram)
            if singleBytes {
                place[n] = Feature(hash: hash, place: bytes)
                bytes = bytes &+ 0x1_0000_0001
            } else {
                place[n] = Feature(hash: hash, place: Feature.gramPlace(before, starts[n &+ 2]))
                before = starts[n]
            }
            sum = sum &+ hash
            n = n &+ 1
        } while code > stop
        // An edge takes up no byte of the text.
        if singleBytes {
            place.pointee.place = place.pointee.place &+ 1
            place[n &- 1].place = place[n &- 1].place &- 1 << 32
        } else {
            place[n &- 1].place = Feature.gramPlace(place[n &- 1].start, starts[n])
        }
        return (n, sum)
    }

    /// Writes the n-grams to `place`, which has room for them. Returns the place behind the last
    /// one and the word's feature.
    @inline(__always)
    func writeNgrams(
        _ settings: TokenizerSettings, to place: UnsafeMutablePointer<Feature>
    ) -> (UnsafeMutablePointer<Feature>, word: UInt64) {
        guard settings.hasTrigrams else { return (writeAllNgrams(settings, isWhole: true, to: place), word(0, count)) }
        let grams = WordLetters.writeTrigrams(scalars, starts, until: FoldedScalar.edge, singleBytes: false, to: place)
        return (place + grams.count, WordLetters.feature(ofSum: grams.sum))
    }

    /// The same for n-grams of any length. An edge takes up no byte of the text.
    ///
    /// - Parameter isWhole: the letters are a word with its edges; else where words begin and end
    ///   is unknown.
    private func writeAllNgrams(
        _ settings: TokenizerSettings, isWhole: Bool, to place: UnsafeMutablePointer<Feature>
    ) -> UnsafeMutablePointer<Feature> {
        guard settings.longestNgram > 0 else { return place }
        var next = place
        // -1 and `count` are the edges.
        let first = isWhole ? -1 : 0, end = isWhole ? count + 1 : count
        for start in first..<end {
            for n in Int(settings.shortestNgram)...Int(settings.longestNgram) where start + n <= end {
                var older: UInt64 = 0, recent: UInt64 = 0
                for i in start..<start + n {
                    older = older << 21 | recent >> 42
                    let character = UInt64(i < 0 || i == count ? FoldedScalar.edge : scalars[i].code)
                    recent = recent << 21 & 0x7FFF_FFFF_FFFF_FFFF | character
                }
                let hash = FeatureHash.close(recent ^ older &* FeatureHash.m5, .gram)
                next.initialize(
                    to: Feature(hash: hash, place: Feature.gramPlace(starts[max(0, start)], starts[min(count, start + n)])))
                next += 1
            }
        }
        return next
    }
}
