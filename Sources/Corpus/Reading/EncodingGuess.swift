// Corpus: the encoding of a file, judged by its bytes: a byte order mark, the zeros of UTF-16,
// valid UTF-8, the escapes of ISO-2022-JP, else the encoding with the likeliest letters. Where
// another one is nearly as likely and gives another text, nothing is guessed.

/// Collects evidence from the lines of a file that have bytes beyond ASCII.
struct EncodingGuess {
    /// Lines with bytes beyond ASCII.
    private var lines = 0
    /// All lines of the chunks that have such lines.
    private var allLines = 0
    private var utf8Lines = 0
    /// The characters of UTF-8 in these.
    private var utf8Characters = 0
    /// Those of them with halves of characters.
    private var linesWithHalves = 0
    /// What its escapes say.
    private var escapes: TextEncoding?
    /// What it may be if it is not UTF-8.
    private var signs: TextEncoding?
    /// Words of the lines that are not UTF-8, up to `sampleLimit`: all with a byte that is rare in
    /// the file, and some with each other byte. One that comes again is no more evidence.
    private var sample: [UInt8] = []
    /// The words of ASCII beside them, line by line.
    private var plain: [PlainWords] = []
    private var words: Set<[UInt8]> = []
    private var samplesOfByte = [Int](repeating: 0, count: 256)
    private static let sampleLimit = 64 << 10, enoughOfByte = 24

    /// No other encoding has so many lines that are valid UTF-8 by chance.
    private static let certainLines = 1000
    /// Nor so many characters, where a few lines are not.
    private static let certainCharacters = 4
    /// How much likelier than others an encoding must be, in nats: e to this power; and for each
    /// character that is another one there, as many small advantages may be of the language. With
    /// both, the tests of encodings find no file that is misread.
    private static let margin = 7.0, marginOfEach = 1.0
    /// The most that doubts about its language add to the margin.
    private static let mostDoubt = 24.0

    /// The encoding of a file. Reads ahead until many lines are UTF-8, or the whole file: the only
    /// line that is not ASCII may be the last.
    ///
    /// - Throws: also `unknownEncoding`, where none or several fit.
    static func of(_ file: inout InputFile, rowLimitBytes: Int) throws(CorpusError) -> TextEncoding {
        try file.lookingAhead(rowLimitBytes: rowLimitBytes) { file throws(CorpusError) in
            try read(&file, RowLimit(bytes: rowLimitBytes))
        }
    }

    /// The encoding of lines; `unknownEncoding` where none or several fit.
    static func of(_ lines: [UInt8]) throws(CorpusError) -> TextEncoding {
        var guess = EncodingGuess()
        lines.withUnsafeBufferPointer { guess.add(linesOf: $0) }
        return try guess.encoding(of: "")
    }

    private static func read(_ file: inout InputFile, _ limit: RowLimit) throws(CorpusError) -> TextEncoding {
        var limit = limit
        var guess = EncodingGuess()
        var rest: [UInt8] = []
        var isFirst = true
        while true {
            let chunk = try file.nextChunk()
            if isFirst, let told = TextEncoding.marked(by: chunk)?.encoding ?? TextEncoding.told(byZerosOf: chunk) { return told }
            // The reader of rows says what it is.
            if isFirst, FileSignature(of: chunk) != nil { return .utf8 }
            if isFirst { guess.signs = TextEncoding.utf16(bySignsOf: chunk) }
            isFirst = false
            if chunk.isEmpty { break }
            // A small packed file may hold a row without an end.
            if file.isPacked { try limit.add(chunk, of: file.name) }
            let end = chunk.lastIndex(of: .lineFeed).map { $0 + 1 } ?? chunk.startIndex
            if end == chunk.startIndex, rest.count < 1 << 20 {
                rest += chunk
                continue
            }
            rest += chunk[..<end]
            // A line longer than this is judged in parts, of whole characters.
            let part = end == chunk.startIndex ? rest.count - cutBytes(of: rest) : rest.count
            rest[..<part].withUnsafeBufferPointer { guess.add(linesOf: $0) }
            if guess.utf8Lines >= certainLines, guess.utf8Lines == guess.lines {
                return guess.linesWithHalves > 0 ? .cesu8 : .utf8
            }
            rest = Array(rest[part...] + chunk[end...])
        }
        rest.withUnsafeBufferPointer { guess.add(linesOf: $0) }
        return try guess.encoding(of: file.name)
    }

