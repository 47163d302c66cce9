// Words, whole and hidden, again, from the comments of WordTokenizer, CharacterNgrams and
// HiddenWordTokenizer alone.

@testable import SpamFilter

extension ReferenceReading {
    /// A hidden word has no more letters.
    private var mostLetters: Int { HiddenLetters.capacity }

    /// The run of letters and digits at `i`.
    private func run(_ i: Int) -> Range<Int> { i..<(text[i...].firstIndex { !isWordCharacter($0) } ?? text.count) }

    private func isMixed(_ run: Range<Int>) -> Bool {
        text[run].contains(where: isDigit) && text[run].contains(where: isAlphabetic)
    }

    mutating func readWords(at i: Int) -> Int {
        let first = run(i)
        if isMixed(first) && first.count > 2 || isJointSign(self[first.upperBound]) && joins(first) { return readJoined(first) }
        if first.count == 1, let singles = spacedOut(from: i) { return readSpacedOut(singles) }
        readWord(Array(text[first]))
        return first.upperBound
    }

    // MARK: Whole words

    /// A digit reads as 0, l as i.
    private func readAs(_ letters: [Character]) -> [Character] { letters.map { isDigit($0) ? "0" : $0 == "l" ? "i" : $0 } }

    private mutating func addGrams(_ characters: [Character]) {
        for n in Int(settings.shortestNgram)...Int(settings.longestNgram) where n > 0 && n <= characters.count {
            for start in 0...characters.count - n {
                let gram = Array(characters[start..<start + n])
                add("gram \(String(gram))", ReferenceHash.gram(gram))
            }
        }
    }

    private mutating func readWord(_ letters: [Character]) {
        let name = "word \(String(readAs(letters)))", word = ReferenceHash.word(readAs(letters))
        if isNew(word) {
            addGrams(["\u{1}"] + readAs(letters) + ["\u{1}"])
            add(name, word)
        }
        addPair(name, word)
        cjk = []
    }

    // MARK: Runs joined by signs

    /// The run that one sign behind index `end` joins, or two that stand for letters.
    private func joined(behind end: Int) -> Range<Int>? {
        guard isJointSign(self[end]) else { return nil }
        if isWordCharacter(self[end + 1]) { return run(end + 1) }
        let areLetters = isJointSign(self[end + 1]) && letter(at: end) != nil && letter(at: end + 1) != nil
        return areLetters && isWordCharacter(self[end + 2]) ? run(end + 2) : nil
    }

    /// Whether a run goes on behind its sign: not where only a space is missing, and not where
    /// single letters do.
    private func joins(_ first: Range<Int>) -> Bool {
        guard let next = joined(behind: first.upperBound) else { return false }
        if first.count == 1, spacedOut(from: first.lowerBound) != nil { return false }
        return !isSpaceMissing(first, next)
    }

    private func isSpaceMissing(_ run: Range<Int>, _ next: Range<Int>) -> Bool {
        ".,/:;!?&".contains(text[run.upperBound]) && run.count >= 3 && next.count >= 3
    }

