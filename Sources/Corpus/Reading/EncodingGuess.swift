// Corpus: in which encoding is a file? Judged by its bytes: a mark, the zeros of UTF-16, UTF-8 that holds, and else in which encoding
// the characters are the likeliest. Wrong guesses cannot be ruled out, so the tool prints them.

/// Collects evidence from the lines of a file that hold bytes beyond ASCII.
struct EncodingGuess {
    /// Of lines with bytes beyond ASCII.
    private var lines = 0
    private var utf8Lines = 0
    /// Bytes of the lines that are not UTF-8, up to `sampleLimit`.
    private var sample: [UInt8] = []
    private static let sampleLimit = 64 << 10

    /// The encoding of a file, or `nil` where nobody can say. Looks through the whole file, which stays to be read: the one line that is not
    /// ASCII may be the last.
    static func of(_ file: inout InputFile) throws(CorpusError) -> TextEncoding? {
        try file.lookingAhead { file throws(CorpusError) in try read(&file) }
    }

    private static func read(_ file: inout InputFile) throws(CorpusError) -> TextEncoding? {
        var guess = EncodingGuess()
        var rest: [UInt8] = []
        var isFirst = true
        while true {
            let chunk = try file.nextChunk()
            if isFirst, let told = TextEncoding.marked(by: chunk)?.encoding ?? TextEncoding.told(byZerosOf: chunk) { return told }
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

    private mutating func add(linesOf bytes: UnsafeBufferPointer<UInt8>) {
        // ASCII is the same everywhere; most chunks of most files are.
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
        // Text of another encoding is next to never UTF-8 by chance: a few bad lines are damage.
        if utf8Lines * 2 >= lines { return .utf8 }
        let scores = EncodingLikelihood.all.map { (encoding: $0.encoding, cost: $0.cost(of: sample)) }
        guard let best = scores.min(by: { $0.cost.all < $1.cost.all }) else { return nil }
        // Rare characters throughout: a language that is none of these.
        let isForeign = best.cost.highCount >= 8 && best.cost.high > 10.5 * Double(best.cost.highCount)
        return isForeign ? nil : best.encoding
    }
}
