// Corpus: in which encoding is a file? Judged by its bytes: a mark, the zeros of UTF-16, UTF-8 that holds, and else how much of the text
// would be common characters. Wrong guesses cannot be ruled out, so the tool prints them.

/// Collects evidence from the lines of a file that hold bytes beyond ASCII.
struct EncodingGuess {
    /// Of lines with bytes beyond ASCII.
    private var lines = 0
    private var utf8Lines = 0
    private var plainBytes = 0
    private var highBytes = 0
    /// Bytes of the lines that are not UTF-8, up to `sampleLimit`.
    private var sample: [UInt8] = []
    private static let sampleLimit = 256 << 10

    /// The encoding of a file, or `nil` where nobody can say. Reads the whole file: the one line that is not ASCII may be the last.
    ///
    /// - Parameter path: a plain file; of standard input, which cannot be read twice, UTF-8 is taken for granted.
    static func of(path: String, chunkBytes: Int) throws(CorpusError) -> TextEncoding? {
        var file = try InputFile(path: path, chunkBytes: chunkBytes)
        guard path != "-", file.totalBytes != nil else { return .utf8 }
        var guess = EncodingGuess()
        var rest: [UInt8] = []
        var isFirst = true
        while true {
            let chunk = try file.nextChunk()
            if isFirst, let marked = mark(of: chunk) ?? zeros(of: chunk) { return marked }
            isFirst = false
            if chunk.isEmpty { break }
            let end = chunk.lastIndex(of: .lineFeed).map { $0 + 1 } ?? chunk.startIndex
            // A line longer than this is judged in parts.
            if end == chunk.startIndex, rest.count < 1 << 20 {
                rest += chunk
                continue
            }
            rest += chunk[..<end]
            rest.withUnsafeBufferPointer { guess.add(linesOf: $0) }
            rest = Array(chunk[end...])
        }
        rest.withUnsafeBufferPointer { guess.add(linesOf: $0) }
        return guess.encoding
    }

    private static func mark(of chunk: ArraySlice<UInt8>) -> TextEncoding? {
        if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if chunk.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if chunk.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        return nil
    }

    /// UTF-16 without a mark: every second byte of a comma, a digit or a line end is zero, and none of the others.
    private static func zeros(of chunk: ArraySlice<UInt8>) -> TextEncoding? {
        let head = chunk.prefix(4096)
        var zeros = [0, 0]
        for (i, byte) in head.enumerated() where byte == 0 { zeros[i & 1] += 1 }
        guard zeros[0] + zeros[1] >= 4, (zeros[0] + zeros[1]) * 20 >= head.count else { return nil }
        if zeros[1] > 20 * zeros[0] { return .utf16LittleEndian }
        if zeros[0] > 20 * zeros[1] { return .utf16BigEndian }
        return nil
    }

    private mutating func add(linesOf bytes: UnsafeBufferPointer<UInt8>) {
        // ASCII is the same everywhere; most chunks of most files are.
        guard bytes.contains(where: { $0 >= 0x80 }) else { return }
        for line in bytes.split(separator: .lineFeed) {
            let high = line.count { $0 >= 0x80 }
            guard high > 0 else { continue }
            lines += 1
            if String(validating: line, as: UTF8.self) != nil {
                utf8Lines += 1
            } else if sample.count < Self.sampleLimit {
                sample += line.prefix(Self.sampleLimit)
                sample.append(.lineFeed)
                plainBytes += line.count - high
                highBytes += high
            }
        }
    }

    private var encoding: TextEncoding? {
        // Text of another encoding is next to never UTF-8 by chance: a few bad lines are damage.
        if utf8Lines * 2 >= lines { return .utf8 }
        // Letters with accents are few among plain ones; Han, Hangul and kana have no plain ones beside them.
        if highBytes * 4 < highBytes + plainBytes { return .windows1252 }
        let scores = PairCounts(sample).scores
        guard let best = scores.max(by: { $0.share < $1.share }), best.share > 0.5 else { return nil }
        return best.encoding
    }
}

/// Two-byte characters of a sample, read as each of the encodings in turn.
private struct PairCounts {
    let scores: [(encoding: TextEncoding, share: Double)]

    init(_ bytes: [UInt8]) {
        // Characters that are common, of all pairs: KS X 1001 syllables; GB 2312 level 1; Big5 level 1; kana.
        let euc: (UInt8) -> Bool = { $0 >= 0xA1 && $0 != 0xFF }
        let korean = PairCounts.share(bytes, isLead: { $0 >= 0x81 && $0 != 0xFF }) { lead, trail in
            (0xB0...0xC8).contains(lead) && trail >= 0xA1
        }
        let chinese = PairCounts.share(bytes, isLead: { $0 >= 0x81 && $0 != 0xFF }) { lead, trail in
            ((0xB0...0xD7).contains(lead) || lead == 0xA3 || lead == 0xA1) && euc(trail)
        }
        let traditional = PairCounts.share(bytes, isLead: { $0 >= 0x81 && $0 != 0xFF }) { lead, trail in
            (0xA4...0xC6).contains(lead) || lead == 0xA1 && (trail < 0x7F || euc(trail))
        }
        let japanese = PairCounts.share(bytes, isLead: { (0x81...0x9F).contains($0) || (0xE0...0xFC).contains($0) }) {
            lead, trail in
            lead == 0x82 && trail >= 0x9F && trail <= 0xF1 || lead == 0x83 && trail >= 0x40 && trail <= 0x96
                || lead == 0x81 && trail <= 0x80
        }
        // Korean syllables are level 1 of GB 2312 too, but Chinese is never syllables alone. A Big5 text has second bytes below 0x80, which
        // no level 1 has. Kana are of no other encoding's common characters.
        scores = [
            (.cp949, korean > 0.9 ? korean + 1 : 0), (.gb18030, chinese), (.big5, traditional * 0.9),
            (.cp932, japanese > 0.3 ? japanese + 1 : 0),
        ]
    }

    private static func share(_ bytes: [UInt8], isLead: (UInt8) -> Bool, isCommon: (UInt8, UInt8) -> Bool) -> Double {
        var pairs = 0, common = 0, i = 0
        while i < bytes.count {
            guard bytes[i] >= 0x80 else {
                i += 1
                continue
            }
            pairs += 1
            guard i + 1 < bytes.count, isLead(bytes[i]), bytes[i + 1] >= 0x40 else {
                i += 1
                continue
            }
            if isCommon(bytes[i], bytes[i + 1]) { common += 1 }
            i += 2
        }
        return pairs == 0 ? 0 : Double(common) / Double(pairs)
    }
}