    private mutating func readJoined(_ first: Range<Int>) -> Int {
        let before = last
        var run = first, letters: [Character] = []
        var joints = 0, substitutes = 0
        while true {
            if isMixed(run) {
                let letters = readAs(Array(text[run]))
                addUnit("word \(String(letters))", ReferenceHash.word(letters))
            } else {
                readWord(Array(text[run]))
            }
            let isCyrillic = run.contains { (0x400...0x52F).contains(scalar(text[$0])) }
            let cyrillic: [Character: Character] = ["0": "о", "3": "з", "4": "ч", "6": "б"]
            for i in run where letters.count < mostLetters {
                letters.append(isDigit(text[i]) ? (isCyrillic ? cyrillic[text[i]] : nil) ?? letter(at: i)! : text[i])
                // 2 is more often to or two.
                if isDigit(text[i]), text[i] != "2", i > 0, isAlphabetic(text[i - 1]), isAlphabetic(self[i + 1]),
                    run.contains(i - 1)
                {
                    substitutes += 1
                }
            }
            guard letters.count < mostLetters, let next = joined(behind: run.upperBound) else { break }
            if run == first, !joins(run) { break }
            if links.link(at: next.lowerBound) != nil || number(at: next.lowerBound) != nil { break }
            addSigns(in: run.upperBound..<next.lowerBound)
            for i in run.upperBound..<next.lowerBound where isEmoji(text[i]) {
                let (name, hash, _) = marks.emoji(at: i)
                add(name, hash)
            }
            for i in run.upperBound..<next.lowerBound where letters.count < mostLetters {
                guard !isEmoji(text[i]), let letter = letter(at: i) else { continue }
                letters.append(letter)
                substitutes += 1
            }
            // As in don't, e-mail, U.S.A., km/h, H&M, ok:D or צה"ל.
            let sign = text[run.upperBound]
            let isOrdinary = "\"'&/:;=-`´׳״‐‑‘’\u{FFFD}".contains(sign) || sign == "." && run.count == 1 && next.count == 1
            if letter(at: run.upperBound) == nil, run.count == 1 || next.count == 1, !isOrdinary { joints += 1 }
            run = next
        }
        // A link or a number followed.
        let isMixed = text[run].contains(where: isDigit) && !text[run].allSatisfy(isDigit)
        if run == first, !isMixed { return run.upperBound }
        signals.count(.spaced, joints)
        signals.count(.substitute, substitutes)
        last = before
        readWord(letters)
        return run.upperBound
    }

    // MARK: Single letters

    /// Where four or more single letters or digits, two of the first four of them letters, stand
    /// from `i` on, each behind a sign, a space or both.
    private func spacedOut(from i: Int) -> [Int]? {
        var singles = [i]
        while singles.count < mostLetters {
            var next = singles.last! + 1
            for _ in 0..<2 where isJointSign(self[next]) { next += 1 }
            // A list: a, b, c.
            if self[next].isWhitespace, ",;:)".contains(self[next - 1]) { break }
            for _ in 0..<2 where self[next].isWhitespace { next += 1 }
            guard next > singles.last! + 1, next < text.count, isWordCharacter(text[next]), run(next).count == 1 else { break }
            singles.append(next)
        }
        return singles.count >= 4 && singles.prefix(4).filter { isAlphabetic(text[$0]) }.count >= 2 ? singles : nil
    }

    private mutating func readSpacedOut(_ singles: [Int]) -> Int {
        let letters = readAs(singles.map { isDigit(text[$0]) ? letter(at: $0)! : text[$0] })
        signals.count(.spaced, letters.count / 4)
        addGrams(letters)
        for length in 3...4 {
            for start in 0...letters.count - length {
                let part = Array(letters[start..<start + length])
                add("word \(String(part))", ReferenceHash.word(part))
            }
        }
        if letters.count > 4 { add("word \(String(letters))", ReferenceHash.word(letters)) }
        last = nil
        cjk = []
        return singles.last! + 1
    }

    // MARK: Signs for letters

    /// The letter that the digit or sign at `i` is written for.
    private func letter(at i: Int) -> Character? {
        let letters: [Character: Character] = [
            "0": "o", "1": "i", "!": "i", "|": "i", "¡": "i", "2": "z", "3": "e", "€": "e", "4": "a", "@": "a", "5": "s",
            "$": "s", "§": "s",
            "6": "b", "8": "b", "7": "t", "+": "t", "†": "t", "9": "g", "£": "l", "©": "c",
        ]
        if let letter = letters[text[i]] { return letter }
        guard isSymbol(text[i]), isAlike(i) else { return nil }
        let table = FoldingTable(simplifiesHan: true)
        return Character(Unicode.Scalar(table.lookAlike(of: table.fold(scalar(text[i]))))!)
    }
}
