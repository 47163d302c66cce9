// Evaluation, attack: words of wanted messages appended to a message. They hide nothing, but
// outweigh.

import Statistics

/// Appends good words, found by asking the filter (Lowd & Meek, "Good Word Attacks on Statistical
/// Spam Filters", CEAS 2005).
///
/// At full strength as many words as the message has, or as many characters where it has no spaces;
/// at least one.
public struct GoodWords: AttackTrick {
    public let name = "good-words"
    public let scripts: [TrickScript] = []
    public let summary = "words of wanted messages that the model likes best, appended"
    public let hidesWords = false
    /// The words that are drawn from, in any order. Without words the trick touches nothing.
    public let words: [String]

    /// Appends words drawn from these, each equally likely and as often as it is drawn.
    public init(_ words: [String]) { self.words = words }

    public func apply(_ text: Plaintext, _ strength: Strength, using random: inout SplitMix) -> String? {
        guard !words.isEmpty else { return nil }
        let syllabic = text.kinds.count { $0.isCJK }
        let spaced = text.scalars.split { $0 == " " || $0 == "\n" }.count
        var out = text.scalars
        // A word of Chinese or Japanese is two characters or so; Korean has spaces.
        for _ in 0..<strength.count(of: max(1, spaced, text.runs(of: .hangul).isEmpty ? syllabic / 2 : 0)) {
            out.append(" ")
            out.append(contentsOf: words[random.below(words.count)].unicodeScalars)
        }
        return String(scalars: out)
    }
}

/// Finds good words: words of a corpus' wanted messages, each classified as a message by itself.
public struct GoodWordSearch {
    /// `mostAsked`: how many words are tried, the most frequent of the wanted messages. `mostKept`:
    /// how many of them are kept.
    static let mostAsked = 5000, mostKept = 100

    private var counts: [String: Int] = [:]

    /// No message counted yet.
    public init() {}

    /// Counts the words of a wanted message, each once: runs of letters of one script of 2 to 12
    /// characters, in Latin script of 3 or more.
    public mutating func add(wanted text: Plaintext) {
        let runs = text.latinWords() + [.hangul, .han, .kana].flatMap { text.runs(of: $0) }
        for word in Set(runs.filter { (2...12).contains($0.count) }.map({ String(scalars: text.scalars[$0]) })) {
            counts[word, default: 0] += 1
        }
    }

    /// The words of two or more messages with the lowest junk log-odds, at most `mostKept` of the
    /// `mostAsked` most frequent ones; ties in Unicode's order.
    ///
    /// - Parameter junkLogOdds: the junk log-odds of a message that is this word alone.
    /// - Complexity: a verdict for each word asked.
    public func words(_ junkLogOdds: (String) -> Double) -> [String] {
        let asked = counts.filter { $0.value > 1 }.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
        let scored = asked.prefix(GoodWordSearch.mostAsked).map { (word: $0.key, logOdds: junkLogOdds($0.key)) }
        let best = scored.sorted { $0.logOdds != $1.logOdds ? $0.logOdds < $1.logOdds : $0.word < $1.word }
        return best.prefix(GoodWordSearch.mostKept).map(\.word)
    }
}
