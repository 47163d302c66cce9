// Signs, how often tokens are given, and the length of a message again, from the comments of
// PunctuationTokenizer, RepeatCounts and MessageReader alone.

@testable import SpamFilter

struct ReferenceSigns {
    private let text: [Character]
    /// How often each eight bits of a hash came.
    private var repeats: [UInt64: Int] = [:]

    init(_ text: [Character]) { self.text = text }

    /// A run of one and the same sign or jamo.
    func run(at i: Int, _ kind: TokenKind) -> (String, UInt64, end: Int) {
        let run = text[i...].prefix { $0 == text[i] }.count
        let token = UInt64(min(run, 3)) &* FeatureHash.m1 &+ UInt64(scalar(text[i])) &* FeatureHash.m3
        return ("\(kind) \(text[i]) \(min(run, 3))", FeatureHash.close(token, kind), i + run)
    }

    /// Signs between two letters or characters have none.
    func hasNeighbours(_ begin: Int, _ end: Int) -> Bool { side(begin - 1) != 1 || side(end) != 1 }

    /// The runs of signs in the range, between their neighbours.
    func inside(_ range: Range<Int>) -> [(String, UInt64)] {
        var found: [(String, UInt64)] = []
        var i = range.lowerBound
        while i < range.upperBound {
            let end = min(range.upperBound, text[i...].firstIndex { $0 != text[i] } ?? text.count)
            if isSymbol(text[i]), hasNeighbours(i, end) {
                let (left, right) = (side(i - 1), side(end))
                let run = UInt64(min(end - i, 3)) &* FeatureHash.m1 &+ UInt64(scalar(text[i])) &* FeatureHash.m3
                let sides = UInt64(8 + 8 * left + right) &* FeatureHash.m5
                found.append(("\(left) \(String(text[i..<end])) \(right)", FeatureHash.close(run &+ sides, .symbol)))
            }
            i = end
        }
        return found
    }

    /// The joint of a number, digits or masks around.
    func joint(_ i: Int) -> (String, UInt64) {
        let sign = FeatureHash.m1 &+ UInt64(scalar(text[i])) &* FeatureHash.m3 &+ 26 &* FeatureHash.m5
        return ("2 \(text[i]) 2", FeatureHash.close(sign, .symbol))
    }

    /// What a neighbour is: a letter or character, a digit, a space, any other, or the edge of the
    /// message.
    private func side(_ i: Int) -> Int {
        guard text.indices.contains(i) else { return 0 }
        if isAlphabetic(text[i]) || isCJK(text[i]) || isJamo(text[i]) { return 1 }
        return isDigit(text[i]) ? 2 : text[i].isWhitespace ? 3 : 4
    }

    /// Counts a token. Whether it is given: at the 1st, 2nd, 4th… up to the 128th.
    mutating func isGiven(_ hash: UInt64) -> Bool {
        repeats[hash % 256, default: 0] += 1
        return [1, 2, 4, 8, 16, 32, 64, 128].contains(repeats[hash % 256]!)
    }

    /// The binary digits of the length and one, less one, in a script.
    func length(_ script: UInt64) -> (String, UInt64)? {
        if text.isEmpty { return nil }
        let digits = String(text.count + 1, radix: 2).count
        let hash = FeatureHash.close((UInt64(digits - 1) + 64 * script) &* FeatureHash.m1, .length)
        return ("length \(digits - 1) of \(script)", hash)
    }
}
