// Experiments: the word that many doubted messages share. Texts in, one word out.

import Statistics

/// A word of many doubted messages, and of few others. Where a whole sort of messages is labelled
/// wrongly, models learn the mistake, and then its right labels are the doubted ones.
package struct DoubtedWord: Sendable, Equatable {
    /// In lower case.
    package let word: String
    /// How many of the doubted messages have it.
    package let doubted: Rate
    /// How many of all judged messages have it.
    package let all: Rate

    /// What the word of a whole sort must have: messages, a share of the doubted ones, and so many
    /// times its share of all.
    private static let (least, leastShare, ratio) = (10, 0.2, 5.0)

    /// The word that most doubted messages have among those that fit; `nil` where none does.
    ///
    /// - Parameters:
    ///   - doubted: the texts of the doubted messages.
    ///   - all: the texts of all messages judged, these too.
    /// - Complexity: O(characters) of both.
    package static func most(of doubted: some Sequence<String>, among all: some Sequence<String>) -> DoubtedWord? {
        var inDoubted: [String: Int] = [:], count = 0
        for text in doubted {
            count += 1
            for word in words(of: text) { inDoubted[word, default: 0] += 1 }
        }
        let fewest = max(least, Int((leastShare * Double(count)).rounded(.up)))
        inDoubted = inDoubted.filter { $0.value >= fewest }
        guard !inDoubted.isEmpty else { return nil }
        var inAll: [String: Int] = [:], messages = 0
        for text in all {
            messages += 1
            for word in words(of: text) where inDoubted[word] != nil { inAll[word, default: 0] += 1 }
        }
        return inDoubted.map { word, found in
            DoubtedWord(
                word: word, doubted: Rate(found, of: count), all: Rate(max(found, inAll[word] ?? 0), of: max(count, messages)))
        }
        .filter { ($0.doubted.value ?? 0) >= ratio * ($0.all.value ?? 1) }
        .max { ($0.doubted.count, -$0.all.count, $1.word) < ($1.doubted.count, -$1.all.count, $0.word) }
    }

    /// The words of letters, each once. Scripts without spaces give pairs of characters.
    private static func words(of text: String) -> Set<String> {
        var found: Set<String> = []
        for run in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
            guard let first = run.unicodeScalars.first else { continue }
            let hasNoSpaces = (0x0E00...0x0EFF).contains(first.value) || (0x3040...0x9FFF).contains(first.value)
            guard hasNoSpaces else {
                if run.count > 1 { found.insert(String(run)) }
                continue
            }
            for (one, next) in zip(run, run.dropFirst()) { found.insert(String([one, next])) }
        }
        return found
    }
}
