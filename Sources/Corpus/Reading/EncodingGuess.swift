// Corpus: the encoding of a file, judged by its bytes: a byte order mark, the zeros of UTF-16,
// valid UTF-8, else the encoding with the likeliest characters. A guess may be wrong, so it is
// reported.

/// Collects evidence from the lines of a file that have bytes beyond ASCII.
struct EncodingGuess {
    /// Lines with bytes beyond ASCII.
    private var lines = 0
    private var utf8Lines = 0
    /// The lines that are not UTF-8, up to `sampleLimit`.
    private var sample: [UInt8] = []
    private static let sampleLimit = 64 << 10

    /// No other encoding has so many lines that are valid UTF-8 by chance.
    private static let certainLines = 1000

    /// The encoding of a file; `nil` where it is unknown. Reads ahead until many lines are UTF-8,
    /// or the whole file: the only line that is not ASCII may be the last.
    static func of(_ file: inout InputFile, rowLimitBytes: Int) throws(CorpusError) -> TextEncoding? {
        try file.lookingAhead(rowLimitBytes: rowLimitBytes) { file throws(CorpusError) in
            try read(&file, RowLimit(bytes: rowLimitBytes))
        }
    }

    private static func read(_ file: inout InputFile, _ limit: RowLimit) throws(CorpusError) -> TextEncoding? {
        var limit = limit
        var guess = EncodingGuess()
        var rest: [UInt8] = []
        var isFirst = true
        while true {
            let chunk = try file.nextChunk()
            if isFirst, let told = TextEncoding.marked(by: chunk)?.encoding ?? TextEncoding.told(byZerosOf: chunk) { return told }
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
            if guess.utf8Lines >= certainLines, guess.utf8Lines == guess.lines { return .utf8 }
            rest = Array(rest[part...] + chunk[end...])
        }
        rest.withUnsafeBufferPointer { guess.add(linesOf: $0) }
        return guess.encoding
    }

    /// The bytes at the end that may begin a character of UTF-8.
    private static func cutBytes(of bytes: [UInt8]) -> Int {
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC0 else { return 0 }
        return bytes.count - lead
    }

    private mutating func add(linesOf bytes: UnsafeBufferPointer<UInt8>) {
        // ASCII is the same in every encoding, and most chunks are ASCII.
        guard bytes.contains(where: { $0 >= 0x80 }) else { return }
        for line in bytes.split(separator: .lineFeed) {
            guard line.contains(where: { $0 >= 0x80 }) else { continue }
            lines += 1
            if String(validating: line, as: UTF8.self) != nil {
                utf8Lines += 1
            } else if sample.count < Self.sampleLimit {
                sample += line.prefix(Self.sampleLimit)
                sample.append(.lineFeed)
            }
        }
    }

    private var encoding: TextEncoding? {
        // Text in another encoding is hardly ever valid UTF-8: a few bad lines are damage.
        if utf8Lines * 2 >= lines { return .utf8 }
        let scores = EncodingLikelihood.all.map { (encoding: $0.encoding, cost: $0.cost(of: sample)) }
        guard let best = scores.min(by: { $0.cost.all < $1.cost.all }) else { return nil }
        // Rare characters throughout: another language.
        let isForeign = best.cost.highCount >= 8 && best.cost.high > 10.5 * Double(best.cost.highCount)
        return isForeign ? nil : best.encoding
    }
}