    /// The bytes at the end that may begin a character of UTF-8.
    private static func cutBytes(of bytes: [UInt8]) -> Int {
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 else { return 0 }
        return bytes.count - lead
    }

    private mutating func add(linesOf bytes: UnsafeBufferPointer<UInt8>) {
        escapes = escapes ?? Self.encoding(byEscapesOf: bytes)
        // ASCII is the same in every other encoding, and most chunks are ASCII.
        guard bytes.contains(where: { $0 >= 0x80 }) else { return }
        for line in bytes.split(separator: .lineFeed) {
            allLines += 1
            guard line.contains(where: { $0 >= 0x80 }) else { continue }
            lines += 1
            let isPlain = String(validating: line, as: UTF8.self) != nil
            if isPlain || Surrogates.joined(line) != nil {
                utf8Lines += 1
                if !isPlain { linesWithHalves += 1 }
                if utf8Characters < Self.certainCharacters { utf8Characters += line.count { $0 >= 0xC0 } }
            } else if sample.count < Self.sampleLimit {
                addToSample(line)
            }
        }
    }

    /// ESC $ B or ESC $ @ comes before kanji, ESC $ ) C before all of a Korean file.
    private static func encoding(byEscapesOf bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        guard let start = bytes.firstEscape else { return nil }
        let escapes: [(bytes: String, encoding: TextEncoding?)] = [
            ("\u{1B}$B", .iso2022JP), ("\u{1B}$@", .iso2022JP), ("\u{1B}$)C", TextEncoding("ISO-2022-KR")),
        ]
        return bytes[start...].indices.lazy.filter { bytes[$0] == .escape }.compactMap { place in
            escapes.first { bytes[place...].starts(with: $0.bytes.utf8) }?.encoding
        }.first
    }

    /// Only words with bytes beyond ASCII tell an encoding. They end at bytes that are no part of a
    /// character in any: below the digits.
    private mutating func addToSample(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
        guard line.contains(where: { $0 >= 0x80 && samplesOfByte[Int($0)] < Self.enoughOfByte }) else { return }
        var others: [UInt8] = [], isNew = false
        var rest = line.prefix(Self.sampleLimit)
        while let start = rest.firstIndex(where: { $0 >= UInt8(ascii: "0") }) {
            let word = rest[start...].prefix { $0 >= UInt8(ascii: "0") }
            rest = rest[word.endIndex...]
            guard word.contains(where: { $0 >= 0x80 }) else {
                if word.allSatisfy({ $0 | 0x20 >= UInt8(ascii: "a") }) {
                    others += word
                    others.append(.space)
                }
                continue
            }
            for byte in word { samplesOfByte[Int(byte)] += 1 }
            guard words.insert(Array(word)).inserted else { continue }
            isNew = true
            sample += word
            sample.append(.space)
        }
        guard isNew else { return }
        sample.append(.lineFeed)
        plain.append(PlainWords(others))
    }

    private func encoding(of file: String) throws(CorpusError) -> TextEncoding {
        // Cyrillic and Arabic in UTF-16 may have no byte beyond ASCII.
        guard lines > 0 else { return signs ?? escapes ?? .utf8 }
        // Text in another encoding is hardly ever valid UTF-8: a few bad lines are damage.
        if utf8Lines == lines || utf8Lines * 2 >= lines && utf8Characters >= Self.certainCharacters {
            return linesWithHalves > 0 ? .cesu8 : .utf8
        }
        if let signs { return signs }
        var costs = EncodingLikelihood.all.compactMap { $0.cost(of: sample, beside: plain) }
        // In a file of ASCII a few other bytes are signs, or damage, and no language. Two of them
        // by chance make a character of a larger alphabet, but seldom all of them do.
        let isLanguage = lines * 4 >= allLines
        if !isLanguage, costs.contains(where: { !$0.isDamaged }) { costs.removeAll(where: \.isDamaged) }
        guard let best = costs.min(by: { $0.all < $1.all }), !(best.isForeign && (isLanguage || best.hasManyLetters)) else {
            throw .unknownEncoding(file: file, candidates: [])
        }
        let rivals = costs.filter { other in
            guard other.text != best.text else { return false }
            let margin = max(Self.margin, Self.marginOfEach * Double(other.differences(from: best)))
            return other.all < best.all + margin + min(Self.mostDoubt, best.doubt)
        }.sorted { $0.all < $1.all }
        guard rivals.isEmpty else {
            throw .unknownEncoding(file: file, candidates: [best.encoding] + rivals.prefix(2).map(\.encoding))
        }
        return best.encoding
    }
}
